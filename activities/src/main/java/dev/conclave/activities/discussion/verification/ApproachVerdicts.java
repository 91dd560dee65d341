package dev.conclave.activities.discussion.verification;

import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Point;
import dev.conclave.workflows.discussion.Position;
import dev.conclave.workflows.wire.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Shared approaches as agreements, and how far apart voters are on their effort and risk;
 * docs/discussion.md, section 4.
 */
final class ApproachVerdicts {
  private final Set<String> voters;
  private final Objections objections;

  ApproachVerdicts(Set<String> voters, Objections objections) {
    this.voters = voters;
    this.objections = objections;
  }

  void judge(ApproachGroup group, List<Point> agreements, List<Disagreement> disagreements) {
    List<Proposal> voted =
        group.proposals().stream().filter(proposal -> voters.contains(proposal.agent())).toList();
    Map<String, String> against = objections.against(group);
    List<String> agents = voted.stream().map(Proposal::agent).distinct().toList();
    if (!against.isEmpty()) {
      disagreements.add(objected(group, voted, against));
    } else if (agents.size() >= 2) {
      agreements.add(
          Point.ofApproach(group.name(), agents, positions(voted, Approach::description)));
    }
    apart(group, voted, "effort", Approach::effort, disagreements);
    apart(group, voted, "risk", Approach::risk, disagreements);
  }

  private static Disagreement objected(
      ApproachGroup group, List<Proposal> voted, Map<String, String> against) {
    List<Position> positions = new ArrayList<>(positions(voted, Approach::description));
    positions.removeIf(position -> against.containsKey(position.agent()));
    against.forEach((agent, words) -> positions.add(new Position(agent, words, List.of())));
    return Resolution.open("Approach \"" + group.name() + "\"", "explicit", positions);
  }

  /** Low against high: a difference of two levels. */
  private static void apart(
      ApproachGroup group,
      List<Proposal> voted,
      String what,
      Function<Approach, Level> of,
      List<Disagreement> disagreements) {
    List<Proposal> low = with(voted, of, Level.LOW);
    List<Proposal> high = with(voted, of, Level.HIGH);
    boolean betweenAgents =
        low.stream().anyMatch(l -> high.stream().anyMatch(h -> !h.agent().equals(l.agent())));
    if (betweenAgents) {
      disagreements.add(
          Resolution.open(
              capital(what) + " of approach \"" + group.name() + "\"",
              what,
              positions(voted, approach -> Words.of(of.apply(approach)) + " " + what)));
    }
  }

  private static List<Proposal> with(
      List<Proposal> proposals, Function<Approach, Level> of, Level level) {
    return proposals.stream().filter(p -> of.apply(p.approach()) == level).toList();
  }

  private static List<Position> positions(
      List<Proposal> proposals, Function<Approach, String> words) {
    List<Position> positions = new ArrayList<>();
    for (Proposal proposal : proposals) {
      if (positions.stream().noneMatch(p -> p.agent().equals(proposal.agent()))) {
        positions.add(new Position(proposal.agent(), words.apply(proposal.approach()), List.of()));
      }
    }
    return positions;
  }

  private static String capital(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }
}
