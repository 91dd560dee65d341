package dev.conclave.workflows.session;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.conclave.workflows.api.Notification;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.api.WorkspaceSpec;
import dev.conclave.workflows.config.BudgetLimits;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateAnswer.AnalysisMode;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Gates.TakenAnswer;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A small kind of session beside the planning one: a topic with two gates. */
@WorkflowInterface
public interface TopicWorkflow extends SessionWorkflow {

  @WorkflowMethod(name = "AnalyzeWorkflow")
  State run(Input input);

  @QueryMethod(name = "carried")
  State carried();

  /** Its phases. */
  enum Phase implements SessionPhase {
    OPENING,
    AWAITING_CONFIGURATION,
    AWAITING_TASKS,
    COMPLETE,
    SAVED,
    CANCELLED,
    FAILED;

    @Override
    public boolean closed() {
      return compareTo(COMPLETE) >= 0;
    }

    @Override
    public Optional<GateType> gate() {
      return switch (this) {
        case AWAITING_CONFIGURATION -> Optional.of(GateType.CONFIGURATION);
        case AWAITING_TASKS -> Optional.of(GateType.TASKS);
        default -> Optional.empty();
      };
    }
  }

  /** What it is started with. */
  record Request(
      String task,
      WorkspaceSpec workspace,
      List<String> tools,
      boolean toolsNamed,
      List<String> fallback,
      Optional<Deadline> deadline,
      boolean searchAttributes,
      BudgetLimits budget)
      implements SessionRequest {}

  /** The argument of a run. */
  record Input(Request request, Optional<State> carried, List<Notification> unsent) {}

  /** What it knows: its own mode, and what every session does. */
  final class State extends SessionState<Phase> {
    private final Request request;
    Optional<AnalysisMode> mode = Optional.empty();

    @JsonCreator
    State(
        @JsonProperty("session") String session,
        @JsonProperty("request") Request request,
        @JsonProperty("created_at") Instant createdAt) {
      super(session, request, createdAt, Phase.OPENING);
      this.request = request;
    }

    static State of(Input input) {
      input.carried().ifPresent(state -> state.goOn(false));
      return input
          .carried()
          .orElseGet(() -> new State(Workflow.getInfo().getWorkflowId(), input.request(), now()));
    }

    @Override
    public SessionKind kind() {
      return SessionKind.ANALYZE;
    }

    @Override
    public Request request() {
      return request;
    }

    @Override
    public int round() {
      return 0;
    }

    @Override
    public String details() {
      return "**" + phase() + "**";
    }
  }

  /** All that a kind has to write: what its phases do, and what its gates take. */
  final class Impl extends SessionRun<State, Phase> implements TopicWorkflow {

    @WorkflowInit
    public Impl(Input input) {
      super(State.of(input), new Offer());
    }

    @Override
    public State run(Input input) {
      runToEnd(
          input.unsent(), unsent -> new Input(session.request(), Optional.of(session), unsent));
      return session;
    }

    @Override
    protected Supplier<Phase> work(Phase phase) {
      return switch (phase) {
        case OPENING ->
            () -> {
              host.open();
              host.nameTree("");
              return Phase.AWAITING_CONFIGURATION;
            };
        case AWAITING_CONFIGURATION -> () -> pass(GateType.CONFIGURATION, Phase.AWAITING_TASKS);
        case AWAITING_TASKS -> () -> pass(GateType.TASKS, Phase.COMPLETE);
        case COMPLETE, SAVED, CANCELLED, FAILED -> () -> phase;
      };
    }

    private Phase pass(GateType type, Phase behind) {
      Optional<TakenAnswer> taken = gates.answer(type, () -> shown(type));
      if (taken.isEmpty()) {
        return session.phase();
      }
      GateAnswer answer = taken.get().answer();
      session.record(taken.get());
      session.mode = answer.mode().or(() -> session.mode);
      return answer.kind() == AnswerKind.CANCEL ? Phase.CANCELLED : behind;
    }

    private static GateContent shown(GateType type) {
      return new GateContent(
          "Is it to go on so? " + type, List.of(), List.of(), List.of(), List.of(), List.of());
    }

    @Override
    protected void relocate(Workspace from, Workspace to, Duration patience) {
      throw new IllegalStateException("a path has one host");
    }

    @Override
    public State carried() {
      return session;
    }
  }

  /** Its gates take all that they can, and no agent is asked. */
  final class Offer implements GateOffer {
    @Override
    public List<AnswerKind> kinds(GateType type) {
      return type.kinds();
    }

    @Override
    public Optional<AnswerKind> automatic(GateType type) {
      return Optional.empty();
    }

    @Override
    public GateContent budget(String agent) {
      throw new IllegalStateException("no agent is asked");
    }
  }
}
