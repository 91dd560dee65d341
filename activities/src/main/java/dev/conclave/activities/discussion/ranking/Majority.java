package dev.conclave.activities.discussion.ranking;

import dev.conclave.workflows.discussion.Level;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;

/** What most say; of equals the higher. */
final class Majority {
  private Majority() {}

  /** The level most often said; UNKNOWN when nobody said one. */
  static Level of(Collection<Level> said) {
    return said.stream()
        .filter(level -> level != Level.UNKNOWN)
        .max(
            Comparator.comparing((Level level) -> Collections.frequency(said, level))
                .thenComparing(level -> level))
        .orElse(Level.UNKNOWN);
  }
}
