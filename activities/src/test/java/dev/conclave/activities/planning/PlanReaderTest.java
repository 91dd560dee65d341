package dev.conclave.activities.planning;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.conclave.activities.discussion.ReplySchemas;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.Plan.Complexity;
import dev.conclave.workflows.api.Plan.PlanConstraint;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.api.PlanTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanReaderTest {
  private static Plan read(String text) {
    return PlanReader.read(text, true, new ArrayList<>()).orElseThrow();
  }

  @Test
  void the_example_of_the_prompt_passes_schema_and_rules() {
    var schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(ReplySchemas.schemaText("plan-reply"), InputFormat.JSON);
    assertThat(schema.validate(ReplySchemas.example("plan-reply"), InputFormat.JSON)).isEmpty();
    List<String> errors = new ArrayList<>();
    Optional<Plan> plan = PlanReader.read(ReplySchemas.example("plan-reply"), true, errors);
    assertThat(errors).isEmpty();
    assertThat(
            PlanChecks.check(
                plan.orElseThrow(),
                PlanTerms.NONE,
                Plans.tree(Map.of("src/api/ApiFilters.java", 90))))
        .isEmpty();
  }

  @Test
  void a_recommendation_of_a_missing_codex_becomes_agent() {
    String reply = ReplySchemas.example("plan-reply").replace("\"Agent\"", "\"codex\"");

    assertThat(read(reply).recommendedExecution()).isEqualTo("Codex");
    assertThat(
            PlanReader.read(reply, false, new ArrayList<>()).orElseThrow().recommendedExecution())
        .isEqualTo("Agent");
  }

  @Test
  void a_plan_surrounded_by_prose_or_in_a_fence_is_found() {
    Plan plan =
        read(
            "Here is the plan.\n```json\n"
                + ReplySchemas.example("plan-reply")
                + "\n```\nShall I go on?");
    assertThat(plan.complexity()).isEqualTo(Complexity.MEDIUM);
    assertThat(plan.tasks()).extracting(PlanTask::id).containsExactly("TASK-001", "TASK-002");
    assertThat(plan.tasks().get(1).files())
        .containsExactly(
            new PlanFile(
                "src/api/ApiFilters.java",
                42,
                "modify",
                "register the filter before authentication"));
    assertThat(plan.degraded()).isFalse();
  }

  @Test
  void alternative_spellings_are_understood() {
    Plan plan =
        read(
            """
            {"plan": {"summary": "s", "approach": ["a", "b"], "complexity": "low",
             "estimated_time": 30, "recommended_execution": "agent",
             "tasks": [
               {"id": "T1", "title": "Fix it", "action": "fix", "description": "d",
                "files": ["./src/A.java:12", {"file": "src\\\\B.java", "action": "new"}],
                "implementation": [{"step": 1, "description": "one"}, "two"],
                "acceptance": "exits with 2", "verification": ["make", "make test"],
                "checks": ["`make test`", "$ make lint", "echo `date`"]},
               {"id": "task-2", "name": "Then", "checks": "```sh\\nmake test\\n- make lint\\n```", "depends_on": ["T1"], "execution_group": "parallel-2"}
             ]}}
            """);
    PlanTask first = plan.tasks().get(0);
    assertThat(first.id()).isEqualTo("TASK-001");
    assertThat(first.action()).isEqualTo("Fix");
    assertThat(first.files())
        .containsExactly(
            new PlanFile("src/A.java", 12, "modify", ""),
            new PlanFile("src/B.java", 0, "create", ""));
    assertThat(first.implementation()).containsExactly("one", "two");
    assertThat(first.acceptance()).containsExactly("exits with 2");
    assertThat(first.verification()).isEqualTo("make; make test");
    assertThat(first.checks()).containsExactly("make test", "make lint", "echo `date`");
    PlanTask second = plan.tasks().get(1);
    assertThat(second.checks()).containsExactly("make test", "make lint");
    assertThat(second.dependsOn()).containsExactly("TASK-001");
    assertThat(second.executionGroup()).isEqualTo(2);
    assertThat(first.executionGroup()).as("computed where one is missing").isEqualTo(1);
    assertThat(plan.approach()).isEqualTo("a; b");
    assertThat(plan.recommendedExecution()).isEqualTo("Agent");
  }

  @Test
  void groups_from_the_planner_are_kept_for_the_checks() {
    Plan plan =
        read(
            """
            {"complexity": "High", "tasks": [
              {"id": "TASK-001", "execution_group": 2}, {"id": "TASK-002", "execution_group": 1}]}
            """);
    assertThat(plan.tasks()).extracting(PlanTask::executionGroup).containsExactly(2, 1);
  }

  @Test
  void an_unknown_complexity_is_quoted_back() {
    List<String> errors = new ArrayList<>();
    assertThat(PlanReader.read("{\"complexity\": \"huge\", \"tasks\": [{}, 3]}", true, errors))
        .isPresent();
    assertThat(errors)
        .containsExactly(
            "complexity is \"huge\"; it must be Low, Medium or High.",
            "Task 2 is not a JSON object.");
  }

  @Test
  void constraints_are_matched_by_number_or_by_order() {
    assertThat(
            read("{\"constraints\":[{\"tasks\":[\"T1\"]},{\"number\":\"2\",\"tasks\":\"task_2\"}],"
                    + "\"tasks\":[]}")
                .constraints())
        .containsExactly(
            new PlanConstraint(1, List.of("TASK-001")), new PlanConstraint(2, List.of("TASK-002")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "I cannot do that.", "{\"findings\": []}", "{\"tasks\": \"none\"}"})
  void a_reply_without_tasks_yields_no_plan_and_an_error(String text) {
    List<String> errors = new ArrayList<>();
    assertThat(PlanReader.read(text, true, errors)).isEmpty();
    assertThat(errors).containsExactly("The reply has no JSON object with a list \"tasks\".");
  }

  @Property(tries = 300)
  void the_reader_never_throws(@ForAll String text) {
    List<String> errors = new ArrayList<>();
    assertThat(PlanReader.read("{\"tasks\": [{\"files\": [\"" + text + "\"]}]}", true, errors))
        .isNotNull();
    assertThat(PlanReader.read(text, true, errors)).isNotNull();
  }
}
