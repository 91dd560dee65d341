package dev.conclave.activities.discussion.ranking;

import static dev.conclave.activities.discussion.Analyses.analysis;
import static dev.conclave.activities.discussion.Analyses.approach;
import static dev.conclave.activities.discussion.Analyses.degraded;
import static dev.conclave.activities.discussion.Analyses.proposing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.conclave.activities.discussion.CitedPlace;
import dev.conclave.activities.discussion.CitedPlace.Source;
import dev.conclave.activities.discussion.verification.ApproachGrouping;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Score;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.SolutionTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankingTest {

  private static Ranking rank(List<CitedPlace> evidence, Analysis... analyses) {
    return Ranking.of(List.of(analyses), ApproachGrouping.of(List.of(analyses)), evidence);
  }

  private static Ranking rank(Analysis... analyses) {
    return rank(List.of(), analyses);
  }

  @Test
  void the_score_is_20_a_source_effort_risk_5_a_pro_over_cons_and_3_a_file_up_to_15() {
    assertThat(Score.of(2, Level.LOW, Level.MEDIUM, 3, 1, 2))
        .isEqualTo(20 * 2 + 30 + 20 + 5 * 2 + 3 * 2);
    assertThat(Score.of(1, Level.HIGH, Level.HIGH, 0, 2, 9)).isEqualTo(20 + 10 + 5 - 10 + 15);
    assertThat(Score.PER_SOURCE).isEqualTo(20);
    assertThat(Score.PER_PRO_OVER_CONS).isEqualTo(5);
    assertThat(Score.PER_FILE).isEqualTo(3);
    assertThat(Score.FILES_AT_MOST).isEqualTo(15);
  }

  @ParameterizedTest
  @CsvSource({"LOW,30,30", "MEDIUM,20,20", "HIGH,10,5", "UNKNOWN,15,15"})
  void effort_and_risk_have_their_points(Level level, int effort, int risk) {
    assertThat(Score.effort(level)).isEqualTo(effort);
    assertThat(Score.risk(level)).isEqualTo(risk);
  }

  @Property
  void the_score_never_falls_with_a_source_a_pro_or_a_file_and_never_rises_with_a_con_or_more_risk(
      @ForAll @IntRange(min = 1, max = 9) int sources,
      @ForAll Level effort,
      @ForAll @IntRange(max = 30) int pros,
      @ForAll @IntRange(max = 30) int cons,
      @ForAll @IntRange(max = 40) int files) {
    double score = Score.of(sources, effort, Level.MEDIUM, pros, cons, files);
    assertThat(Score.of(sources + 1, effort, Level.MEDIUM, pros, cons, files)).isGreaterThan(score);
    assertThat(Score.of(sources, effort, Level.MEDIUM, pros + 1, cons, files)).isGreaterThan(score);
    assertThat(Score.of(sources, effort, Level.MEDIUM, pros, cons + 1, files)).isLessThan(score);
    assertThat(Score.of(sources, effort, Level.MEDIUM, pros, cons, files + 1))
        .isGreaterThanOrEqualTo(score);
    assertThat(Score.of(sources, effort, Level.HIGH, pros, cons, files)).isLessThan(score);
    assertThat(score).isBetween(20.0 * sources + 30 - 5 * cons, 20.0 * sources + 65 + 5 * pros);
  }

  @ParameterizedTest
  @CsvSource({
    "'LOW,LOW,HIGH',LOW",
    "'LOW,HIGH',HIGH",
    "'LOW,MEDIUM',MEDIUM",
    "'UNKNOWN,LOW',LOW",
    "'UNKNOWN',UNKNOWN"
  })
  void the_majority_decides_and_ties_go_up(String said, Level expected) {
    assertThat(Majority.of(List.of(said.split(",")).stream().map(Level::valueOf).toList()))
        .isEqualTo(expected);
  }

  @Test
  void approaches_merge_without_repeats() {
    Solution merged =
        rank(
                proposing(
                    "gemini",
                    approach(
                        "Token bucket",
                        List.of("No new dependency", "Simple"),
                        List.of("Per process"),
                        Level.LOW,
                        Level.LOW,
                        "a.ts",
                        "b.ts")),
                proposing(
                    "codex",
                    approach(
                        "Token Buckets",
                        List.of("no new dependencies"),
                        List.of("Hard to tune"),
                        Level.MEDIUM,
                        Level.LOW,
                        "b.ts",
                        "c.ts")))
            .best()
            .get(0);
    assertThat(merged.name()).isEqualTo("Token bucket");
    assertThat(merged.sourceCli()).containsExactly("codex", "gemini");
    assertThat(merged.pros()).containsExactly("no new dependencies", "Simple");
    assertThat(merged.cons()).containsExactly("Hard to tune", "Per process");
    assertThat(merged.affectedFiles()).extracting("file").containsExactly("b.ts", "c.ts", "a.ts");
    assertThat(merged.effort()).isEqualTo(Level.MEDIUM);
    assertThat(merged.score()).isEqualTo(40 + 20 + 30 + 0 + 9);
    assertThat(merged.feasibility().orElseThrow()).isCloseTo(0.8, within(1e-9));
  }

  @Test
  void a_feasibility_that_no_model_said_is_none() {
    Approach queue = approach("Beta queue", List.of(), List.of(), Level.LOW, Level.LOW);

    assertThat(rank(degraded(proposing("direct", queue))).best().get(0).feasibility()).isEmpty();
    assertThat(
            rank(degraded(proposing("direct", queue)), proposing("gemini", queue))
                .best()
                .get(0)
                .feasibility())
        .hasValue(proposing("gemini", queue).feasibilityScore());
  }

  @Test
  void the_best_three_are_shown_and_the_rest_listed_a_single_one_stays_single() {
    List<Approach> four = new ArrayList<>();
    for (String name : List.of("Alpha cache", "Beta queue", "Gamma proxy", "Delta cron")) {
      four.add(approach(name, List.of(), List.of(), Level.LOW, Level.LOW));
    }
    Ranking ranking = rank(proposing("gemini", four.toArray(Approach[]::new)));
    assertThat(ranking.best())
        .extracting(Solution::name)
        .containsExactly("Alpha cache", "Beta queue", "Delta cron");
    assertThat(ranking.alsoConsidered()).extracting(Solution::name).containsExactly("Gamma proxy");
    assertThat(rank(proposing("gemini", four.get(0))).best()).hasSize(1);
    assertThat(rank(analysis("gemini", "f")).best()).isEmpty();
    assertThat(Ranking.SHOWN).isEqualTo(3);
  }

  @Test
  void ties_go_to_more_verified_evidence_then_to_the_name() {
    Analysis analysis =
        proposing(
            "gemini",
            approach("Alpha cache", List.of(), List.of(), Level.LOW, Level.LOW, "a.ts"),
            approach("Zeta queue", List.of(), List.of(), Level.LOW, Level.LOW, "z.ts"));
    CitedPlace verified =
        new CitedPlace("gemini", Source.APPROACH, "", "z.ts", 1, Evidence.VERIFIED);
    assertThat(rank(List.of(verified), analysis).best())
        .extracting(Solution::name)
        .containsExactly("Zeta queue", "Alpha cache");
    assertThat(rank(List.of(verified), analysis).best().get(0).verified()).isEqualTo(1);
    assertThat(rank(analysis).best())
        .extracting(Solution::name)
        .containsExactly("Alpha cache", "Zeta queue");
  }

  @Test
  void what_no_model_stands_behind_comes_after_every_option_that_one_does() {
    Analysis model =
        proposing(
            "ada", approach("Paused flag", List.of(), List.of("c", "d"), Level.HIGH, Level.HIGH));
    Analysis template =
        degraded(
            proposing(
                "direct",
                approach("Extend Job", List.of("p"), List.of(), Level.LOW, Level.LOW, "a", "b")));
    assertThat(rank(model, template).best())
        .extracting(Solution::name)
        .containsExactly("Paused flag", "Extend Job");
    assertThat(rank(template).best()).extracting(Solution::name).containsExactly("Extend Job");
  }

  @Test
  void the_evidence_of_a_solution_is_the_lines_that_it_names_itself() {
    Analysis analysis =
        proposing(
            "gemini",
            approach("Alpha cache", List.of(), List.of(), Level.LOW, Level.LOW, "a.ts"),
            approach("Zeta queue", List.of(), List.of(), Level.LOW, Level.LOW, "z.ts"));
    List<CitedPlace> cited =
        List.of(
            new CitedPlace("gemini", Source.APPROACH, "", "a.ts", 1, Evidence.VERIFIED),
            new CitedPlace("gemini", Source.FINDING, "b", "a.ts", 7, Evidence.VERIFIED),
            new CitedPlace("gemini", Source.CODE_LOCATION, "c", "a.ts", 9, Evidence.MISSING),
            new CitedPlace("codex", Source.APPROACH, "", "a.ts", 1, Evidence.VERIFIED),
            new CitedPlace("gemini", Source.APPROACH, "", "z.ts", 1, Evidence.MISSING));
    Solution alpha = rank(cited, analysis).best().get(0);
    assertThat(alpha.name()).isEqualTo("Alpha cache");
    assertThat(alpha.verified()).isEqualTo(1);
    assertThat(alpha.cited()).isEqualTo(1);
    assertThat(alpha.summary()).endsWith("1 of 1 place found there.");
  }

  @Test
  void the_parts_of_a_score_add_up_or_are_not_told() {
    Solution solution =
        rank(proposing(
                "gemini",
                approach("Alpha", List.of("p", "q"), List.of("c"), Level.LOW, Level.HIGH, "a")))
            .best()
            .get(0);
    assertThat(Score.parts(solution))
        .contains("1 agent 20 + low effort 30 + high risk 5 + 2 pros less 1 con 5 + 1 file 3");
    assertThat(solution.score()).isEqualTo(63);
  }

  @Test
  void a_missing_risk_is_inferred_from_concerns_that_name_its_files_or_words() {
    Approach approach =
        approach("Token bucket", List.of(), List.of(), Level.LOW, Level.UNKNOWN, "src/bucket.ts");
    Solution severe =
        rank(withConcerns(approach, "bucket.ts may deadlock on refill")).best().get(0);
    assertThat(severe.risk()).isEqualTo(Level.HIGH);
    assertThat(severe.riskInferred()).isTrue();
    assertThat(severe.technicalConcerns()).containsExactly("bucket.ts may deadlock on refill");
    assertThat(rank(withConcerns(approach, "bucket.ts grows")).best().get(0).risk())
        .isEqualTo(Level.MEDIUM);
    Solution none =
        rank(withConcerns(approach, "The font licence forbids embedding")).best().get(0);
    assertThat(none.risk()).isEqualTo(Level.UNKNOWN);
    assertThat(none.riskInferred()).isFalse();
    assertThat(Inference.risk(List.of("a", "b", "c"))).isEqualTo(Level.HIGH);
    assertThat(Inference.MANY_CONCERNS).isEqualTo(3);
    Approach said =
        approach("Token bucket", List.of(), List.of(), Level.LOW, Level.LOW, "src/bucket.ts");
    assertThat(rank(withConcerns(said, "bucket.ts may deadlock")).best().get(0).risk())
        .isEqualTo(Level.LOW);
  }

  private static Analysis withConcerns(Approach approach, String... concerns) {
    return analysis(
        "gemini", 0.5, List.of("f"), List.of(approach), List.of(concerns), Optional.empty());
  }

  @Test
  void maintainability_and_performance_are_said_inferred_with_their_words_or_not_assessed() {
    assertThat(Inference.maintainability(List.of("One place to change"), List.of()))
        .isEqualTo("good (inferred from: One place to change)");
    assertThat(Inference.maintainability(List.of(), List.of("Tight coupling")))
        .isEqualTo("poor (inferred from: Tight coupling)");
    assertThat(Inference.performance(List.of("Fast lookups"), List.of("More memory")))
        .isEqualTo("mixed (inferred from: Fast lookups / More memory)");
    assertThat(Inference.performance(List.of("x"), List.of("y"))).isEqualTo("not assessed");
  }

  @Test
  void dependencies_are_the_folders_it_touches_and_what_its_words_bring_in() {
    Solution solution =
        rank(proposing(
                "gemini",
                approach(
                    "Counters in Redis",
                    List.of("Uses the `ioredis` package"),
                    List.of("no new library"),
                    Level.LOW,
                    Level.LOW,
                    "src/server/a.ts",
                    "README.md")))
            .best()
            .get(0);
    assertThat(solution.dependencies().internal()).containsExactly("README.md", "src/server");
    assertThat(solution.dependencies().external()).containsExactly("ioredis", "Redis");
  }

  private static SolutionTask task(String id, String name, String... needs) {
    return new SolutionTask(id, name, List.of(needs), List.of(), "");
  }

  @Test
  void the_execution_flow_runs_what_it_can_side_by_side() {
    List<SolutionTask> tasks =
        List.of(
            task("T1", "a"),
            task("T2", "b", "T1"),
            task("T3", "c", "T1"),
            task("T4", "d", "T2", "T3"));
    assertThat(ExecutionFlow.of(tasks)).isEqualTo("T1 → (T2 | T3) → T4");
    assertThat(ExecutionFlow.milestones(tasks)).containsExactly("T1: a", "T2, T3: b; c", "T4: d");
    assertThat(ExecutionFlow.of(List.of())).isEmpty();
  }

  @Test
  void a_cycle_and_an_unknown_dependency_do_not_stop_the_flow() {
    assertThat(
            ExecutionFlow.of(
                List.of(task("T1", "a", "T2"), task("T2", "b", "T1"), task("T3", "c", "T9", "T3"))))
        .isEqualTo("T3 → T1 → T2");
  }

  @Test
  void tasks_of_all_proposals_are_united_and_numbered_anew() {
    Approach long1 =
        withTasks(
            task("A", "Write the token bucket"),
            task("B", "Call the bucket in the router", "A"),
            task("C", "Measure the latency", "B"));
    Approach short1 =
        withTasks(task("X", "Write token bucket"), task("Y", "Document the limits", "X"));
    Solution merged = rank(proposing("gemini", long1), proposing("codex", short1)).best().get(0);
    assertThat(merged.implementationPlan().tasks())
        .containsExactly(
            task("T1", "Write the token bucket"),
            task("T2", "Call the bucket in the router", "T1"),
            task("T3", "Measure the latency", "T2"),
            task("T4", "Document the limits", "T1"));
    assertThat(merged.implementationPlan().executionFlow()).isEqualTo("T1 → (T2 | T4) → T3");
  }

  private static Approach withTasks(SolutionTask... tasks) {
    return new Approach(
        "Token bucket",
        "d",
        List.of(),
        List.of(),
        Level.LOW,
        Level.LOW,
        List.of(),
        List.of(tasks),
        "",
        "");
  }
}
