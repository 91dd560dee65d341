package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.temporal.WireMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * {@code plan.json} and the files of its tasks, readable by both generations of executors: the one
 * that reads whole tasks from the plan, and the one that reads ids there and a file for each.
 */
final class PlanFiles {
  private static final String SCHEMA_VERSION = "2.0";
  private static final String DONE =
      "Every criterion is met, the verification passes, and no file outside of the task changed.";

  private PlanFiles() {}

  static ObjectNode plan(PlanState state, PlanDraft draft) {
    Plan plan = draft.plan();
    ObjectNode json = FileWords.wire(plan);
    json.remove(List.of("degraded", "data_flow", "design_decisions"));
    json.put("complexity", complexity(plan));
    plan.dataFlow().ifPresent(flow -> json.put("data_flow", flow));
    if (!plan.designDecisions().isEmpty()) {
      json.set("design_decisions", FileWords.texts(plan.designDecisions()));
    }
    json.putArray("tasks").addAll(plan.tasks().stream().map(PlanFiles::task).toList());
    json.set("task_ids", FileWords.texts(plan.tasks().stream().map(PlanTask::id).toList()));
    json.put("task_count", plan.tasks().size());
    json.putArray("constraints")
        .addAll(PlanTables.constraints(draft).stream().map(PlanFiles::constraint).toList());
    json.set("scope", WireMapper.get().valueToTree(draft.terms().scope()));
    json.set("_metadata", metadata(state, draft));
    return json;
  }

  private static ObjectNode constraint(PlanTables.ConstraintRow row) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("constraint", row.constraint());
    json.set("tasks", FileWords.texts(row.tasks()));
    return json;
  }

  static ObjectNode task(PlanTask task) {
    ObjectNode json = FileWords.wire(task);
    ObjectNode convergence = json.putObject("convergence");
    convergence.set("criteria", FileWords.texts(task.acceptance()));
    convergence.put("verification", task.verification());
    convergence.put("definition_of_done", DONE);
    return json;
  }

  /** The complexity as files and prompts spell it: with a capital. */
  static String complexity(Plan plan) {
    return switch (plan.complexity()) {
      case LOW -> "Low";
      case MEDIUM -> "Medium";
      case HIGH -> "High";
    };
  }

  /** When the plan came, as far as it is known. */
  static Instant drafted(PlanState state, PlanDraft draft) {
    return draft.drafted().orElse(state.updatedAt());
  }

  private static ObjectNode metadata(PlanState state, PlanDraft draft) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("timestamp", drafted(state, draft).toString());
    json.put("source", "collaborative-discussion");
    json.put("plan_type", "collaborative");
    json.put("schema_version", SCHEMA_VERSION);
    json.put("session_id", state.session());
    json.put(
        "duration_seconds",
        Duration.between(state.createdAt(), drafted(state, draft)).toMillis() / 1000.0);
    if (draft.plan().degraded()) {
      json.put("degraded", true);
    }
    json.put("author", draft.author());
    json.put("repairs", draft.repairs());
    json.put("tree", draft.tree());
    json.set("check_errors", FileWords.texts(draft.errors()));
    json.set("check_warnings", FileWords.texts(draft.warnings()));
    json.set("passed_over", FileWords.texts(draft.passedOver()));
    json.set("unsettled", FileWords.texts(draft.unsettled()));
    return json;
  }
}
