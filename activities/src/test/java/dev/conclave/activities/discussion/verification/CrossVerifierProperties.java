package dev.conclave.activities.discussion.verification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.discussion.Analyses;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Point;
import dev.conclave.workflows.discussion.Position;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class CrossVerifierProperties {
  private static final List<String> SUBJECTS =
      List.of(
          "session",
          "parser",
          "scheduler",
          "invoice",
          "thumbnail",
          "websocket",
          "migration",
          "keychain",
          "compiler",
          "billing");
  private static final List<String> FORMS =
      List.of(
          "The %s leaks handles on every failure [src/%s.ts:%d]",
          "Handles leak in the %s whenever it fails [src/%s.ts:%d]",
          "On failure the %s never frees its handles [src/%s.ts:%d]");

  private static final List<String> QUALIFIERS =
      List.of("sockets", "descriptors", "semaphores", "cursors", "pipes");

  /** A point that an agent makes, in one of several wordings. */
  record Claim(int subject, int form) {
    String text() {
      String name = SUBJECTS.get(subject);
      return String.format(FORMS.get(form), name, name, 10 * (subject + 1) + form);
    }
  }

  @Provide
  Arbitrary<List<List<Claim>>> rounds() {
    Arbitrary<Claim> claim =
        Combinators.combine(
                Arbitraries.integers().between(0, SUBJECTS.size() - 1),
                Arbitraries.integers().between(0, FORMS.size() - 1))
            .as(Claim::new);
    return claim.list().ofMinSize(1).ofMaxSize(6).list().ofMinSize(2).ofMaxSize(4);
  }

  private static List<Analysis> analyses(List<List<Claim>> round) {
    List<Analysis> analyses = new ArrayList<>();
    for (int i = 0; i < round.size(); i++) {
      analyses.add(
          Analyses.analysis(
              "agent" + i, round.get(i).stream().map(Claim::text).toArray(String[]::new)));
    }
    return analyses;
  }

  private static CrossVerification verify(List<Analysis> analyses) {
    List<String> voters = analyses.stream().map(Analysis::tool).toList();
    return CrossVerifier.verify(analyses, voters, List.of(), ApproachGrouping.of(analyses))
        .result();
  }

  /** A point told in parts: each says the point, and something of its own. */
  @Property(tries = 300)
  void splitting_a_finding_never_raises_agreement(
      @ForAll("rounds") List<List<Claim>> round,
      @ForAll Random random,
      @ForAll @IntRange(min = 2, max = 5) int parts) {
    List<Analysis> whole = analyses(round);
    int agent = random.nextInt(round.size());
    List<String> said = new ArrayList<>(whole.get(agent).findings());
    String one = said.remove(random.nextInt(said.size()));
    for (int part = 0; part < parts; part++) {
      said.add(one.replace(" [", ", seen as " + QUALIFIERS.get(part) + " ["));
    }
    List<Analysis> split = new ArrayList<>(whole);
    split.set(agent, Analyses.analysis("agent" + agent, said.toArray(String[]::new)));
    assertThat(agreements(split)).isLessThanOrEqualTo(agreements(whole));
  }

  @Property(tries = 100)
  void saying_a_thing_again_changes_no_count(
      @ForAll("rounds") List<List<Claim>> round, @ForAll Random random) {
    List<Analysis> once = analyses(round);
    int agent = random.nextInt(round.size());
    List<String> said = new ArrayList<>(once.get(agent).findings());
    said.add(said.get(random.nextInt(said.size())));
    List<Analysis> twice = new ArrayList<>(once);
    twice.set(agent, Analyses.analysis("agent" + agent, said.toArray(String[]::new)));
    assertThat(verify(twice)).isEqualTo(verify(once));
  }

  private static int agreements(List<Analysis> analyses) {
    return verify(analyses).agreements().size();
  }

  @Property(tries = 100)
  void the_order_of_agents_and_of_their_findings_never_changes_the_result(
      @ForAll("rounds") List<List<Claim>> round, @ForAll Random random) {
    List<Analysis> analyses = analyses(round);
    List<Analysis> shuffled = new ArrayList<>();
    for (Analysis analysis : analyses) {
      List<String> findings = new ArrayList<>(analysis.findings());
      Collections.shuffle(findings, random);
      shuffled.add(Analyses.analysis(analysis.tool(), findings.toArray(String[]::new)));
    }
    Collections.shuffle(shuffled, random);
    assertThat(verify(shuffled)).isEqualTo(verify(analyses));
  }

  @Property(tries = 100)
  void a_group_has_one_vote_per_agent(@ForAll("rounds") List<List<Claim>> round) {
    CrossVerification result = verify(analyses(round));
    Stream.of(result.agreements(), result.partial(), result.unique())
        .flatMap(List::stream)
        .map(Point::positions)
        .forEach(
            positions -> assertThat(positions).extracting(Position::agent).doesNotHaveDuplicates());
    assertThat(result.agreements()).allMatch(point -> point.positions().size() == round.size());
    assertThat(result.alpha()).isBetween(-1.0, 1.0);
  }
}
