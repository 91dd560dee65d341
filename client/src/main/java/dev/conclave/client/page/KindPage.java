package dev.conclave.client.page;

import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.terminal.Columns;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Printable;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.review.ReviewState;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.session.SessionView.TaskLine;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** The parts of pages that are specific to one kind of session. */
public abstract class KindPage<S extends SessionState<?>> {
  private static final int LONGEST = 300;

  /** The pages of each kind; a new kind is an entry here. */
  private static final Map<KindSpec, KindPage<?>> PAGES =
      Map.of(
          PlanState.KIND, new PlanKindPage(),
          ContextState.KIND, new ContextKindPage(),
          AnalyzeState.KIND, new AnalyzeKindPage(),
          ReviewState.KIND, new ReviewKindPage(),
          ExecuteState.KIND, new ExecuteKindPage());

  /** A part of a session in full, for {@code --json} and as a page. */
  public record Part(Object json, Consumer<Page> page) {}

  static KindPage<?> of(String session) {
    return Objects.requireNonNull(PAGES.get(SessionKinds.ofId(session)));
  }

  @SuppressWarnings("unchecked")
  public static KindPage<SessionState<?>> of(SessionState<?> state) {
    return (KindPage<SessionState<?>>) Objects.requireNonNull(PAGES.get(state.kind()));
  }

  void afterGate(Page page, S state, Gate gate) {}

  /**
   * Writes the details of a gate.
   *
   * @param what a number, an id or a word; empty for all
   */
  abstract void details(Page page, S state, Gate gate, String what);

  Table tasks(SessionSnapshot now) {
    return new Table();
  }

  /** Writes what only this kind of session has, below its tasks. */
  void more(Page page, SessionSnapshot now) {}

  /**
   * Returns the status of a task, which is running while agents work on it.
   *
   * @param work its id, or the angle of an exploration
   */
  static String status(TaskLine task, String work, SessionSnapshot now) {
    return now.view().workingSince(work).isPresent() ? "running" : task.status();
  }

  static String found(TaskLine task) {
    return Columns.fit(Printable.line(task.findings()), LONGEST);
  }

  public boolean keepsOutputs() {
    return false;
  }

  /**
   * Shows a round in full.
   *
   * @param whole reads an untruncated round if this host has it
   * @throws UsageException when the session has no such round
   */
  public Part round(S state, int number, Function<DocumentRef, Optional<Synthesis>> whole) {
    throw onlyOfPlans(state, "rounds");
  }

  /**
   * Shows the plan in full.
   *
   * @param remarks receives remarks about the plan, as sentences
   * @throws UsageException when the session has none
   */
  public Part plan(S state, Consumer<String> remarks) {
    throw onlyOfPlans(state, "a plan");
  }

  /** Returns the error for a part that only planning sessions have. */
  public static UsageException onlyOfPlans(SessionState<?> state, String what) {
    return new UsageException(
        "Only a planning session has %s; the result of session %s is in %s."
            .formatted(what, state.handle(), state.view().folder().orElse("its folder")));
  }

  public static UsageException missing(String session, String what) {
    return new UsageException(
        "The session has no " + what + " yet; see `conclave show " + session + "`.");
  }
}
