package dev.conclave.workflows.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateState;
import dev.conclave.workflows.gate.GateState.By;
import dev.conclave.workflows.gate.GateState.TakenAnswer;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.CompletablePromise;
import io.temporal.workflow.Functions.Func;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Opens the gates of a session, and answers them automatically where requested, or waits. */
public final class GateLoop {
  private static final By YES = new By.Automatic("--yes");
  private static final By DEADLINE = new By.Automatic("deadline");
  private static final By GATE_TIMEOUT = new By.Automatic("--gate-timeout");

  private final SessionState<?> state;
  private final StopCondition stop;
  private final StatusPublisher status;
  private final GatePolicy offer;

  GateLoop(SessionState<?> state, StopCondition stop, StatusPublisher status, GatePolicy offer) {
    this.state = state;
    this.stop = stop;
    this.status = status;
    this.offer = offer;
  }

  GatePolicy offer() {
    return offer;
  }

  /**
   * Returns the answer to a gate; empty when the session was stopped, including by this answer, or
   * its run is to continue as new.
   */
  public Optional<TakenAnswer> answer(GateType type, Supplier<GateContent> shown) {
    if (!state.gates().answered()) {
      Gate gate = state.gates().open(type).orElseGet(() -> open(type, shown.get()));
      state.touch();
      status.publish();
      offer.automatic(type).ifPresentOrElse(kind -> take(gate, kind, YES), () -> awaitHuman(gate));
      if (!state.gates().answered() && type != GateType.BUDGET) {
        state.setTreeFresh(false);
        state.roster().markStale();
      }
      await(type, () -> state.gates().answered() || stop.requested() || continues(type));
      // The deadline's policy may approve the first solution, only at a gate with options.
      if (!state.gates().answered()
          && stop.deadlineEndsWaiting()
          && stop.approvesFirst()
          && type.approvesOption()
          && gate.shown().lastOption().isPresent()) {
        stop.deadlineServed();
        take(gate, AnswerKind.APPROVE, DEADLINE);
      }
    }
    Optional<TakenAnswer> taken = state.gates().next();
    if (taken.filter(one -> one.answer().kind() == AnswerKind.CANCEL).isPresent()) {
      state.record(taken.get());
      stop.cancel(taken.get().answer());
      taken = Optional.empty();
    }
    status.publish();
    return taken;
  }

  /** As {@link #answer}, recording the answer. Clears the notes, which the human has now seen. */
  private Optional<GateAnswer> recorded(GateType type, Supplier<GateContent> shown) {
    Optional<TakenAnswer> taken = answer(type, shown);
    taken.ifPresent(
        one -> {
          state.record(one);
          if (one.by() instanceof By.Human) {
            state.forgetNotes();
          }
        });
    return taken.map(TakenAnswer::answer);
  }

  /**
   * Returns the phase to enter after an answer to the gate of {@code here}; without an answer,
   * {@code here}.
   */
  public <P extends SessionPhase> P next(
      P here, Supplier<GateContent> shown, Function<GateAnswer, P> answered) {
    return recorded(Objects.requireNonNull(here.gate()), shown).map(answered).orElse(here);
  }

  /**
   * Opens a gate. Its digest is recorded in history, so that a build with other wording judges
   * answers to it the same way.
   */
  private Gate open(GateType type, GateContent content) {
    GateContent shown = StatementNames.of(state.ledger()).in(content, GateContent.class);
    String digest = Workflow.sideEffect(String.class, () -> GateState.digest(shown));
    return state.gates().open(type, offer.kinds(type), shown, digest, SessionState.now());
  }

  private void await(GateType type, Supplier<Boolean> over) {
    Optional<Duration> timeout = offer.timeout(type);
    Optional<Gate> open = state.gates().open();
    if (timeout.isEmpty() || open.isEmpty()) {
      Workflow.await(over);
      return;
    }
    Duration waited = Duration.between(open.get().openedAt(), SessionState.now());
    Waits.atMost(timeout.get().minus(waited), state.timer("until the gate's timeout"), over);
    if (!over.get()) {
      take(open.get(), AnswerKind.DONE, GATE_TIMEOUT);
    }
  }

  private void awaitHuman(Gate gate) {
    stop.gateOpened();
    if (!stop.requested()) {
      status.awaiting(gate);
    }
  }

  /** A run does not continue as new within a round: the round would be paid for twice. */
  private static boolean continues(GateType type) {
    return type != GateType.BUDGET && Workflow.getInfo().isContinueAsNewSuggested();
  }

  private void take(Gate gate, AnswerKind kind, By by) {
    ObjectNode json = WireMapper.get().createObjectNode();
    json.put("gate", gate.id()).put("kind", Words.of(kind)).put("digest", gate.digest());
    json.put("by", by.name()).put("accept_drift", true);
    if (kind.form().choosesAt(gate.type())) {
      kind.form().type(json, "1");
    }
    GateAnswer answer = GateAnswer.read(json);
    state.gates().take(answer.key(), answer, by);
  }

  /** Runs work that may take long on a host that is asleep; empty when an answer came first. */
  public <T> Optional<T> unlessAnswered(Func<T> work) {
    CompletablePromise<T> done = Workflow.newPromise();
    CancellationScope scope =
        Workflow.newCancellationScope(() -> done.completeFrom(Async.function(work)));
    scope.run();
    Workflow.await(() -> done.isCompleted() || state.gates().answered());
    if (state.gates().answered()) {
      scope.cancel("another answer was first");
      return Optional.empty();
    }
    return Optional.of(done.get());
  }
}
