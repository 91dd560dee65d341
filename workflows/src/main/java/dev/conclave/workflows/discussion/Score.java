package dev.conclave.workflows.discussion;

import dev.conclave.workflows.temporal.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The score of a solution; docs/discussion.md, section 5. */
public final class Score {
  public static final int PER_SOURCE = 20;
  public static final int PER_PRO_OVER_CONS = 5;
  public static final int PER_FILE = 3;
  public static final int FILES_AT_MOST = 15;

  /** So many pros, and so many cons, count: a talkative agent wins nothing. */
  public static final int COUNTED = 5;

  private Score() {}

  /** The score of a solution with so many sources, pros, cons and files. */
  public static double of(int sources, Level effort, Level risk, int pros, int cons, int files) {
    return PER_SOURCE * sources
        + effort(effort)
        + risk(risk)
        + PER_PRO_OVER_CONS * (Math.min(pros, COUNTED) - Math.min(cons, COUNTED))
        + Math.min(PER_FILE * files, FILES_AT_MOST);
  }

  public static int effort(Level effort) {
    return switch (effort) {
      case LOW -> 30;
      case MEDIUM -> 20;
      case HIGH -> 10;
      case UNKNOWN -> 15;
    };
  }

  public static int risk(Level risk) {
    return switch (risk) {
      case LOW -> 30;
      case MEDIUM -> 20;
      case HIGH -> 5;
      case UNKNOWN -> 15;
    };
  }

  /** The parts of a score, in words; empty when shortened lists no longer add up to it. */
  public static Optional<String> parts(Solution s) {
    int pros = Math.min(s.pros().size(), COUNTED);
    int cons = Math.min(s.cons().size(), COUNTED);
    int files = s.files();
    int agents = s.sourceCli().size();
    if (of(agents, s.effort(), s.risk(), pros, cons, files) != s.score()) {
      return Optional.empty();
    }
    List<String> parts = new ArrayList<>();
    parts.add(Words.counted(agents, "agent") + " " + PER_SOURCE * agents);
    parts.add(Words.of(s.effort()) + " effort " + effort(s.effort()));
    parts.add(Words.of(s.risk()) + " risk " + risk(s.risk()));
    parts.add(
        Words.counted(pros, "pro")
            + " less "
            + Words.counted(cons, "con")
            + " "
            + PER_PRO_OVER_CONS * (pros - cons));
    parts.add(Words.counted(files, "file") + " " + Math.min(PER_FILE * files, FILES_AT_MOST));
    return Optional.of(String.join(" + ", parts));
  }
}
