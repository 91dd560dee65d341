package dev.conclave.workflows.context;

import dev.conclave.workflows.context.ContextState.Pending;
import dev.conclave.workflows.context.Resolution.Exchange;
import dev.conclave.workflows.context.Resolution.ResolutionKind;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionRun;
import io.temporal.workflow.WorkflowInit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** {@inheritDoc} */
public class ContextWorkflowImpl extends SessionRun<ContextRequest, ContextState, ContextPhase>
    implements ContextWorkflow {
  private final ContextGateContent content;

  /** Initializes the state here because a signal may be delivered before {@link #run}. */
  @WorkflowInit
  public ContextWorkflowImpl(SessionInput<ContextRequest, ContextState> input) {
    this(input.state(ContextState::new));
  }

  private ContextWorkflowImpl(ContextState state) {
    super(state, new ContextGateContent(state));
    content = new ContextGateContent(state);
  }

  @Override
  protected Supplier<ContextPhase> work(ContextPhase phase) {
    return switch (phase) {
      case INITIALIZING -> () -> open(ContextPhase.DETECTING);
      case DETECTING -> agentWork()::detect;
      case EXPLORING -> agentWork()::explore;
      case AWAITING_QUESTIONS -> this::answerExplorers;
      case ANALYZING_CONFLICTS -> agentWork()::analyze;
      case AWAITING_CONFLICT -> this::decide;
      case AWAITING_CONFLICT_QUESTIONS -> this::answer;
      case CLARIFYING -> agentWork()::clarify;
      case AWAITING_RESOLUTIONS -> this::reconsider;
      case ASSEMBLING -> agentWork()::assemble;
      case COMPLETE, SAVED, CANCELLED, FAILED -> () -> phase;
    };
  }

  private ContextWork agentWork() {
    return new ContextWork(state, host, documents, agents.ofNewPhase());
  }

  private ContextPhase answerExplorers() {
    return gates.next(state.phase(), content::explorersAsk, this::toldExplorers);
  }

  private ContextPhase toldExplorers(GateAnswer answer) {
    Decision last = state.decisions().get(state.decisions().size() - 1);
    last.answers().forEach(one -> state.answered.add(new Exchange(one.question(), one.words())));
    return state.afterExplorations();
  }

  private ContextPhase decide() {
    return gates.next(state.phase(), content::conflict, this::decided);
  }

  private ContextPhase reconsider() {
    return gates.next(
        state.phase(),
        content::resolutions,
        answer -> {
          if (answer.kind() == AnswerKind.REOPEN) {
            state.reopen(answer.text().orElseThrow());
            return ContextPhase.AWAITING_CONFLICT;
          }
          return ContextPhase.ASSEMBLING;
        });
  }

  private ContextPhase answer() {
    return gates.next(state.phase(), content::questions, this::answered);
  }

  /** Stores additional text like an answer to a question. */
  private ContextPhase decided(GateAnswer answer) {
    if (answer.kind() == AnswerKind.REOPEN) {
      state.reopen(answer.text().orElseThrow());
      return ContextPhase.AWAITING_CONFLICT;
    }
    Pending before = state.pending;
    List<Exchange> said = new ArrayList<>(before.said());
    answer.text().ifPresent(words -> said.add(new Exchange(Exchange.IN_WORDS, words)));
    boolean chooses = answer.kind() == AnswerKind.CHOOSE;
    int index = chooses ? answer.body().chosen().orElseThrow() - 1 : before.strategy();
    state.pending = new Pending(index, said, before.exchanges(), before.remark());
    if (!chooses) {
      // Without text the resolution is unknown, so the plan must handle the conflict.
      boolean byHand = answer.kind() == AnswerKind.CUSTOM && answer.text().isPresent();
      return resolved(answer, byHand ? ResolutionKind.CUSTOM : ResolutionKind.UNRESOLVED);
    }
    return state.hasNextQuestions()
        ? ContextPhase.AWAITING_CONFLICT_QUESTIONS
        : resolved(answer, ResolutionKind.STRATEGY);
  }

  private ContextPhase answered(GateAnswer answer) {
    if (answer.kind() == AnswerKind.SKIP) {
      return resolved(answer, ResolutionKind.UNRESOLVED);
    }
    Pending before = state.pending;
    List<Exchange> said = new ArrayList<>(before.said());
    answer
        .answers()
        .forEach(
            (number, words) ->
                said.add(
                    new Exchange(state.nextQuestions().get(Integer.parseInt(number) - 1), words)));
    state.pending = new Pending(before.strategy(), said, before.exchanges() + 1, before.remark());
    return ContextPhase.CLARIFYING;
  }

  private ContextPhase resolved(GateAnswer answer, ResolutionKind kind) {
    state.resolve(kind, answer.by().orElse("unknown"));
    return state.afterResolution();
  }
}
