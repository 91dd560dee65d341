package dev.conclave.activities.discussion.verification;

import dev.conclave.activities.discussion.Label;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Position;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How a disagreement stands: settled by evidence when one side has a verified place and the other
 * cites nothing but missing files, left to the human otherwise. It claims nothing else.
 */
final class Resolution {
  private static final String OPEN = "Left open for the human: the evidence does not settle it.";

  private Resolution() {}

  /** A disagreement between two sides of agents. */
  static Disagreement of(
      String topic, String cause, List<Position> positions, Map<String, Integer> sides) {
    for (int side = 1; side <= 2; side++) {
      List<Position> borne = side(positions, sides, side);
      List<Position> others = side(positions, sides, 3 - side);
      if (verified(borne) && onlyMissing(others)) {
        String settled =
            "Settled by evidence: what "
                + agents(borne)
                + " cites is there, what "
                + agents(others)
                + " cites is missing.";
        return new Disagreement(topic, cause, positions, settled, false);
      }
    }
    return open(topic, cause, positions);
  }

  /** A disagreement that no evidence can settle. */
  static Disagreement open(String topic, String cause, List<Position> positions) {
    return new Disagreement(topic, cause, positions, OPEN, true);
  }

  private static List<Position> side(
      List<Position> positions, Map<String, Integer> sides, int side) {
    return positions.stream().filter(p -> sides.getOrDefault(p.agent(), 1) == side).toList();
  }

  private static boolean verified(List<Position> side) {
    return side.stream()
        .flatMap(position -> position.evidence().stream())
        .anyMatch(place -> place.verdict() == Evidence.VERIFIED);
  }

  private static boolean onlyMissing(List<Position> side) {
    return side.stream().anyMatch(position -> !position.evidence().isEmpty())
        && side.stream()
            .flatMap(position -> position.evidence().stream())
            .allMatch(place -> place.verdict() == Evidence.MISSING);
  }

  private static String agents(List<Position> side) {
    return side.stream().map(Position::agent).collect(Collectors.joining(" and "));
  }

  /** How all of a round's disagreements stand, in one sentence. */
  static Label summary(boolean crossVerified, List<Disagreement> disagreements) {
    if (!crossVerified) {
      return new Label(
          "Not cross-verified: fewer than two independent analyses.", "未交叉验证：独立分析少于两份。");
    }
    if (disagreements.isEmpty()) {
      return new Label("No disagreements.", "没有分歧。");
    }
    long open = disagreements.stream().filter(Disagreement::open).count();
    long settled = disagreements.size() - open;
    return new Label(
        "Of "
            + disagreements.size()
            + " disagreements "
            + settled
            + " settled by evidence, "
            + open
            + " left open for the human.",
        "共 " + disagreements.size() + " 处分歧：" + settled + " 处由证据解决，" + open + " 处留给人决定。");
  }
}
