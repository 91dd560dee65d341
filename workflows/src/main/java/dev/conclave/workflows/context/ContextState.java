package dev.conclave.workflows.context;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.context.ContextActivities.DrawnUp;
import dev.conclave.workflows.context.ContextActivities.Intent;
import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.context.Resolution.Exchange;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.GateOffer;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionKind;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.session.SessionView.TaskLine;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.Words;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Everything that the gathering of a context knows; under 1 MiB. */
public final class ContextState extends SessionState<ContextPhase> implements GateOffer {
  /** So often a strategy's questions are answered and taken in; then the human decides on it. */
  static final int MOST_EXCHANGES = 10;

  private ContextRequest request;
  Optional<Angles> angles = Optional.empty();
  Optional<Intent> intent = Optional.empty();
  Optional<DocumentRef> sources = Optional.empty();
  Optional<DocumentRef> planning = Optional.empty();
  Optional<GatheredContext> gathered = Optional.empty();

  /** One for each angle that was explored, in their order. */
  List<Exploration> explorations = new ArrayList<>();

  /** Those that the analyst found, the most severe first. */
  List<PlanningConflict> conflicts = new ArrayList<>();

  /** Who found them. */
  Optional<String> conflictsBy = Optional.empty();

  /** Why the conflicts were not analyzed although the explorations call for it. */
  Optional<String> skipped = Optional.empty();

  /** What became of the first conflicts; the next one is before the human. */
  List<Resolution> resolutions = new ArrayList<>();

  /** The strategy whose questions are being answered. */
  Optional<Pending> pending = Optional.empty();

  Optional<DrawnUp> drawnUp = Optional.empty();

  /** Whether the modifications were written, or rolled back for good. */
  boolean written;

  /** Why no modification was written. */
  Optional<String> rolledBack = Optional.empty();

  Optional<Assembled> assembled = Optional.empty();

  /**
   * A strategy of the conflict before the human whose questions are being answered.
   *
   * @param strategy index from 0
   * @param answers to the questions that it has now; empty before the human gave them
   * @param earlier all exchanges before
   * @param exchanges how often answers were taken in
   */
  record Pending(int strategy, List<Exchange> answers, List<Exchange> earlier, int exchanges) {}

  @JsonCreator
  public ContextState(
      @JsonProperty("session") String session,
      @JsonProperty("request") ContextRequest request,
      @JsonProperty("created_at") Instant createdAt) {
    super(session, request, createdAt, ContextPhase.INITIALIZING);
    this.request = request;
  }

  /** The state of the run that calls this: a new session's, or the carried one. */
  static ContextState of(SessionInput<ContextRequest, ContextState> input) {
    if (input.carried().isEmpty()) {
      return new ContextState(Workflow.getInfo().getWorkflowId(), input.request(), now());
    }
    ContextState state = input.carried().get();
    state.request = input.request();
    state.goOn(Workflow.getInfo().getContinuedExecutionRunId().isEmpty());
    return state;
  }

  @Override
  public SessionKind kind() {
    return SessionKind.CONTEXT;
  }

  @Override
  public ContextRequest request() {
    return request;
  }

  @Override
  public int round() {
    return 0;
  }

  public Optional<Angles> angles() {
    return angles;
  }

  public List<Exploration> explorations() {
    return List.copyOf(explorations);
  }

  public List<PlanningConflict> conflicts() {
    return List.copyOf(conflicts);
  }

  public List<Resolution> resolutions() {
    return List.copyOf(resolutions);
  }

  /** What the chosen modifications come to; empty before they were drawn up. */
  public Optional<DrawnUp> drawnUp() {
    return drawnUp;
  }

  /** Whether the modifications were written, or rolled back for good. */
  public boolean written() {
    return written;
  }

  /** Why no modification was written; empty when all were, or there was none. */
  public Optional<String> rolledBack() {
    return rolledBack;
  }

  /** The package; empty before it was put together. */
  public Optional<Assembled> assembled() {
    return assembled;
  }

  /** The conflict that is to be resolved next; empty when all are. */
  public Optional<PlanningConflict> conflict() {
    return resolutions.size() < conflicts.size()
        ? Optional.of(conflicts.get(resolutions.size()))
        : Optional.empty();
  }

  /** The strategy whose questions are being answered. */
  Strategy asking() {
    return conflict().orElseThrow().strategies().get(pending.orElseThrow().strategy());
  }

  /** Of a conflict that is resolved only the chosen strategy is kept. */
  void resolve(Resolution resolution) {
    conflicts.set(resolutions.size(), resolution.conflict());
    resolutions.add(resolution);
    pending = Optional.empty();
    touch();
  }

  @Override
  public SessionView view() {
    return SessionView.of(this, request.tools(), 0, 0, List.of(), Optional.empty(), lines());
  }

  /** Explorations and conflicts, as a person is shown tasks. */
  private List<TaskLine> lines() {
    List<TaskLine> lines = new ArrayList<>();
    // A package that was found is not explored again.
    boolean found = assembled.isPresent() && drawnUp.isEmpty();
    List<String> names = angles.filter(any -> !found).map(Angles::names).orElse(List.of());
    for (int index = 1; index <= names.size(); index++) {
      String angle = names.get(index - 1);
      Optional<Exploration> made =
          explorations.stream().filter(one -> one.angle().equals(angle)).findFirst();
      lines.add(
          new TaskLine(
              "E" + index,
              "explore " + angle,
              angle,
              1,
              made.map(one -> one.failure().isEmpty() ? "completed" : "failed")
                  .orElse(phase().compareTo(ContextPhase.EXPLORING) > 0 ? "skipped" : "pending"),
              made.flatMap(Exploration::failure)
                  .or(() -> made.flatMap(Exploration::summary))
                  .orElse("")));
    }
    for (int i = 0; i < conflicts.size(); i++) {
      Optional<Resolution> resolution =
          i < resolutions.size() ? Optional.of(resolutions.get(i)) : Optional.empty();
      lines.add(
          new TaskLine(
              conflicts.get(i).id(),
              Bounds.topic(conflicts.get(i).brief()),
              conflicts.get(i).severity(),
              2,
              resolution.map(one -> one.kind().status()).orElse("pending"),
              resolution
                  .map(Resolution::sentence)
                  .orElse(Bounds.message(Optional.of(conflicts.get(i).description())))));
    }
    return lines;
  }

  @Override
  public String details() {
    List<String> paragraphs = new ArrayList<>();
    angles.map(Angles::sentence).ifPresent(paragraphs::add);
    if (!conflicts.isEmpty()) {
      paragraphs.add(
          "%d of %s decided"
              .formatted(resolutions.size(), Words.counted(conflicts.size(), "conflict")));
    }
    return details(paragraphs);
  }

  @Override
  public Optional<AnswerKind> automatic(GateType type) {
    return request.yes()
        ? Optional.of(
            switch (type) {
              case CONFLICT -> AnswerKind.CHOOSE;
              case CONFLICT_QUESTIONS -> AnswerKind.SKIP;
              default -> AnswerKind.DECIDE;
            })
        : Optional.empty();
  }
}
