package dev.conclave.workflows.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.temporal.Message;
import dev.conclave.workflows.text.Bounds;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Ends a session before its work is done: by a cancellation from inside or outside, or its
 * deadline.
 */
public final class StopCondition {
  private static final List<Integer> REMINDERS = List.of(50, 90);

  private final SessionState<?> state;
  private Optional<String> cancelledBy = Optional.empty();
  private boolean deadlinePassed;
  private Optional<CancellationScope> running = Optional.empty();

  StopCondition(SessionState<?> state) {
    this.state = state;
  }

  void startDeadline(StatusPublisher status) {
    state.startDeadline();
    if (state.deadlineAt().isEmpty() || state.deadlineServed()) {
      return;
    }
    Instant end = state.deadlineAt().get();
    Duration whole = state.request().terms().deadline().orElseThrow().after();
    for (int percent : REMINDERS) {
      Instant at = end.minus(whole.multipliedBy(100 - percent).dividedBy(100));
      if (at.isAfter(SessionState.now())) {
        Async.procedure(
            () -> {
              awaitTime(at, "reminder at " + percent + " %");
              if (!state.closed()) {
                status.reminder(percent);
              }
            });
      }
    }
    Async.procedure(
        () -> {
          awaitTime(end, "deadline");
          deadlinePasses();
        });
  }

  /** Ends a phase of work; a gate applies the policy itself. */
  void deadlinePasses() {
    deadlinePassed = true;
    boolean atGate =
        state
            .gates()
            .open()
            .filter(gate -> gate.type() != GateType.BUDGET && !gate.checking())
            .isPresent();
    if (!atGate) {
      endPhase("the deadline passed");
    }
  }

  private void awaitTime(Instant at, String summary) {
    Duration wait = Duration.between(SessionState.now(), at);
    if (!wait.isNegative() && !wait.isZero()) {
      Workflow.newTimer(wait, state.timer(summary)).get();
    }
  }

  void endPhase(String why) {
    running.ifPresent(scope -> scope.cancel(why));
  }

  /** From now on, a stop cancels this scope. */
  void guard(CancellationScope scope) {
    running = Optional.of(scope);
  }

  /** Takes the first cancellation: {@code {"by":"ada"}} or the name alone. */
  void cancel(Message by) {
    cancel(name(by));
  }

  private static String name(Message by) {
    if (by.unreadable().isPresent()) {
      return "someone with an unreadable name: " + by.unreadable().get();
    }
    JsonNode said = by.content();
    return Bounds.topic(said.path("by").asText(said.isTextual() ? said.asText() : ""));
  }

  void cancel(GateAnswer answer) {
    cancel(answer.by().orElse(""));
  }

  private void cancel(String by) {
    if (!cancelRequested()) {
      cancelledBy = Optional.of(by);
      endPhase("cancelled by " + by);
    }
  }

  boolean cancelRequested() {
    return cancelledBy.isPresent();
  }

  public boolean requested() {
    return cancelledBy.isPresent() || deadlinePassed;
  }

  /**
   * Returns whether a stop came between two phases; a deadline that approves still enters a gate
   * with options.
   */
  boolean endsBefore(SessionPhase next) {
    GateType gate = next.gate();
    boolean approves = approvesFirst() && gate != null && gate.approvesOption();
    return cancelledBy.isPresent() || (deadlinePassed && !approves);
  }

  /** Returns whether only the deadline ends the waiting at a gate. */
  boolean deadlineEndsWaiting() {
    return deadlinePassed && cancelledBy.isEmpty();
  }

  /** Returns whether the deadline's policy approves the first solution, which it does once. */
  boolean approvesFirst() {
    return !state.deadlineServed()
        && state
            .request()
            .terms()
            .deadline()
            .filter(deadline -> deadline.policy() == DeadlinePolicy.APPROVE_FIRST)
            .isPresent();
  }

  /** Records that the deadline's policy has answered: the session runs until its next gate. */
  void deadlineServed() {
    deadlinePassed = false;
    state.serveDeadline();
  }

  /** A gate now waits for a human, which must not happen after the policy has answered. */
  void gateOpened() {
    deadlinePassed |= state.deadlineServed();
  }

  /** Records why the session ends; returns how. */
  SessionEnd ending() {
    if (!deadlineEndsWaiting()) {
      String by = cancelledBy.filter(who -> !who.isBlank()).map(" by "::concat).orElse("");
      state.setEnding("cancelled" + by);
      return SessionEnd.CANCELLED;
    }
    DeadlinePolicy policy = state.request().terms().deadline().orElseThrow().policy();
    state.setEnding(
        "the deadline passed: "
            + switch (policy) {
              case SAVE -> "saved according to its policy";
              case CANCEL -> "cancelled according to its policy";
              case APPROVE_FIRST ->
                  state.deadlineServed()
                      ? "its policy approved the first option; the next gate was not answered, so the session was saved"
                      : "saved: its policy is approve-first, and there was no option to approve";
            });
    return policy == DeadlinePolicy.CANCEL ? SessionEnd.CANCELLED : SessionEnd.SAVED;
  }
}
