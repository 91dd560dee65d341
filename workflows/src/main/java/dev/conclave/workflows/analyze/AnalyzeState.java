package dev.conclave.workflows.analyze;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.conclave.workflows.analyze.AnalysisTask.TaskRole;
import dev.conclave.workflows.analyze.Discoveries.Discovery;
import dev.conclave.workflows.analyze.Discoveries.DiscoveryType;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.RosterActivities.HostRoster;
import dev.conclave.workflows.api.WorkspaceActivities.Opened;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Answer;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.session.Clarifications;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.ReplyDocuments;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.session.SessionView.TaskLine;
import dev.conclave.workflows.text.Words;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The state of an analysis; under 1 MiB. */
public final class AnalyzeState extends SessionState<AnalyzePhase> {
  public static final KindSpec KIND =
      new KindSpec(
          "analyze",
          AnalyzeWorkflow.class,
          AnalyzeWorkflowImpl.class,
          AnalyzeState.class,
          "uan-",
          Optional.empty(),
          DateTimeFormatter.BASIC_ISO_DATE,
          Optional.of(".csv-wave"),
          "",
          true);

  @Nullable TopicConfiguration configuration;
  @Nullable String configuredBy;
  @Nullable TaskTable table;
  Discoveries discoveries = Discoveries.NONE;

  /** Analyses that were not discussed yet. */
  List<Said> fresh = new ArrayList<>();

  @Nullable Synthesis last;

  List<String> questions = List.of();

  List<Feedback> feedback = new ArrayList<>();

  boolean archived;

  List<Discovery> concluded = List.of();

  record Said(String task, String perspective, AskReply reply) {}

  /** The human's feedback on a discussion. */
  public record Feedback(String task, int round, String words, Instant at) {}

  /** Number of the human's directions repeated in prompts. */
  private static final int DIRECTIONS = 3;

  @JsonCreator
  public AnalyzeState(
      @JsonProperty("session") String session,
      @JsonProperty("request") AnalyzeRequest request,
      @JsonProperty("created_at") Instant createdAt) {
    super(session, request, createdAt, AnalyzePhase.INITIALIZING);
  }

  @Override
  protected void restore(SessionRequest now, boolean resumed) {
    boolean goesOn = phase() == AnalyzePhase.COMPLETE;
    boolean tries = phase() == AnalyzePhase.SAVED && resumeAt() == AnalyzePhase.AWAITING_COMPLETION;
    super.restore(now, resumed);
    if (goesOn) {
      // A completed analysis continues at the discussion gate.
      archived = false;
      enter(AnalyzePhase.AWAITING_DISCUSSION);
    } else if (tries) {
      archived = false;
      tasks(tasks().retried());
      enter(AnalyzePhase.RUNNING_TASKS);
    }
  }

  @Override
  public KindSpec kind() {
    return KIND;
  }

  @Override
  public AnalyzeRequest request() {
    return (AnalyzeRequest) super.request();
  }

  @Override
  public int round() {
    return discussionCount() + (phase() == AnalyzePhase.RUNNING_TASKS ? 1 : 0);
  }

  public int discussionCount() {
    return Optional.ofNullable(last).map(Synthesis::round).orElse(0);
  }

  /** Returns the configuration with the perspectives in use. */
  public Optional<TopicConfiguration> configuration() {
    return Optional.ofNullable(configuration).map(set -> set.used(request().perspectives()));
  }

  public Optional<TaskTable> table() {
    return Optional.ofNullable(table);
  }

  public Discoveries discoveries() {
    return discoveries;
  }

  /** Returns the entries of a type from the last synthesis. */
  public List<Discovery> conclusions(DiscoveryType type) {
    return concluded.stream().filter(one -> one.type() == type).toList();
  }

  public List<Feedback> feedback() {
    return List.copyOf(feedback);
  }

  @Override
  public Optional<Path> sessionsFolder() {
    return super.sessionsFolder().map(all -> archived ? all.resolveSibling(ARCHIVE) : all);
  }

  /** Returns all open conflicts, disputed points and unanswered questions. */
  public List<String> openQuestions() {
    return Stream.of(
            openConflicts(any -> true).stream(),
            disputed().stream(),
            unanswered().stream().filter(one -> one.id().startsWith("Q")).map(Question::line),
            questions.stream())
        .flatMap(open -> open)
        .distinct()
        .toList();
  }

  /**
   * Returns the human's answers, questions and last directions as a prompt note; empty if there are
   * none.
   */
  Map<String, String> decided() {
    List<String> decided = new ArrayList<>(Clarifications.decided(decisions()));
    decisions().stream()
        .flatMap(one -> one.answer().as(Answer.Ask.class).stream())
        .flatMap(asked -> asked.questions().stream())
        .forEach(
            question ->
                decided.add("The conclusion must answer: " + question.replaceAll("\\s+", " ")));
    List<String> directions =
        decisions().stream()
            .filter(one -> one.kind() == AnswerKind.ADJUST)
            .flatMap(one -> one.answer().text().stream())
            .toList();
    directions.stream()
        .skip(Math.max(0, directions.size() - DIRECTIONS))
        .forEach(direction -> decided.add("Direction of the discussion: " + direction));
    return decided.isEmpty() ? Map.of() : Map.of("decided", String.join("\n", decided));
  }

  List<Question> unanswered() {
    return Clarifications.unanswered(decisions(), Optional.ofNullable(last), request().languages());
  }

  @Override
  public Ledger ledger() {
    return Optional.ofNullable(last).map(Synthesis::ledger).orElse(Ledger.EMPTY);
  }

  List<String> disputed() {
    return ledger().points(PointState.DISPUTED).stream()
        .filter(one -> one.ballots() > 0)
        .map(one -> one.id() + ": " + shown(one.sentence()) + " (disputed)")
        .toList();
  }

  /**
   * Returns open conflicts, also before a ballot: {@code Is it safe? (yes, by its lock | no, it has
   * none)}.
   */
  List<String> openConflicts(Predicate<Ledger.Conflict> which) {
    return ledger().conflicts().stream()
        .filter(Ledger.Conflict::open)
        .filter(which)
        .map(
            one ->
                one.sides().stream()
                    .map(side -> shown(side.position()))
                    .collect(
                        Collectors.joining(
                            " | ", one.id() + ": " + shown(one.question()) + " (", ")")))
        .toList();
  }

  /** Returns the conflicts settled by votes of the last discussion. */
  List<String> resolvedConflicts() {
    return ledger().conflicts().stream()
        .filter(one -> !one.open())
        .filter(one -> one.votes().stream().anyMatch(vote -> vote.round() == round()))
        .map(
            one ->
                "%s: %s %s"
                    .formatted(
                        one.id(), shown(one.question()), one.how().orElse(Words.of(one.state()))))
        .toList();
  }

  /** Returns a text in the first available language of the session. */
  String shown(LocalizedText text) {
    return text.in(request().languages());
  }

  /** Returns the document of the last discussion on the current host. */
  Optional<DocumentRef> ledgerDocument(ReplyDocuments documents) {
    return Optional.ofNullable(last)
        .map(
            one ->
                one.round() > roundsElsewhere()
                    ? one.document()
                    : documents.currentCopy(
                        one.document(), one, "restore discussion " + one.round()));
  }

  /** Returns {@code 2 agreed points, 1 conflict open, 1 point disputed}. */
  String discussionSummary() {
    int agreed = CrossVerification.of(ledger(), request().languages()).agreements().size();
    return "%s, %s open%s"
        .formatted(
            Words.counted(agreed, "agreed point"),
            Words.counted(openConflicts(any -> true).size(), "conflict"),
            disputed().isEmpty()
                ? ""
                : ", " + Words.counted(disputed().size(), "point") + " disputed");
  }

  AnalysisPipeline pipeline() {
    return new AnalysisPipeline(
        configuration().orElseThrow(), request().languages().get(0).equals("zh"));
  }

  TaskTable tasks() {
    return Objects.requireNonNull(table);
  }

  /** Returns the perspectives of the initial analysts, in table order. */
  List<String> perspectives() {
    return tasks().tasks().stream()
        .filter(task -> task.role() == TaskRole.ANALYST && task.discussionRound() == 0)
        .map(AnalysisTask::perspective)
        .distinct()
        .toList();
  }

  void tasks(TaskTable now) {
    table = now;
    touch();
  }

  /** Marks the documents of earlier discussions as left on the old host. */
  @Override
  public void moveTo(Opened there, HostRoster agents) {
    super.moveTo(there, agents);
    setRoundsElsewhere(discussionCount());
  }

  @Override
  public SessionView view() {
    List<TaskLine> lines =
        table().map(TaskTable::tasks).orElse(List.of()).stream().map(AnalysisTask::line).toList();
    return SessionView.of(this, request().tools(), 0, 0, List.of(), Optional.empty(), lines);
  }

  @Override
  public String details() {
    return details(
        Stream.of(
                configuration().map(TopicConfiguration::sentence), table().map(TaskTable::progress))
            .flatMap(Optional::stream)
            .toList());
  }

  /**
   * Refuses an edited table that cannot run, and a direction or questions too long for a prompt.
   */
  @Override
  public Optional<String> refusal(GateAnswer answer) {
    if (answer.kind() == AnswerKind.EDIT) {
      TaskTable.parse(answer.text().orElseThrow()).checkEdit();
    }
    int length = AnalysisPipeline.wish(answer).length();
    String why =
        "the text has %d characters; the limit is %d: shorten it, or put it into a file in the"
            + " repository";
    return Optional.of(why.formatted(length, AnalysisPipeline.QUOTED))
        .filter(any -> length > AnalysisPipeline.QUOTED);
  }
}
