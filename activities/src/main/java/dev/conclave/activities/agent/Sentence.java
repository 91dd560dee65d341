package dev.conclave.activities.agent;

import dev.conclave.workflows.temporal.Cut;
import java.util.function.UnaryOperator;

/**
 * Makes of a program's words what people are told of a failure: one line, bounded.
 *
 * @param redact takes secrets out
 */
public record Sentence(UnaryOperator<String> redact) {
  private static final int LONGEST = 500;

  public String of(String words) {
    // Secrets go before the cut, which would leave the half of one that nobody recognizes.
    return Cut.shown(redact.apply(words).replaceAll("\\s+", " ").strip(), LONGEST);
  }
}
