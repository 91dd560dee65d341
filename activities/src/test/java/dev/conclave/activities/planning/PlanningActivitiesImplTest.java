package dev.conclave.activities.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.api.PlanningActivities.PlanCheck;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.ImplementationPlan;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.temporal.WireMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanningActivitiesImplTest {
  private static final String TREE = "2".repeat(40);
  private static final Workspace WORKSPACE =
      new Workspace(
          "h", "lima", "k", "/repo", Optional.empty(), "/repo/.workflow", true, Optional.empty());

  @TempDir private Path data;
  private DocumentStore documents;
  private PlanningActivitiesImpl planning;

  @BeforeEach
  void open() {
    documents = DocumentStore.in(new DataFolder(data));
    planning =
        new PlanningActivitiesImpl(
            (workspace, tree) -> {
              assertThat(workspace).isEqualTo(WORKSPACE);
              assertThat(tree).isEqualTo(TREE);
              return Plans.TREE;
            },
            documents);
  }

  @Test
  void a_checked_plan_is_kept_as_a_document_that_reads_back() throws Exception {
    PlanCheck check = planning.check(Plans.sound(), PlanTerms.NONE, WORKSPACE, TREE);
    assertThat(check.passes()).isTrue();
    assertThat(WireMapper.get().readValue(documents.get(check.document()), Plan.class))
        .isEqualTo(Plans.sound());
  }

  @Test
  void a_plan_that_fails_says_why_and_is_kept_too() {
    PlanCheck check =
        planning.check(Plans.of(Plans.accepting(Plans.api())), PlanTerms.NONE, WORKSPACE, TREE);
    assertThat(check.errors()).singleElement().asString().startsWith("TASK-001 has no acceptance");
    assertThat(check.warnings()).singleElement().asString().startsWith("The plan has 1 task");
    assertThat(documents.text(check.document())).contains("TASK-001");
  }

  @Test
  void a_degraded_plan_is_made_for_the_tree_of_the_session() {
    Solution solution =
        new Solution(
            "Filter",
            "A filter",
            List.of("gemini"),
            Optional.of(0.9),
            Level.LOW,
            Level.LOW,
            false,
            "not assessed",
            "not assessed",
            "A filter",
            List.of(),
            List.of(),
            List.of(new CodeLocation("src/Api.java", 42, "register")),
            new ImplementationPlan("", List.of(), "", List.of()),
            new Solution.Dependencies(List.of(), List.of()),
            List.of(),
            70,
            1,
            1,
            "S1",
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of());
    Plan plan =
        planning
            .degraded(
                "Limit requests",
                solution,
                new PlanTerms(List.of("no new library"), Scope.UNSAID),
                WORKSPACE,
                TREE)
            .orElseThrow();
    assertThat(planning.check(plan, PlanTerms.NONE, WORKSPACE, TREE).passes()).isTrue();
    assertThat(plan.tasks())
        .singleElement()
        .satisfies(task -> assertThat(task.description()).contains("no new library"));
  }
}
