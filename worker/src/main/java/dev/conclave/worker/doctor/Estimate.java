package dev.conclave.worker.doctor;

import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.Price;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the analyses of a session may cost, by the configured prices.
 *
 * @param usd of all rounds; absent when a price is not known
 * @param unpriced agents without a price
 */
record Estimate(Optional<Double> usd, List<String> unpriced) {
  /** What an analyst reads by itself, beside its prompt: as a session reserves for a first call. */
  static final long TOKENS_READ = 30_000;

  /** A long analysis. */
  static final long TOKENS_ANSWERED = 6_000;

  private static final long BYTES_A_TOKEN = 4;

  static Estimate of(
      List<String> agents, int rounds, long promptBytes, Configuration configuration) {
    double usd = 0;
    List<String> unpriced = new ArrayList<>();
    for (String agent : agents) {
      Optional<Price> price = configuration.agent(agent).model().flatMap(configuration::price);
      if (price.isEmpty()) {
        unpriced.add(agent);
      } else {
        long read = promptBytes / BYTES_A_TOKEN + TOKENS_READ;
        usd += rounds * price.get().of(read, TOKENS_ANSWERED);
      }
    }
    return new Estimate(
        unpriced.isEmpty() ? Optional.of(usd) : Optional.empty(), List.copyOf(unpriced));
  }
}
