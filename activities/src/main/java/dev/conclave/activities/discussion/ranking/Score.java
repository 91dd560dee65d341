package dev.conclave.activities.discussion.ranking;

import dev.conclave.workflows.discussion.Level;

/** The score of a solution; docs/discussion.md, section 5. */
final class Score {
  static final int PER_SOURCE = 20;
  static final int PER_PRO_OVER_CONS = 5;
  static final int PER_FILE = 3;
  static final int FILES_AT_MOST = 15;

  private Score() {}

  static double of(int sources, Level effort, Level risk, int pros, int cons, int files) {
    return PER_SOURCE * sources
        + effort(effort)
        + risk(risk)
        + PER_PRO_OVER_CONS * (pros - cons)
        + Math.min(PER_FILE * files, FILES_AT_MOST);
  }

  static int effort(Level effort) {
    return switch (effort) {
      case LOW -> 30;
      case MEDIUM -> 20;
      case HIGH -> 10;
      case UNKNOWN -> 15;
    };
  }

  static int risk(Level risk) {
    return switch (risk) {
      case LOW -> 30;
      case MEDIUM -> 20;
      case HIGH -> 5;
      case UNKNOWN -> 15;
    };
  }
}
