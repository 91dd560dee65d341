package dev.conclave.workflows.temporal;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** An enum constant as the lower-case word with hyphens that people and messages use. */
public final class Words {
  private Words() {}

  /** {@code MORE_ANALYSIS} becomes {@code more-analysis}. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Reads a word, hyphens or underscores, in any case; empty when no constant has that name. */
  public static <E extends Enum<E>> Optional<E> parse(Class<E> type, String word) {
    String name = word.strip().toUpperCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
    return Arrays.stream(type.getEnumConstants()).filter(c -> c.name().equals(name)).findFirst();
  }
}
