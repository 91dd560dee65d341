package dev.conclave.workflows.context;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.conclave.workflows.api.RosterActivities.HostRoster;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.api.WorkspaceActivities.Opened;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.context.ContextActivities.Detected;
import dev.conclave.workflows.context.ContextActivities.DraftedEdits;
import dev.conclave.workflows.context.ContextActivities.Gathering;
import dev.conclave.workflows.context.Exploration.Sign;
import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.context.Resolution.Exchange;
import dev.conclave.workflows.context.Resolution.ResolutionKind;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.session.SessionView.TaskLine;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Words;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The state of a context session; under 1 MiB. */
public final class ContextState extends SessionState<ContextPhase> {
  /** Suffix of the session folder, next to the user's planning documents. */
  public static final String PROCESS = "/.process";

  public static final KindSpec KIND =
      new KindSpec(
          "context",
          ContextWorkflow.class,
          ContextWorkflowImpl.class,
          ContextState.class,
          "WFS-",
          Optional.of("context"),
          DateTimeFormatter.ISO_LOCAL_DATE,
          Optional.of("active"),
          PROCESS,
          true);

  /** Limit of clarifications per strategy; then the human must decide. */
  private static final int MOST_EXCHANGES = 10;

  /** Limit of explorers' questions to the human, over all angles. */
  private static final int MOST_ASKED = 8;

  /** Limit of questions per gate. */
  private static final int MOST_QUESTIONS = 4;

  /** What was found on this host before asking agents. */
  @Nullable Detected found;

  /** One per explored angle, in order. */
  List<Exploration> explorations = new ArrayList<>();

  List<Exchange> answered = new ArrayList<>();

  /** Conflicts found by the analyst, most severe first. */
  List<PlanningConflict> conflicts = new ArrayList<>();

  @Nullable String conflictsBy;

  /** Resolutions of the first conflicts; the next conflict is at the gate. */
  List<Resolution> resolutions = new ArrayList<>();

  Pending pending = Pending.NONE;

  @Nullable DraftedEdits drawnUp;

  /** What was written before a conflict was reopened, and for which conflicts. */
  @Nullable DraftedEdits earlier;

  private List<String> drawnFor = List.of();

  /** Whether the modifications were written or finally rolled back. */
  boolean written;

  @Nullable Assembled assembled;

  /**
   * The clarification of the current conflict.
   *
   * @param strategy index, from 0, of the strategy being clarified
   * @param exchanges number of rounds of answers
   * @param remark the clarifier's last remark on the answers
   */
  record Pending(int strategy, List<Exchange> said, int exchanges, @Nullable String remark) {
    static final Pending NONE = new Pending(0, List.of(), 0, null);
  }

  @JsonCreator
  public ContextState(
      @JsonProperty("session") String session,
      @JsonProperty("request") ContextRequest request,
      @JsonProperty("created_at") Instant createdAt) {
    super(session, request, createdAt, ContextPhase.INITIALIZING);
  }

  @Override
  public KindSpec kind() {
    return KIND;
  }

  @Override
  public ContextRequest request() {
    return (ContextRequest) super.request();
  }

  @Override
  public int round() {
    return 0;
  }

  /** Returns the search results of the parent session; only on its host. */
  Optional<GatheredContext> gathered() {
    return request()
        .gathered()
        .filter(any -> request().workspace().host().equals(Optional.of(requireWorkspace().host())));
  }

  Gathering gathering() {
    return new Gathering(
        KindSpec.folderName(session()),
        request().task(),
        requireWorkspace(),
        requireTree().id(),
        requireTree().head().or(requireWorkspace()::head),
        request().sources(),
        request().editable(),
        request().languages());
  }

  public Angles angles() {
    return Angles.of(request().task());
  }

  Optional<Exploration> exploration(String angle) {
    return explorations.stream().filter(made -> made.angle().equals(angle)).findFirst();
  }

  public List<Exploration> explorations() {
    return List.copyOf(explorations);
  }

  /** Returns the explorers' unanswered questions, without duplicates. */
  List<Question> questions() {
    Map<String, Question> asked = new LinkedHashMap<>();
    for (Exploration made : explorations) {
      for (Question one : made.questions()) {
        asked.putIfAbsent(key(one), one.withId("E" + (asked.size() + 1)));
      }
    }
    answered.forEach(one -> asked.remove(one.question().toLowerCase(Locale.ROOT)));
    return asked.values().stream().limit(MOST_ASKED).toList();
  }

  private static String key(Question question) {
    return question.shortened().question().en().toLowerCase(Locale.ROOT);
  }

  /** Returns the signs of conflicts that explorers saw. */
  Stream<Sign> signs() {
    return explorations.stream().flatMap(made -> made.signs().stream());
  }

  /**
   * Returns the next phase: one sign of a conflict with high severity, or two medium, need
   * analysis.
   */
  ContextPhase afterExplorations() {
    List<String> signs = signs().map(Sign::severity).toList();
    boolean significant = signs.contains("high") || Collections.frequency(signs, "medium") >= 2;
    return significant ? ContextPhase.ANALYZING_CONFLICTS : ContextPhase.ASSEMBLING;
  }

  /** Returns the files that explorers or conflicts name, and those that strategies change. */
  public Set<String> citedFiles() {
    return Stream.concat(
            explorations.stream().flatMap(made -> made.files().stream()),
            conflicts.stream().flatMap(PlanningConflict::files))
        .collect(Collectors.toSet());
  }

  public List<PlanningConflict> conflicts() {
    return List.copyOf(conflicts);
  }

  public List<Resolution> resolutions() {
    return List.copyOf(resolutions);
  }

  /** Returns the modifications; empty before they were written or rolled back. */
  public Optional<DraftedEdits> draftedEdits() {
    return Optional.ofNullable(drawnUp).filter(any -> written);
  }

  public Optional<Assembled> assembled() {
    return Optional.ofNullable(assembled);
  }

  public Optional<PlanningConflict> conflict() {
    return conflicts.stream().skip(resolutions.size()).findFirst();
  }

  Strategy chosen() {
    return conflict().orElseThrow().strategies().get(pending.strategy());
  }

  List<String> nextQuestions() {
    return chosen().clarificationNeeded().stream().limit(MOST_QUESTIONS).toList();
  }

  /** Whether to ask them, or to use the strategy unchanged. */
  boolean hasNextQuestions() {
    return !nextQuestions().isEmpty() && !request().yes() && pending.exchanges() < MOST_EXCHANGES;
  }

  ContextPhase afterResolution() {
    return conflict().isPresent() ? ContextPhase.AWAITING_CONFLICT : ContextPhase.ASSEMBLING;
  }

  /** Returns the human's answers and resolutions so far, which bind later decisions. */
  List<String> decided() {
    Stream<String> resolved =
        resolutions.stream()
            .map(
                one ->
                    "%s, %s: %s"
                        .formatted(one.conflict().id(), one.conflict().brief(), one.describe()));
    return Stream.concat(answered.stream().map(Exchange::line), resolved)
        .map(one -> Bounds.message(Optional.of(one)))
        .toList();
  }

  /** Opens the resolutions gate in a completed context. */
  @Override
  protected void restore(SessionRequest now, boolean resumed) {
    boolean complete = phase() == ContextPhase.COMPLETE;
    super.restore(now, resumed);
    if (complete) {
      enter(explorations.isEmpty() ? ContextPhase.DETECTING : ContextPhase.AWAITING_RESOLUTIONS);
    }
  }

  @Override
  public Optional<String> refusal(GateAnswer answer) {
    List<String> decided = resolutions.stream().map(one -> one.conflict().id()).toList();
    return answer
        .text()
        .filter(id -> answer.kind() == AnswerKind.REOPEN && !decided.contains(id))
        .map(
            id ->
                decided.isEmpty()
                    ? "no conflict is decided yet"
                    : "%s is not a decided conflict; choose one of: %s"
                        .formatted(Bounds.topic(id), String.join(", ", decided)));
  }

  /** Makes a decided conflict the next one; its changes stay in the documents. */
  void reopen(String id) {
    int at = resolutions.stream().map(one -> one.conflict().id()).toList().indexOf(id);
    resolutions.remove(at);
    conflicts.add(resolutions.size(), conflicts.remove(at));
    pending = Pending.NONE;
    if (written && drawnUp != null) {
      drawnUp.applied().stream()
          .filter(one -> one.conflictId().equals(id))
          .map(one -> one.modification().file())
          .distinct()
          .forEach(file -> note("the changes for %s stay in %s".formatted(id, file)));
      earlier = drawnUp.without(id);
      drawnFor = resolutions.stream().map(one -> one.conflict().id()).toList();
    }
    drawnUp = null;
    written = false;
    touch();
  }

  /** Returns the resolutions whose modifications were not computed yet. */
  List<Resolution> undrafted() {
    return resolutions.stream().filter(one -> !drawnFor.contains(one.conflict().id())).toList();
  }

  /** Resolves the current conflict and keeps only the chosen strategy. */
  void resolve(ResolutionKind kind, String by) {
    Strategy taken = kind == ResolutionKind.STRATEGY ? chosen() : null;
    Resolution resolution =
        new Resolution(
            conflict().orElseThrow(),
            kind,
            Optional.ofNullable(taken),
            pending.said(),
            Optional.ofNullable(pending.remark()),
            by);
    resolutions.add(resolution);
    pending = Pending.NONE;
    touch();
  }

  /** Drops what was read from the old host. */
  @Override
  public void moveTo(Opened there, HostRoster agents) {
    super.moveTo(there, agents);
    found = null;
    drawnUp = written ? drawnUp : null;
  }

  @Override
  public SessionView view() {
    return SessionView.of(this, request().tools(), 0, 0, List.of(), Optional.empty(), lines());
  }

  private List<TaskLine> lines() {
    List<TaskLine> lines = new ArrayList<>();
    // With an existing package nothing is explored.
    boolean explores = found == null || found.existing().isEmpty();
    for (String angle : explores ? angles().names() : List.<String>of()) {
      Optional<Exploration> made = exploration(angle);
      String id = "E" + (lines.size() + 1);
      String status =
          made.map(one -> one.reply().isPresent() ? "completed" : "failed").orElse("pending");
      String summary = made.map(Exploration::summary).orElse("");
      lines.add(new TaskLine(id, "explore " + angle, angle, 1, status, summary));
    }
    resolutions.forEach(one -> lines.add(one.conflict().line(one.status(), one.sentence())));
    conflicts.stream()
        .skip(resolutions.size())
        .forEach(one -> lines.add(one.line("pending", one.description())));
    return lines;
  }

  @Override
  public String details() {
    String decided =
        "%d of %s decided"
            .formatted(resolutions.size(), Words.counted(conflicts.size(), "conflict"));
    String angles = angles().sentence();
    return details(conflicts.isEmpty() ? List.of(angles) : List.of(angles, decided));
  }
}
