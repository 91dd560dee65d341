package dev.conclave.client.view;

import dev.conclave.workflows.api.ExecutionActivities.Base;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.execute.ExecuteRequest;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.execute.TaskRun;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.session.Clarifications;
import dev.conclave.workflows.session.SessionState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What a person confirms: how a plan is executed, and where an execution is delivered. */
public final class ExecutionOffer {
  private static final String DELIVERY =
      "on a branch of its own; your files and branches stay unchanged until you choose keep, merge, pr, patch or discard";

  private ExecutionOffer() {}

  /** Returns a changed task as a field named after the change, without translating its title. */
  private static Line revised(String task) {
    String change = task.substring(0, task.indexOf(' '));
    String mark = change.substring(0, 1).toUpperCase(Locale.ROOT) + change.substring(1);
    return new Line(Tone.PLAIN, mark, task.substring(change.length() + 1));
  }

  /** Returns lines to show with the gate's own; none for most gates. */
  public static List<Line> of(SessionState<?> any, Gate gate) {
    List<Line> lines = new ArrayList<>();
    if (any instanceof PlanState state && gate.type() == GateType.CONFIRMATION) {
      List<String> wishes = Clarifications.wishes(state.decisions());
      wishes.stream()
          .skip(Math.max(0, wishes.size() - 1))
          .forEach(wish -> lines.add(new Line(Tone.PLAIN, "Requested", wish)));
      state
          .currentPlan()
          .map(PlanDraft::revised)
          .orElse(List.of())
          .forEach(task -> lines.add(revised(task)));
      if (gate.kinds().contains(AnswerKind.EXECUTE)) {
        lines.addAll(execution(state));
      }
    } else if (any instanceof ExecuteState state && gate.type() == GateType.DELIVERY) {
      state
          .base()
          .flatMap(Base::onBranch)
          .ifPresent(branch -> lines.add(new Line(Tone.PLAIN, "Target", branch)));
      Set<String> reviewers =
          state.reviews().stream()
              .flatMap(review -> review.reviewers().stream())
              .collect(Collectors.toSet());
      state.tasks().stream()
          .map(TaskRun::agent)
          .distinct()
          .filter(reviewers::contains)
          .map(agent -> Line.warning(agent + " reviewed work of its own"))
          .forEach(lines::add);
    }
    return lines;
  }

  private static List<Line> execution(PlanState state) {
    ExecuteRequest request = state.execute();
    List<String> writers = request.writers().stream().filter(state.roster()::mayWrite).toList();
    List<String> reviewers = request.reviewers();
    List<String> checks =
        request.plan().tasks().stream()
            .map(PlanTask::checks)
            .flatMap(List::stream)
            .distinct()
            .toList();
    return List.of(
        new Line(Tone.PLAIN, "Executor", String.join(", else ", writers)),
        new Line(
            Tone.PLAIN,
            "Code review",
            reviewers == null
                ? "the analysts that did not write the code"
                : reviewers.isEmpty() ? "none" : String.join(", ", reviewers)),
        new Line(Tone.PLAIN, "Delivery", DELIVERY),
        new Line(
            Tone.PLAIN,
            "Checks",
            checks.isEmpty()
                ? "those of the repository; you allow them before they run"
                : "%s, and those of the repository; you allow them before they run"
                    .formatted(String.join(", ", checks))));
  }
}
