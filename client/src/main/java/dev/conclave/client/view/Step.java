package dev.conclave.client.view;

import dev.conclave.workflows.analyze.AnalyzePhase;
import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.context.ContextPhase;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.execute.ExecutePhase;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.review.ReviewPhase;
import dev.conclave.workflows.review.ReviewState;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionPhase;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A step of a session, and whether it is done, skipped, running or pending. */
public record Step(String name, Standing standing) {
  public enum Standing {
    DONE,
    SKIPPED,
    NOW,
    WAITING,
    AHEAD
  }

  /** The steps of each kind, with the first phase of each. */
  private static final Map<KindSpec, Map<String, SessionPhase>> STEPS =
      Map.of(
          PlanState.KIND,
          steps(
              "context", Phase.INITIALIZING,
              "analysis", Phase.ANALYZING,
              "decision", Phase.AWAITING_CLARIFICATION,
              "plan", Phase.GENERATING_PLAN),
          AnalyzeState.KIND,
          steps(
              "topic", AnalyzePhase.INITIALIZING,
              "tasks", AnalyzePhase.AWAITING_TASKS,
              "analysis", AnalyzePhase.RUNNING_TASKS,
              "discussion", AnalyzePhase.AWAITING_DISCUSSION,
              "report", AnalyzePhase.AWAITING_COMPLETION),
          ContextState.KIND,
          steps(
              "detection", ContextPhase.INITIALIZING,
              "exploration", ContextPhase.EXPLORING,
              "conflicts", ContextPhase.ANALYZING_CONFLICTS,
              "package", ContextPhase.AWAITING_RESOLUTIONS),
          ReviewState.KIND,
          steps("change", ReviewPhase.INITIALIZING, "review", ReviewPhase.REVIEWING),
          ExecuteState.KIND,
          steps(
              "preparation", ExecutePhase.OPENING,
              "tasks", ExecutePhase.EXECUTING,
              "review", ExecutePhase.REVIEWING,
              "delivery", ExecutePhase.AWAITING_DELIVERY));

  private static Map<String, SessionPhase> steps(Object... pairs) {
    Map<String, SessionPhase> steps = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      steps.put((String) pairs[i], (SessionPhase) pairs[i + 1]);
    }
    return steps;
  }

  /** Returns the steps of a session; a session that ended early has no running step. */
  public static List<Step> of(SessionView view) {
    Map<String, SessionPhase> steps =
        STEPS.getOrDefault(SessionKinds.ofId(view.session()), Map.of());
    int now = steps.values().stream().mapToInt(first -> reached(first, view.phase()) ? 1 : 0).sum();
    Standing current =
        view.over() ? Standing.AHEAD : view.gate().isPresent() ? Standing.WAITING : Standing.NOW;
    List<Step> all = new ArrayList<>();
    for (String name : steps.keySet()) {
      int number = all.size() + 1;
      boolean done = view.complete() || (!view.over() && number < now);
      // A quick analysis has no discussion.
      boolean skipped = done && name.equals("discussion") && view.round() == 0;
      all.add(
          new Step(
              name,
              skipped
                  ? Standing.SKIPPED
                  : done ? Standing.DONE : number == now ? current : Standing.AHEAD));
    }
    return all;
  }

  private static boolean reached(SessionPhase first, String phase) {
    Enum<?> constant = (Enum<?>) first;
    for (Object other : constant.getDeclaringClass().getEnumConstants()) {
      Enum<?> one = (Enum<?>) other;
      if (Words.of(one).equals(phase)) {
        return one.ordinal() >= constant.ordinal();
      }
    }
    return false;
  }
}
