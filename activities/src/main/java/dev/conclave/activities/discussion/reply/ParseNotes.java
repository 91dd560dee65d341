package dev.conclave.activities.discussion.reply;

import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.temporal.Cut;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Collects what parsing repaired: no note twice, and a flood of them is counted, not kept. */
final class ParseNotes {
  /** Before what an unread reply is instead. */
  static final String UNREAD = "no JSON could be read: ";

  static final String MISSING_SCORE = Analysis.FEASIBILITY_UNSAID;
  static final String UNKNOWN_EFFORT = "unknown effort ";
  static final String OUT_OF_RANGE = ", out of range: the nearest bound was taken";
  private static final int KEPT = 60;
  private static final int QUOTED = 80;
  private static final int LONGEST = 300;

  private final Set<String> notes = new LinkedHashSet<>();
  private int more;

  void add(String said) {
    String note = Cut.shown(said, LONGEST);
    if (notes.size() < KEPT) {
      notes.add(note);
    } else if (!notes.contains(note)) {
      more++;
    }
  }

  List<String> list() {
    return more == 0
        ? List.copyOf(notes)
        : Stream.concat(notes.stream(), Stream.of(more + " more repairs of this kind")).toList();
  }

  /** A value as a note quotes it. */
  static String quoted(String value) {
    String line = value.strip().replaceAll("\\s+", " ");
    return '"' + Cut.shown(line, QUOTED) + '"';
  }
}
