package dev.conclave.activities.discussion.verification;

import dev.conclave.activities.Passing;
import dev.conclave.activities.discussion.CitedPlace;
import dev.conclave.activities.discussion.Label;
import dev.conclave.activities.discussion.Voters;
import dev.conclave.activities.discussion.evidence.Citations;
import dev.conclave.activities.discussion.similarity.Grouping;
import dev.conclave.activities.discussion.similarity.Said;
import dev.conclave.activities.discussion.similarity.statement.Contradictions;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Point;
import dev.conclave.workflows.discussion.Position;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Holds the analyses of a round against each other; docs/discussion.md, section 4. Pure. */
public final class CrossVerifier {
  private final List<Analysis> analyses;
  private final Set<String> voters;
  private final Positions positions;
  private final List<List<Said>> groups;
  private final Contradictions contradictions = new Contradictions();

  private final List<Point> agreements = new ArrayList<>();
  private final List<Point> partial = new ArrayList<>();
  private final List<Disagreement> disagreements = new ArrayList<>();
  private final List<Point> unique = new ArrayList<>();
  private final List<List<Integer>> units = new ArrayList<>();

  /**
   * What came of it.
   *
   * @param resolution the result's resolution in both languages
   * @param statements one clearest sentence per group of findings
   */
  public record Outcome(CrossVerification result, Label resolution, List<String> statements) {}

  private CrossVerifier(
      Collection<Analysis> analyses, Collection<String> voters, Collection<CitedPlace> evidence) {
    this.analyses = List.copyOf(analyses);
    this.voters = new TreeSet<>(voters);
    Set<String> models =
        this.analyses.stream()
            .filter(Voters::byModel)
            .map(Analysis::tool)
            .collect(Collectors.toSet());
    this.positions =
        new Positions(
            evidence, agent -> this.voters.contains(agent) ? 0 : models.contains(agent) ? 1 : 2);
    List<Said> said = this.analyses.stream().flatMap(a -> Sentences.of(a).stream()).toList();
    this.groups =
        Grouping.of(said).stream().filter(group -> group.stream().anyMatch(Said::own)).toList();
  }

  /**
   * Cross-verifies.
   *
   * @param voters the agents whose analyses count
   * @param approaches the approaches of the same analyses
   */
  public static Outcome verify(
      Collection<Analysis> analyses,
      Collection<String> voters,
      Collection<CitedPlace> evidence,
      List<ApproachGroup> approaches) {
    return new CrossVerifier(analyses, voters, evidence).verify(approaches);
  }

  private Outcome verify(List<ApproachGroup> approaches) {
    boolean crossVerified = voters.size() >= 2;
    if (crossVerified) {
      Objections objections = Objections.of(analyses, voters, groups, approaches);
      for (int i = 0; i < groups.size(); i++) {
        Passing.requireWanted();
        sort(groups.get(i), objections.against(i));
      }
      ApproachVerdicts verdicts = new ApproachVerdicts(voters, objections);
      approaches.forEach(group -> verdicts.judge(group, agreements, disagreements));
    } else {
      groups.forEach(this::alone);
    }
    Label resolution = Resolution.summary(crossVerified, disagreements);
    CrossVerification result =
        new CrossVerification(
            List.copyOf(voters),
            !crossVerified,
            List.copyOf(agreements),
            List.copyOf(partial),
            List.copyOf(disagreements),
            List.copyOf(unique),
            resolution.en(),
            crossVerified ? Krippendorff.alpha(units) : 0);
    return new Outcome(
        result,
        resolution,
        groups.stream().map(group -> positions.clearest(group).text()).toList());
  }

  private void sort(List<Said> group, Map<String, String> objections) {
    Sides sides = Sides.of(group, voters, contradictions);
    Set<String> votes = new LinkedHashSet<>();
    group.stream().map(Said::agent).filter(voters::contains).forEach(votes::add);
    if (!votes.isEmpty() || !objections.isEmpty()) {
      units.add(voters.stream().map(v -> value(v, votes, sides, objections)).toList());
    }
    if (!objections.isEmpty()) {
      disagreements.add(objected(group, objections));
    } else if (sides.cause().isPresent()) {
      disagreements.add(
          Resolution.of(
              topic(group), sides.cause().get(), positions.of(group, sides.words()), sides.of()));
    } else if (agreed(group)) {
      agreements.add(point(group));
    } else if (votes.size() >= 2) {
      partial.add(point(group));
    } else {
      alone(group);
    }
  }

  /** What no two voters say stays each agent's own: to resemble it is not to confirm it. */
  private void alone(List<Said> group) {
    group.stream()
        .filter(Said::own)
        .collect(Collectors.groupingBy(Said::agent, LinkedHashMap::new, Collectors.toList()))
        .values()
        .forEach(said -> unique.add(point(said)));
  }

  /** Whether every voter says it, and on more than files that do not exist. */
  private boolean agreed(List<Said> group) {
    List<Said> founded = group.stream().filter(said -> !positions.unfounded(said)).toList();
    boolean all = founded.stream().map(Said::agent).toList().containsAll(voters);
    return all && Opinion.isOne(founded, voters);
  }

  /** What a coder of this group says: nothing, yes, or the contrary. */
  private static int value(
      String voter, Set<String> votes, Sides sides, Map<String, String> objections) {
    if (objections.containsKey(voter)) {
      return 2;
    }
    return votes.contains(voter) ? sides.of().getOrDefault(voter, 1) : 0;
  }

  private Disagreement objected(List<Said> group, Map<String, String> objections) {
    List<Said> all = new ArrayList<>(group);
    objections.forEach((agent, words) -> all.add(new Said(agent, words, true)));
    List<Position> held = positions.of(List.copyOf(new TreeSet<>(all)), objections);
    Map<String, Integer> sides = new HashMap<>();
    objections.keySet().forEach(agent -> sides.put(agent, 2));
    return Resolution.of(topic(group), "explicit", held, sides);
  }

  private String topic(List<Said> group) {
    return Citations.without(positions.clearest(group).text());
  }

  private Point point(List<Said> group) {
    return new Point(positions.clearest(group).text(), positions.of(group, Map.of()));
  }
}
