package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.plan.Kept;
import dev.conclave.workflows.plan.PlanState;
import java.util.List;
import java.util.Optional;

/**
 * {@code context-package.json}: what a search found, and after the decision the solution and what
 * belongs to it.
 */
final class ContextPackageFile {
  private ContextPackageFile() {}

  static ObjectNode render(ContextPackage context, PlanState state) {
    ObjectNode json = FileWords.wire(context);
    json.remove("map");
    if (context.workspace().head().isEmpty() && json.path("workspace") instanceof ObjectNode at) {
      at.put("head", "");
    }
    selected(state).ifPresent(solution -> decided(solution, state, json));
    return json;
  }

  /** The solution that a human approved; empty before a decision. */
  static Optional<Solution> selected(PlanState state) {
    List<Solution> solutions = state.last().map(Synthesis::solutions).orElse(List.of());
    return state.selected().filter(i -> i >= 0 && i < solutions.size()).map(solutions::get);
  }

  /** What the ledger has come to. */
  static CrossVerification verified(PlanState state) {
    return CrossVerification.of(
        state.last().map(Synthesis::ledger).orElse(Ledger.EMPTY), state.request().languages());
  }

  private static void decided(Solution solution, PlanState state, ObjectNode json) {
    ObjectNode whole = FileWords.solution(solution);
    json.set(
        "solution",
        whole.deepCopy().retain("name", "source_cli", "feasibility", "effort", "risk", "summary"));
    json.set("implementation_plan", whole.path("implementation_plan"));
    json.set("dependencies", whole.path("dependencies"));
    json.set("technical_concerns", whole.path("technical_concerns"));
    json.set("consensus", consensus(verified(state)));
    json.set("constraints", FileWords.texts(Kept.of(state.decisions()).constraints()));
  }

  private static ObjectNode consensus(CrossVerification verification) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.set("agreements", FileWords.statements(verification.agreements()));
    ArrayNode resolved = json.putArray("resolved_conflicts");
    verification.disagreements().stream()
        .filter(disagreement -> !disagreement.open())
        .forEach(disagreement -> resolved.add(FileWords.wire(disagreement)));
    return json;
  }
}
