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

/** The kinds of session, as client and worker ask for them. */
public final class SessionKinds {
  /** Every kind; a new one is a line here. */
  public static final List<KindSpec> ALL =
      List.of(
          PlanState.KIND,
          ContextState.KIND,
          AnalyzeState.KIND,
          ReviewState.KIND,
          ExecuteState.KIND);

  private SessionKinds() {}

  /** The kind of a workflow type; empty for a workflow that is no session. */
  public static Optional<KindSpec> ofType(String type) {
    return ALL.stream().filter(kind -> kind.type().equals(type)).findFirst();
  }

  /** The kind of a session by its id; a planning session where the id says no other. */
  public static KindSpec ofId(String id) {
    return ALL.stream().filter(kind -> kind.names(id)).findFirst().orElse(PlanState.KIND);
  }

  /** The condition of a workflow query that matches sessions of every kind. */
  public static String query() {
    return ALL.stream()
        .map(kind -> "'" + kind.type() + "'")
        .collect(Collectors.joining(", ", "WorkflowType IN (", ")"));
  }

  /**
   * Whether a person may mean the id by these words at its beginning; the prefix may be left out.
   */
  public static boolean begins(String id, String words) {
    return id.startsWith(words)
        || ALL.stream().anyMatch(kind -> id.startsWith(kind.prefix() + words));
  }
}
