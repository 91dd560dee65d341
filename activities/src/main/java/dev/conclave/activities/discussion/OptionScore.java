package dev.conclave.activities.discussion;

import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Score of an option, 0 to 100, from verified facts; docs/discussion.md, section 6.
 *
 * @param explained the parts of the score, in one line
 */
record OptionScore(int points, String explained) {
  private static final int CITATIONS = 35;
  private static final int FIRST = 35;
  private static final int SEVERAL = 10;
  private static final int LEVEL = 10;
  private static final int OBJECTION = 5;
  private static final int MOST_OBJECTIONS = 4;

  /** Maximum pros, and maximum cons, that count in the seed score. */
  private static final int COUNTED = 5;

  private static final int PER_FILE = 3;
  private static final int FILES_AT_MOST = 15;

  /**
   * Computes the score.
   *
   * @param there citations that exist in the tree
   * @param first number of voters that rank it first
   * @param ranking number of voters that have ranked the options
   * @param efforts one for each agent that proposes it, like risks
   */
  static OptionScore of(
      int there,
      int cited,
      int first,
      int ranking,
      List<Level> efforts,
      List<Level> risks,
      int objections) {
    List<String> parts = new ArrayList<>();
    int points =
        part(
            parts,
            CITATIONS,
            cited == 0 ? 0 : (double) there / cited,
            cited == 0 ? "nothing cited" : there + "/" + cited + " citations verified");
    points +=
        part(
            parts,
            FIRST,
            ranking == 0 ? 0 : (double) first / ranking,
            ranking == 0 ? "not ranked yet" : "ranked first by " + first + " of " + ranking);
    int agents = efforts.size();
    points +=
        part(parts, SEVERAL, agents > 1 ? 1 : 0, "proposed by " + Words.counted(agents, "agent"));
    points += level(parts, "effort", efforts, 0.3);
    points += level(parts, "risk", risks, 0.1);
    int against = OBJECTION * Math.min(MOST_OBJECTIONS, objections);
    String minus =
        against == 0 ? "" : " − %d (%s)".formatted(against, Words.counted(objections, "objection"));
    return new OptionScore(Math.max(0, points - against), String.join(" + ", parts) + minus);
  }

  private static int part(List<String> parts, int most, double share, String why) {
    int points = (int) Math.round(most * share);
    parts.add("%d/%d (%s)".formatted(points, most, why));
    return points;
  }

  /** A level counts if two agents state it; a level stated by its author only counts as unknown. */
  private static int level(List<String> parts, String what, List<Level> said, double ifHigh) {
    Level level = majority(said);
    boolean shared = level != Level.UNKNOWN && Collections.frequency(said, level) > 1;
    double share = !shared ? 0.5 : level == Level.LOW ? 1 : level == Level.MEDIUM ? 0.6 : ifHigh;
    String who =
        shared || level == Level.UNKNOWN
            ? ""
            : said.size() > 1 ? ", not agreed" : ", by its author only";
    return part(parts, LEVEL, share, what + " " + Words.of(level) + who);
  }

  /** Returns the most frequent level, and the higher one in a tie. */
  static Level majority(List<Level> said) {
    Level most = Level.UNKNOWN;
    for (Level level : List.of(Level.LOW, Level.MEDIUM, Level.HIGH)) {
      int times = Collections.frequency(said, level);
      if (times > 0 && (most == Level.UNKNOWN || times >= Collections.frequency(said, most))) {
        most = level;
      }
    }
    return most;
  }

  /**
   * Computes the score that older readers of the artifact expect; it does not affect the ranking.
   */
  static double seed(int sources, Level effort, Level risk, int pros, int cons, int files) {
    return 20 * sources
        + seed(effort, 10)
        + seed(risk, 5)
        + 5 * (Math.min(pros, COUNTED) - Math.min(cons, COUNTED))
        + Math.min(PER_FILE * files, FILES_AT_MOST);
  }

  private static int seed(Level level, int ifHigh) {
    return switch (level) {
      case LOW -> 30;
      case MEDIUM -> 20;
      case HIGH -> ifHigh;
      case UNKNOWN -> 15;
    };
  }
}
