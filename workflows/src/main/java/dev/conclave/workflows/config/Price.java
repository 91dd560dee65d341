package dev.conclave.workflows.config;

/** USD per million tokens. */
public record Price(double input, double output) {
  private static final double MILLION = 1_000_000;

  /** What so many tokens cost, in USD. */
  public double of(long tokensIn, long tokensOut) {
    return (tokensIn * input + tokensOut * output) / MILLION;
  }
}
