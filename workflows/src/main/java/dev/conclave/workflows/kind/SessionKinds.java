package dev.conclave.workflows.kind;

import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.review.ReviewState;
import dev.conclave.workflows.session.KindSpec;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The kinds of session, for client and worker. */
public final class SessionKinds {
  /** All kinds. Register a new kind here. */
  public static final List<KindSpec> ALL =
      List.of(
          PlanState.KIND,
          ContextState.KIND,
          AnalyzeState.KIND,
          ReviewState.KIND,
          ExecuteState.KIND);

  private SessionKinds() {}

  /** Returns the kind of a workflow type; empty if the workflow is not a session. */
  public static Optional<KindSpec> ofType(String type) {
    return ALL.stream().filter(kind -> kind.type().equals(type)).findFirst();
  }

  /** Returns the kind of a session id; the planning kind if the id names none. */
  public static KindSpec ofId(String id) {
    return ALL.stream().filter(kind -> kind.names(id)).findFirst().orElse(PlanState.KIND);
  }

  /** Returns the visibility query condition that matches sessions of every kind. */
  public static String query() {
    return ALL.stream()
        .map(kind -> "'" + kind.type() + "'")
        .collect(Collectors.joining(", ", "WorkflowType IN (", ")"));
  }

  /** Returns whether the id begins with the words, with or without its kind's prefix. */
  public static boolean begins(String id, String words) {
    return id.startsWith(words)
        || ALL.stream().anyMatch(kind -> id.startsWith(kind.prefix() + words));
  }
}
