package dev.conclave.workflows.execute;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.workflows.api.ExecutionActivities.TaskChange;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.execute.TaskRun.Status;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.session.AgentQuestion;
import dev.conclave.workflows.session.AgentQuestion.Given;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.WireMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The prompts for writers. A pure function of the state. */
record ExecuteQuestions(ExecuteState state) {
  private static final int FINDINGS = 16 << 10;
  private static final int EARLIER = 4 << 10;
  private static final int PLAN = 4 << 10;

  /**
   * The problems of a tree that an agent left.
   *
   * @param what one sentence per problem
   * @param output of the failing check; null if none fails
   * @param diff of the change that must be redone; null if the tree contains it
   */
  record Wrong(List<String> what, @Nullable DocumentRef output, @Nullable DocumentRef diff) {}

  /**
   * Asks for a task.
   *
   * @param turn distinguishes the calls of one task
   * @param tree the tree to start from
   * @param wrong its problems; null for a first attempt
   */
  AgentQuestion task(String id, String turn, String tree, @Nullable Wrong wrong) {
    PlanTask task = state.planTask(id);
    Map<String, String> notes = notes(wrong, state.checksOf(id));
    notes.put("task", json(task));
    String hint = state.task(id).hint();
    if (hint != null) {
      notes.put("hint", hint);
    }
    return question("x" + number(id) + "." + turn, notes, tree, wrong);
  }

  AgentQuestion fix(String what, String turn, String tree, @Nullable Wrong wrong) {
    Map<String, String> notes = notes(wrong, state.checksOf(""));
    notes.put("findings", Cut.lines(what, FINDINGS));
    return question("f" + turn, notes, tree, wrong);
  }

  private AgentQuestion question(
      String call, Map<String, String> notes, String tree, @Nullable Wrong wrong) {
    Map<String, DocumentRef> documents = new LinkedHashMap<>();
    put(documents, "context", state.request().context());
    put(documents, "failure", wrong == null ? null : wrong.output());
    put(documents, "diff", wrong == null ? null : wrong.diff());
    return new AgentQuestion(
        call, 0, Role.EXECUTOR, () -> new Given("executor-1", documents, notes, tree));
  }

  private static void put(
      Map<String, DocumentRef> documents, String name, @Nullable DocumentRef document) {
    if (document != null) {
      documents.put(name, document);
    }
  }

  private Map<String, String> notes(@Nullable Wrong wrong, List<Check> checks) {
    Map<String, String> notes = new LinkedHashMap<>();
    Plan plan = state.request().plan();
    List<String> told = new ArrayList<>(List.of(plan.summary(), plan.approach()));
    told.addAll(plan.designDecisions());
    notes.put("plan", Cut.lines(String.join("\n", told), PLAN));
    note(notes, "constraints", state.request().bounds().constraints());
    note(notes, "earlier", earlier());
    note(notes, "setup", state.setup());
    note(notes, "checks", checks.stream().map(check -> check.command().line()).toList());
    note(notes, "failed", wrong == null ? List.of() : wrong.what());
    return notes;
  }

  private static void note(Map<String, String> notes, String name, List<String> lines) {
    if (!lines.isEmpty()) {
      notes.put(name, String.join("\n", lines));
    }
  }

  /** Lists the finished work on the branch, one line per task. */
  private List<String> earlier() {
    String all =
        String.join(
            "\n",
            state.tasks().stream()
                .filter(task -> task.is(Status.DONE) && task.change() != null)
                .map(task -> "%s %s: %s".formatted(task.id(), task.title(), paths(task.change())))
                .toList());
    return Cut.lines(all, EARLIER).lines().toList();
  }

  private static String paths(@Nullable TaskChange change) {
    return change == null ? "" : String.join(", ", Bounds.paths(change.paths()));
  }

  private int number(String id) {
    return state.request().plan().tasks().indexOf(state.planTask(id)) + 1;
  }

  private static String json(PlanTask task) {
    try {
      return WireMapper.get().writeValueAsString(task);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records of ours are JSON", e);
    }
  }
}
