package dev.conclave.activities.discussion.similarity;

import java.util.Comparator;

/**
 * One sentence of one agent.
 *
 * @param own whether it is a statement of the agent's own; one that only endorses another's joins
 *     groups and never makes one
 */
public record Said(String agent, String text, boolean own) implements Comparable<Said> {
  private static final Comparator<Said> ORDER =
      Comparator.comparing(Said::agent).thenComparing(Said::text).thenComparing(Said::own);

  @Override
  public int compareTo(Said other) {
    return ORDER.compare(this, other);
  }
}
