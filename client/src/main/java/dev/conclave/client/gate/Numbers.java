package dev.conclave.client.gate;

import java.util.Optional;

/** Numbers as a person types them; empty for anything else. */
public final class Numbers {
  private Numbers() {}

  public static Optional<Integer> whole(String text) {
    try {
      return Optional.of(Integer.parseInt(text.strip()));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** A whole number above 0. */
  static Optional<Integer> count(String text) {
    return whole(text).filter(n -> n > 0);
  }

  /** An amount above 0. */
  static Optional<Double> usd(String text) {
    try {
      return Optional.of(Double.parseDouble(text.strip().replace("$", "")))
          .filter(n -> n > 0 && !n.isInfinite());
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
