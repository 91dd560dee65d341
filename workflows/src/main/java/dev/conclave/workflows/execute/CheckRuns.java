package dev.conclave.workflows.execute;

import dev.conclave.workflows.api.CheckActivities;
import dev.conclave.workflows.api.CheckActivities.CheckOrder;
import dev.conclave.workflows.api.CheckActivities.CheckRun;
import dev.conclave.workflows.api.CheckActivities.CheckStatus;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.Words;
import io.temporal.workflow.Functions.Func;
import java.util.List;

/** Runs checks in parallel, limited by the slots of the host. */
record CheckRuns(ExecuteState state, HostCalls host) {
  private static final int SUMMARY = 80;

  /** Runs setup and checks on the base tree. */
  void baseline() {
    List<String> setup = state.setup();
    String tree = state.requireBase().tree();
    if (!setup.isEmpty()) {
      // Runs setup once first: every check needs it, and a failure is reported only once.
      CheckRun made = run(setup.get(setup.size() - 1), tree, 1, true);
      if (made.status() != CheckStatus.PASSED) {
        state.tell("setup failed: `%s`: %s".formatted(made.line(), lastLine(made)));
      }
    }
    List<Func<CheckRun>> runs =
        state.checks().stream()
            .filter(Check::canRun)
            .<Func<CheckRun>>map(check -> () -> run(check.command().line(), tree, 1, false))
            .toList();
    AgentCalls.inParallel(runs)
        .forEach(run -> state.updateCheck(run.line(), check -> check.withBefore(run)));
  }

  /** Runs checks on a tree; a check that passed before and fails now runs twice. */
  List<CheckRun> runAll(String tree, List<Check> checks) {
    return AgentCalls.inParallel(
        checks.stream().<Func<CheckRun>>map(check -> () -> twice(check, tree)).toList());
  }

  private CheckRun twice(Check check, String tree) {
    CheckRun first = run(check.command().line(), tree, 1, false);
    if (!check.regresses(first)) {
      return first;
    }
    CheckRun second = run(check.command().line(), tree, 2, false);
    if (second.status() == CheckStatus.PASSED) {
      state.updateCheck(check.command().line(), one -> one.withFlaky(true));
    }
    return second;
  }

  private CheckRun run(String line, String tree, int attempt, boolean setupOnly) {
    String summary =
        Cut.shorten(line, SUMMARY)
            + (attempt == 1 ? "" : " · " + state.language().sentence("once more"));
    return host.call(
        CheckActivities.class,
        ActivityProfile.CHECK,
        summary,
        checks ->
            checks.run(
                new CheckOrder(
                    state.session(),
                    state.requireWorkspace(),
                    line,
                    tree,
                    state.setup(),
                    attempt,
                    tree.equals(state.requireBase().tree()),
                    setupOnly)));
  }

  static String lastLine(CheckRun run) {
    return lastLine(run, Language.EN);
  }

  /** Returns the last line of the output, which no language changes, with the exit code. */
  static String lastLine(CheckRun run, Language language) {
    String said = run.tail().strip().lines().reduce("", (before, line) -> line);
    String exit =
        language.sentence(run.exit().map(code -> "exit " + code).orElse(Words.of(run.status())));
    return said.isEmpty() ? exit : exit + ", " + Cut.shorten(said, SUMMARY * 2);
  }
}
