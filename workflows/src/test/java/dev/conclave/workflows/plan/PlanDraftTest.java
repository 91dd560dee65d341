package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.text.WireMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanDraftTest {
  @Test
  void a_revised_plan_names_the_tasks_that_differ() throws Exception {
    PlanDraft draft =
        WireMapper.get()
            .convertValue(Map.of("plan", plan("Limit", "Document it", "")), PlanDraft.class);

    assertThat(draft.revising(plan("Limit", "Test it", "Log")).revised())
        .isEqualTo(List.of("changed TASK-002 Document it", "removed TASK-003 Log"));
    assertThat(draft.revising(plan("Limit", "", "")).revised())
        .isEqualTo(List.of("added TASK-002 Document it"));
  }

  /** Returns a plan with a task of each title, except empty ones. */
  private static Plan plan(String... titles) throws Exception {
    StringBuilder tasks = new StringBuilder();
    for (int i = 0; i < titles.length; i++) {
      if (!titles[i].isEmpty()) {
        tasks
            .append(tasks.isEmpty() ? "" : ",")
            .append("{\"id\": \"TASK-00%d\", \"title\": \"%s\"}".formatted(i + 1, titles[i]));
      }
    }
    return WireMapper.get().readValue("{\"tasks\": [%s]}".formatted(tasks), Plan.class);
  }
}
