package dev.conclave.activities.discussion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Ballot;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Point;
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.model.LocalizedText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Invariants of counting for any agents and moderators; see docs/discussion.md, section 5. */
class CountingProperties {
  private static final List<String> AGENTS = List.of("ada", "bert", "cleo");
  private static final List<AgentRun> RUNS = AGENTS.stream().map(Analyses::answered).toList();
  private static final TreeFacts TREE = file -> OptionalInt.of(100);

  @Property(tries = 60)
  void no_point_is_agreed_without_the_word_of_everyone_who_was_shown_it(@ForAll long seed) {
    Random random = new Random(seed);
    Ledger ledger = count(1, entered(AGENTS, random.nextInt(4)), moderation(random)).ledger();
    for (int round = 2; round <= 3; round++) {
      Optional<Moderation> words = random.nextBoolean() ? moderation(random) : Optional.empty();
      ledger = count(round, voted(ledger, round, random), words).ledger();
      for (Point point : ledger.points(PointState.AGREED)) {
        Set<String> agree = new TreeSet<>();
        Map<String, Ledger.Statement> said = ledger.byId();
        point.members().forEach(id -> agree.add(said.get(id).agent()));
        point
            .votes()
            .forEach(
                vote -> {
                  if (vote.choice() == Choice.AGREE) {
                    agree.add(vote.agent());
                  } else {
                    agree.remove(vote.agent());
                  }
                });
        Set<String> shown = new LinkedHashSet<>(point.voters());
        point.shown().forEach(one -> shown.add(one.agent()));
        assertThat(agree).as(point.toString()).hasSizeGreaterThan(1).containsAll(shown);
      }
    }
  }

  @Property(tries = 40)
  void an_agent_that_splits_a_statement_agrees_only_with_itself(@ForAll long seed) {
    Random random = new Random(seed);
    Ledger ledger = entered(List.of("ada"), 1 + random.nextInt(6));
    RoundCount count = count(1, ledger, moderation(random));

    assertThat(count.ledger().points(PointState.AGREED, PointState.PARTIAL)).isEmpty();
  }

  @Property(tries = 40)
  void the_order_of_agents_does_not_matter(@ForAll long seed) {
    Random random = new Random(seed);
    List<String> shuffled = new ArrayList<>(AGENTS);
    Collections.shuffle(shuffled, random);
    int more = random.nextInt(4);
    // Ledger ids depend on the order, so the moderator names only statements.
    Optional<Moderation> moderation = moderation(random, 0);

    RoundCount one = count(1, entered(AGENTS, more), moderation);
    RoundCount other = count(1, entered(shuffled, more), moderation);

    assertThat(byState(other)).isEqualTo(byState(one));
    assertThat(other.convergence()).isEqualTo(one.convergence());
  }

  @Property(tries = 40)
  void a_ballot_is_counted_once(@ForAll long seed) {
    Random random = new Random(seed);
    Ledger ledger = count(1, entered(AGENTS, 20), moderation(random)).ledger();
    List<Analysis> ballots = ballots(ledger, random);
    Ledger once = LedgerRules.merge(ledger, 2, ballots, RUNS, List.of(), TREE);

    assertThat(LedgerRules.merge(once, 2, ballots, RUNS, List.of(), TREE)).isEqualTo(once);
  }

  @Property(tries = 40)
  void the_order_of_ballots_does_not_matter(@ForAll long seed) {
    Random random = new Random(seed);
    Ledger ledger = count(1, entered(AGENTS, 2), moderation(random)).ledger();
    List<Analysis> ballots = ballots(ledger, random);
    RoundCount one = count(2, entered(ledger, ballots), Optional.empty());
    Collections.shuffle(ballots, random);
    RoundCount other = count(2, entered(ledger, ballots), Optional.empty());

    assertThat(byState(other)).isEqualTo(byState(one));
    assertThat(other.convergence()).isEqualTo(one.convergence());
  }

  private static Ledger entered(Ledger ledger, List<Analysis> ballots) {
    return LedgerRules.merge(ledger, 2, ballots, RUNS, List.of(), TREE);
  }

  private static Map<PointState, Set<String>> byState(RoundCount count) {
    return count.ledger().points().stream()
        .collect(
            Collectors.groupingBy(
                Point::state,
                TreeMap::new,
                Collectors.mapping(
                    point -> point.sentence().en(), Collectors.toCollection(TreeSet::new))));
  }

  /** Enters two common statements of each agent and some additional ones. */
  private static Ledger entered(List<String> agents, int more) {
    List<Analysis> analyses = new ArrayList<>();
    for (String agent : agents) {
      List<String> findings = new ArrayList<>();
      for (int i = 1; i <= 2 + more; i++) {
        findings.add(agent + " found thing " + i + " [src/a.py:" + i + "]");
      }
      analyses.add(Analyses.analysis(agent, findings.toArray(String[]::new)));
    }
    return LedgerRules.merge(Ledger.EMPTY, 1, analyses, RUNS, List.of(), TREE);
  }

  /** Returns random groups of statements, some of which do not exist. */
  private static Optional<Moderation> moderation(Random random) {
    return moderation(random, 4);
  }

  private static Optional<Moderation> moderation(Random random, int oneInNamesAPoint) {
    List<Moderation.SamePoint> points = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      Set<String> members = new LinkedHashSet<>();
      for (int j = random.nextInt(5); j > 0; j--) {
        members.add(AGENTS.get(random.nextInt(3)) + ".1.f" + (1 + random.nextInt(4)));
      }
      points.add(
          new Moderation.SamePoint(
              oneInNamesAPoint > 0 && random.nextInt(oneInNamesAPoint) == 0
                  ? Optional.of("P" + random.nextInt(9))
                  : Optional.empty(),
              LocalizedText.of("they say the same, number " + i),
              List.copyOf(members),
              Point.PointKind.FACT,
              Point.Changes.PLAN));
    }
    return Optional.of(Analyses.of(Moderation.class, Map.of("points", points)));
  }

  /** Adds a possible fallback voter; voters skip some votes or all. */
  private static Ledger voted(Ledger ledger, int round, Random random) {
    List<Analysis> ballots = new ArrayList<>();
    for (Analysis ballot : ballots(ledger, random)) {
      List<Ballot.PointVote> votes =
          ballot.ballot().orElseThrow().votes().stream()
              .filter(vote -> random.nextInt(4) > 0)
              .toList();
      ballots.add(Analyses.voting(ballot, Analyses.of(Ballot.class, Map.of("votes", votes))));
    }
    List<AgentRun> runs = new ArrayList<>(RUNS);
    if (random.nextBoolean()) {
      runs.add(Analyses.answered("dora"));
      ballots.add(Analyses.voting(Analyses.analysis("dora", "new"), Ballot.EMPTY));
    }
    return LedgerRules.merge(ledger, round, ballots, runs, List.of(), TREE);
  }

  /** Returns random votes on points, shown or not, and new findings. */
  private static List<Analysis> ballots(Ledger ledger, Random random) {
    List<Analysis> ballots = new ArrayList<>();
    for (String agent : AGENTS) {
      Map<String, Choice> votes = new LinkedHashMap<>();
      ledger
          .points()
          .forEach(
              point ->
                  votes.put(point.id(), Choice.values()[random.nextInt(Choice.values().length)]));
      Ballot ballot = Analyses.ballot(votes);
      ballots.add(Analyses.voting(Analyses.analysis(agent, "new " + random.nextInt(99)), ballot));
    }
    return ballots;
  }

  private static RoundCount count(int round, Ledger ledger, Optional<Moderation> moderation) {
    return Analyses.count(round, 3, ledger, moderation, true, List.of(), AGENTS);
  }
}
