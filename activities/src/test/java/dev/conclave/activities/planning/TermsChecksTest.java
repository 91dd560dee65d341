package dev.conclave.activities.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.Plan.PlanConstraint;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.discussion.Scope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TermsChecksTest {
  private static final PlanFacts TREE =
      Trees.of(
          Map.of(
              "src/Api.java",
              120,
              "src/legacy/Old.java",
              9,
              "文档/说明 书.md",
              3,
              "billing/Bill.java",
              2));

  private static List<String> scoped(String path, List<String> included, List<String> excluded) {
    Plan plan =
        Plans.of(Plans.task("TASK-001", 1, List.of(), new PlanFile(path, 0, "modify", "it")));
    return PlanChecks.terms(plan, new PlanTerms(List.of(), new Scope(included, excluded)), TREE);
  }

  private static Plan keeping(PlanConstraint... constraints) {
    Plan p = Plans.sound();
    return new Plan(
        p.summary(),
        p.approach(),
        p.complexity(),
        p.estimatedTime(),
        p.recommendedExecution(),
        p.dataFlow(),
        p.designDecisions(),
        p.tasks(),
        List.of(constraints),
        false,
        List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "src/legacy/Old.java, src/legacy",
    "src/legacy/Old.java, ./src/legacy/",
    "src/legacy/Old.java, src/legacy/Old.java",
    "src/legacy/Old.java, src/**/*.java",
    "src/legacy/Old.java, *.java",
    "src/legacy/Old.java, src/leg*",
    "src/made/New.java, src/made",
    "文档/说明 书.md, 文档/说明 书.md",
    "billing/Bill.java, billing"
  })
  void a_task_in_what_was_excluded_is_named_with_its_file(String path, String excluded) {
    assertThat(scoped(path, List.of(), List.of(excluded)))
        .containsExactly(
            "TASK-001 touches %s, which the person excluded (%s).".formatted(path, excluded));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "src/leg",
        "the legacy code",
        "payments",
        "src/[",
        "/etc",
        "..",
        "",
        "Api.java.bak"
      })
  void what_was_excluded_in_words_or_elsewhere_raises_no_alarm(String excluded) {
    assertThat(scoped("src/legacy/Old.java", List.of(), List.of(excluded))).isEmpty();
  }

  @Test
  void a_task_outside_of_everything_included_is_refused() {
    assertThat(scoped("src/legacy/Old.java", List.of("src/Api.java", "文档"), List.of()))
        .containsExactly(
            "TASK-001 touches src/legacy/Old.java, which is outside of what the person included"
                + " (src/Api.java, 文档).");
    assertThat(scoped("src/Api.java", List.of("src/Api.java", "文档"), List.of())).isEmpty();
  }

  @Test
  void something_included_in_words_may_hold_any_file() {
    assertThat(scoped("src/legacy/Old.java", List.of("src/Api.java", "the old code"), List.of()))
        .isEmpty();
  }

  @Test
  void every_constraint_is_kept_by_a_task_that_is_there() {
    PlanTerms terms = new PlanTerms(List.of("no new library", "接口不变"), Scope.UNSAID);

    assertThat(
            PlanChecks.terms(
                keeping(
                    new PlanConstraint(1, List.of("TASK-001")),
                    new PlanConstraint(2, List.of("TASK-002"))),
                terms,
                TREE))
        .isEmpty();
    assertThat(PlanChecks.terms(keeping(new PlanConstraint(1, List.of("TASK-009"))), terms, TREE))
        .containsExactly(
            "constraints: constraint 1 names \"TASK-009\", which is no task of the plan.",
            "Constraint 2 of the person (\"接口不变\") is kept by no task; make it visible in a task,"
                + " and name the task in constraints.");
  }

  @Test
  void constraints_that_nobody_set_are_no_error() {
    assertThat(
            PlanChecks.terms(
                keeping(new PlanConstraint(7, List.of("TASK-009"))), PlanTerms.NONE, TREE))
        .isEmpty();
  }

  @Test
  void constraints_are_read_by_number_or_in_their_order() {
    Plan plan =
        PlanReader.read(
                "{\"constraints\":[{\"tasks\":[\"T1\"]},{\"number\":\"2\",\"tasks\":\"task_2\"}],"
                    + "\"tasks\":[]}")
            .plan()
            .orElseThrow();

    assertThat(plan.constraints())
        .containsExactly(
            new PlanConstraint(1, List.of("TASK-001")), new PlanConstraint(2, List.of("TASK-002")));
  }
}
