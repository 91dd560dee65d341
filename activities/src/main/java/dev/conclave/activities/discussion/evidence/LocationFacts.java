package dev.conclave.activities.discussion.evidence;

import java.util.List;

/**
 * What the tree says of one cited place.
 *
 * @param exists whether the file is there
 * @param lines how many lines it has
 * @param near the text of the lines from {@link TreeFacts#WINDOW} before to as many after
 */
public record LocationFacts(boolean exists, int lines, List<String> near) {
  /** No such file. */
  public static final LocationFacts MISSING = new LocationFacts(false, 0, List.of());

  /** The facts about a line of a file that is there. */
  public static LocationFacts of(List<String> lines, int line) {
    return new LocationFacts(true, lines.size(), TreeFacts.around(lines, line));
  }
}
