package dev.conclave.workflows.execute;

import dev.conclave.workflows.api.ExecutionActivities.Committed;
import dev.conclave.workflows.api.ExecutionActivities.DeliveryOrder;
import dev.conclave.workflows.api.ExecutionActivities.Way;
import dev.conclave.workflows.discussion.ReviewOutcome.Criterion;
import dev.conclave.workflows.discussion.ReviewOutcome.Judged;
import dev.conclave.workflows.execute.TaskRun.Status;
import dev.conclave.workflows.gate.Answer;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.GateLoop;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.session.SessionMemo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Applies human decisions to an execution. */
final class ExecuteGateHandlers {
  private final ExecuteState state;
  private final GateLoop gates;
  private final ExecuteGateContent offer;
  private final HostCalls host;
  private final AgentCalls calls;

  ExecuteGateHandlers(ExecuteState state, GateLoop gates, HostCalls host, AgentCalls calls) {
    this.state = state;
    this.gates = gates;
    offer = new ExecuteGateContent(state);
    this.host = host;
    this.calls = calls;
  }

  /** Allows commands, and remembers them for the repository. */
  void allow(Predicate<Check> which) {
    List<String> lines =
        state.unallowed().stream().filter(which).map(check -> check.command().line()).toList();
    state.allow(which);
    if (!lines.isEmpty()) {
      host.inRepository(
          "remember the commands that are allowed",
          executions -> {
            executions.allow(state.requireWorkspace(), lines);
            return true;
          });
    }
  }

  ExecutePhase allowCommands() {
    return gates.next(
        state.phase(),
        offer::commands,
        answer -> {
          if (answer.kind() == AnswerKind.ALLOW) {
            List<Check> shown = state.unallowed();
            Set<Integer> numbers =
                Set.copyOf(answer.as(Answer.Allow.class).orElseThrow().numbers());
            allow(check -> numbers.isEmpty() || numbers.contains(shown.indexOf(check) + 1));
          }
          return ExecutePhase.BASELINE;
        });
  }

  ExecutePhase judgeFailure() {
    TaskRun failed = state.failed().orElseThrow();
    String id = failed.id();
    return gates.next(
        state.phase(),
        () -> offer.failure(failed),
        answer ->
            switch (answer.kind()) {
              case RETRY -> {
                state.put(failed.withStatus(Status.WAITING).withHint(answer.text().orElse(null)));
                yield afterFailure();
              }
              case SKIP -> {
                state.skip(id, failed.failure());
                yield afterFailure();
              }
              case BY_HAND -> ExecutePhase.BY_HAND;
              case ABORT -> abort(failed);
              default -> throw answer.unexpected();
            });
  }

  /** Each failed task needs its own answer before the work continues. */
  private ExecutePhase afterFailure() {
    return state.failed().isPresent() ? ExecutePhase.AWAITING_TASK : ExecutePhase.EXECUTING;
  }

  private ExecutePhase abort(TaskRun failed) {
    state.skip(failed.id(), failed.failure());
    state.abort("the execution was stopped before this task");
    return ExecutePhase.EXECUTING;
  }

  ExecutePhase waitForHand() {
    TaskRun task = state.failed().orElseThrow();
    String id = task.id();
    String base = state.tip();
    String folder =
        host.inRepository(
            "make a folder for " + id,
            git -> git.openByHand(state.session(), state.requireWorkspace(), id, base));
    return gates.next(
        state.phase(),
        () -> offer.byHand(task, folder),
        answer ->
            switch (answer.kind()) {
              case CONTINUE -> {
                Optional<String> tree =
                    host.tryOptional(
                        "importing the manual changes",
                        () ->
                            host.inRepository(
                                "import the manual changes",
                                git ->
                                    git.takeByHand(
                                        state.session(), state.requireWorkspace(), id, base)));
                if (tree.isEmpty()) {
                  yield ExecutePhase.BY_HAND;
                }
                new TaskStep(state, host, calls.ofNewPhase()).mergeManualWork(id, base, tree.get());
                yield afterFailure();
              }
              case SKIP -> {
                state.skip(id, task.failure());
                yield afterFailure();
              }
              case ABORT -> abort(task);
              default -> throw answer.unexpected();
            });
  }

  ExecutePhase afterReview() {
    boolean good = state.severeFindings().isEmpty() && state.unmet().isEmpty();
    return good || state.accepted != null
        ? ExecutePhase.AWAITING_DELIVERY
        : ExecutePhase.AWAITING_REVIEW;
  }

  ExecutePhase judgeReview() {
    return gates.next(
        state.phase(),
        offer::review,
        answer ->
            switch (answer.kind()) {
              case FIX -> fix(answer);
              case ACCEPT -> {
                state.accepted = answer.text().orElse("accepted");
                yield ExecutePhase.AWAITING_DELIVERY;
              }
              case DISCARD -> deliverBy(Way.DISCARD, answer);
              default -> throw answer.unexpected();
            });
  }

  private ExecutePhase fix(GateAnswer answer) {
    String what = toFix(answer.text().orElse(null));
    if (what.isEmpty()) {
      state.tell("there is nothing to fix: say what should change, as in `fix TEXT`");
      return state.phase();
    }
    state.fix(what);
    return ExecutePhase.EXECUTING;
  }

  /**
   * Returns the prompt text for the writer: findings with both sides, criteria, and the user's
   * comment.
   */
  private String toFix(@Nullable String words) {
    List<String> lines = new ArrayList<>();
    if (words != null) {
      lines.add("The user says: " + words);
    }
    for (Judged one : state.openFindings()) {
      lines.add("%s %s".formatted(one.finding().place(), one.finding().statement()));
      one.against()
          .forEach(vote -> lines.add("  %s disagrees: %s".formatted(vote.agent(), vote.note())));
    }
    for (Criterion one : state.unmet()) {
      lines.add("Not met: " + one.text());
      one.votes().forEach(vote -> lines.add("  %s: %s".formatted(vote.agent(), vote.note())));
    }
    return String.join("\n", lines);
  }

  ExecutePhase chooseDelivery() {
    if (!state.gates().answered() && state.gates().open().isEmpty()) {
      state.target =
          host.inRepository(
              "check the ways of delivery",
              git ->
                  git.target(
                      state.session(),
                      state.requireWorkspace(),
                      state.requireBase(),
                      state.top().map(Committed::commit).orElseThrow(),
                      state.request().uncommitted()));
    }
    return gates.next(
        state.phase(),
        offer::delivery,
        answer ->
            switch (answer.kind()) {
              case FIX -> fix(answer);
              case KEEP -> deliverBy(Way.KEEP, answer);
              case MERGE -> deliverBy(Way.MERGE, answer);
              case PR -> deliverBy(Way.PR, answer);
              case PATCH -> deliverBy(Way.PATCH, answer);
              case DISCARD -> deliverBy(Way.DISCARD, answer);
              default -> throw answer.unexpected();
            });
  }

  private ExecutePhase deliverBy(Way way, GateAnswer answer) {
    boolean squash = answer.as(Answer.Merge.class).filter(Answer.Merge::squash).isPresent();
    DeliveryOrder plain = order(way);
    state.order =
        plain
            .withSquash(squash)
            .withBody(squash ? ExecutionReport.ofSquashed(state) : plain.body())
            .withDraft(
                answer.as(Answer.PullRequest.class).filter(Answer.PullRequest::draft).isPresent())
            .withFile(answer.as(Answer.Patch.class).map(Answer.Patch::file).orElse(""));
    return ExecutePhase.DELIVERING;
  }

  DeliveryOrder order(Way way) {
    return new DeliveryOrder(
        state.session(),
        state.requireWorkspace(),
        state.requireBase(),
        state.top().map(Committed::commit).orElseThrow(),
        way,
        false,
        false,
        "",
        SessionMemo.firstWords(state.request().task()),
        ExecutionReport.of(state));
  }
}
