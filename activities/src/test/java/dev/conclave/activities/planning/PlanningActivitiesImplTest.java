package dev.conclave.activities.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.discussion.Analyses;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.api.PlanningActivities.PlanCheck;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.WireMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
  void a_rejected_plan_gives_reasons_and_is_stored_like_a_valid_one() throws Exception {
    PlanCheck sound = planning.check(Plans.sound(), PlanTerms.NONE, WORKSPACE, TREE);
    PlanCheck failing =
        planning.check(Plans.of(Plans.accepting(Plans.api())), PlanTerms.NONE, WORKSPACE, TREE);

    assertThat(sound.passes()).isTrue();
    assertThat(WireMapper.get().readValue(documents.get(sound.document()), Plan.class))
        .isEqualTo(Plans.sound());
    assertThat(failing.errors())
        .singleElement()
        .asString()
        .startsWith("TASK-001 has no acceptance");
    assertThat(failing.warnings()).singleElement().asString().startsWith("The plan has 1 task");
    assertThat(documents.text(failing.document())).contains("TASK-001");
  }

  @Test
  void a_degraded_plan_is_made_for_the_tree_of_the_session() {
    Solution solution =
        Analyses.of(
            Solution.class,
            Map.of(
                "name", "Filter",
                "source_cli", List.of("gemini"),
                "effort", "low",
                "affected_files", List.of(new CodeLocation("src/Api.java", 42, "register")),
                "implementation_plan", Map.of()));
    Plan plan =
        planning
            .degraded(
                "Limit requests",
                solution,
                new PlanTerms(List.of("no new library"), Scope.NONE),
                WORKSPACE,
                TREE,
                null)
            .orElseThrow();
    assertThat(planning.check(plan, PlanTerms.NONE, WORKSPACE, TREE).passes()).isTrue();
    assertThat(plan.tasks())
        .singleElement()
        .satisfies(task -> assertThat(task.description()).contains("no new library"));
  }
}
