package dev.conclave.workflows.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.conclave.workflows.api.RosterActivities.HostRoster;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.execute.ExecuteRequest;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.session.DiscussionState;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.ReplyDocuments;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The state of a planning session; under 1 MiB with 20 rounds of maximum size. */
public final class PlanState extends DiscussionState<Phase> {
  public static final KindSpec KIND =
      new KindSpec(
          "plan",
          PlanWorkflow.class,
          PlanWorkflowImpl.class,
          PlanState.class,
          "MCP-",
          Optional.empty(),
          DateTimeFormatter.ISO_LOCAL_DATE,
          Optional.empty(),
          "",
          false);

  /** Characters of the words of agents and people in a sentence of the Temporal UI. */
  private static final int SHOWN = 600;

  @Nullable Assembled explored;

  /** The host that has its documents. */
  @Nullable String exploredOn;

  /** The unfinished full context of a session that was stopped. */
  @Nullable ContextState unfinished;

  private transient @Nullable String waitsFor;

  /** The session that executes the plan; null before it is started. */
  private @Nullable String execution;

  /** Index from 0 of the approved solution in {@link #last()}. */
  @Nullable Integer selected;

  @Nullable PlanDraft plan;

  /** For the next gate: cited files that changed, or new errors of the plan. */
  List<String> drift = List.of();

  @JsonCreator
  public PlanState(
      @JsonProperty("session") String session,
      @JsonProperty("request") PlanRequest request,
      @JsonProperty("created_at") Instant createdAt) {
    super(session, request, createdAt, Phase.INITIALIZING, Phase.ANALYZING, request.maxRounds());
  }

  @Override
  public KindSpec kind() {
    return KIND;
  }

  @Override
  public PlanRequest request() {
    return (PlanRequest) super.request();
  }

  @Override
  public SessionView view() {
    return view(currentPlan().map(draft -> draft.line(decisions())))
        .withThen(Optional.ofNullable(execution));
  }

  @Override
  public String details() {
    List<String> paragraphs = new ArrayList<>();
    List<String> tasks = List.of();
    if (closed()) {
      Decision.approval(decisions())
          .map(
              approval ->
                  "Decision: %s, approved by %s"
                      .formatted(shown(approval.solution().orElse("unknown")), approval.by()))
          .ifPresent(paragraphs::add);
      currentPlan()
          .map(
              draft ->
                  "Plan: %s, %s, written by %s"
                      .formatted(
                          shown(draft.plan().summary()),
                          Words.counted(draft.plan().tasks().size(), "task"),
                          draft.author()))
          .ifPresent(paragraphs::add);
    } else if (gates().open().isEmpty()) {
      directionText()
          .map(PlanState::shown)
          .map("New direction: "::concat)
          .ifPresent(paragraphs::add);
      work().ifPresent(paragraphs::add);
    } else if (gates().open().get().type() == GateType.CONFIRMATION) {
      tasks =
          plan().stream()
              .flatMap(draft -> draft.plan().tasks().stream())
              .map(task -> task.id() + ": " + task.title())
              .toList();
    }
    return details(paragraphs, tasks);
  }

  /** Leaves room for the words around it; it is translated with them. */
  private static String shown(String words) {
    return Cut.shorten(words, SHOWN);
  }

  private Optional<String> work() {
    return switch (phase()) {
      case CONTEXT_GATHERING ->
          waitsFor()
              .map(
                  "Waiting for session %s, which gathers the full context and may need your input."
                      ::formatted);
      case ANALYZING ->
          Optional.of(
              "Asking %s. Pending Activities show their progress."
                  .formatted(String.join(", ", analysts())));
      case GENERATING_PLAN -> Optional.of("An agent is writing the plan.");
      default -> Optional.empty();
    };
  }

  /**
   * Returns the full context; empty if there is none, after a new direction, or on another host.
   */
  public Optional<Assembled> fullContext() {
    return Optional.ofNullable(explored)
        .filter(any -> direction() == 0)
        .filter(any -> requireWorkspace().host().equals(exploredOn));
  }

  /** Returns the task in the human's words; a new direction takes precedence and comes first. */
  public String effectiveTask() {
    String task = request().task().strip();
    return directionText()
        .map(
            words -> words.strip() + "\n\nThis takes precedence over the original task:\n\n" + task)
        .orElse(task);
  }

  @Override
  public Optional<String> waitsFor() {
    return Optional.ofNullable(waitsFor);
  }

  void recordExecution(String session) {
    execution = session;
    setEnding("session " + session + " executes the plan");
    touch();
  }

  public Optional<String> execution() {
    return Optional.ofNullable(execution);
  }

  public ExecuteRequest execute() {
    return new HandOff(this).request();
  }

  void waitFor(@Nullable String another) {
    waitsFor = another;
    touch();
  }

  @Override
  public void updateRoster(HostRoster found) {
    super.updateRoster(found);
    setAnalysts(request().analysts(roster().agents()));
  }

  public Optional<Integer> selected() {
    return Optional.ofNullable(selected);
  }

  public Optional<PlanDraft> plan() {
    return Optional.ofNullable(plan);
  }

  /** Returns the plan, unless the human went back to the decision. */
  public Optional<PlanDraft> currentPlan() {
    return plan()
        .filter(
            draft ->
                decisions().stream()
                    .filter(decision -> decision.kind() == AnswerKind.BACK)
                    .allMatch(back -> back.at().isBefore(draft.drafted())));
  }

  Optional<DocumentRef> planDocument(ReplyDocuments documents) {
    return plan()
        .map(
            draft ->
                roundsElsewhere() == 0
                    ? draft.document()
                    : documents.currentCopy(draft.document(), draft.plan(), "keep the plan"));
  }

  boolean mayHaveMoreRounds() {
    return rounds().size() < PlanRequest.MAX_ROUNDS_IN_ALL;
  }

  void grantRounds(int wanted) {
    setRoundsLeft(Math.min(wanted, PlanRequest.MAX_ROUNDS_IN_ALL - rounds().size()));
  }

  /** Returns the phase after the last round; see docs/discussion.md, section 5. */
  Phase afterRound() {
    Synthesis counted = last().orElseThrow();
    boolean changes = counted.convergence().newInsights() || counted.ledger().needsBallot();
    boolean another = changes && roundsLeft() > 0;
    return switch (counted.convergence().recommendation()) {
      case CONVERGED -> Phase.AWAITING_DECISION;
      // With --yes there is no human to ask: the agents use their remaining rounds.
      case USER_INPUT_NEEDED ->
          request().yes() && another ? Phase.ANALYZING : Phase.AWAITING_CLARIFICATION;
      case CONTINUE -> another ? Phase.ANALYZING : Phase.AWAITING_DECISION;
    };
  }
}
