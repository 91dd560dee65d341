package dev.conclave.activities.discussion;

import dev.conclave.workflows.discussion.Evidence;

/**
 * One place that an agent cited, with the verdict on it; see docs/discussion.md, section 3.
 *
 * @param agent who cited it
 * @param source where in the analysis it stands
 * @param claim the finding or reason it is to bear out; may be empty
 * @param line from 1; 0 when only the file was named
 */
public record CitedPlace(
    String agent, Source source, String claim, String file, int line, Evidence verdict) {

  /** Whether it names a file that an approach would create, which is no place. */
  public boolean toBeCreated() {
    return source == Source.APPROACH && line == 0 && verdict == Evidence.MISSING;
  }

  /** The part of an analysis that cites. */
  public enum Source {
    FINDING,
    CODE_LOCATION,
    APPROACH
  }
}
