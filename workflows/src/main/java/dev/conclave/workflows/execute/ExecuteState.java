package dev.conclave.workflows.execute;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.conclave.workflows.api.CheckActivities.CheckRun;
import dev.conclave.workflows.api.CheckActivities.CheckStatus;
import dev.conclave.workflows.api.ExecutionActivities.Base;
import dev.conclave.workflows.api.ExecutionActivities.Command;
import dev.conclave.workflows.api.ExecutionActivities.Command.Purpose;
import dev.conclave.workflows.api.ExecutionActivities.Committed;
import dev.conclave.workflows.api.ExecutionActivities.Delivered;
import dev.conclave.workflows.api.ExecutionActivities.DeliveryOrder;
import dev.conclave.workflows.api.ExecutionActivities.Replayed;
import dev.conclave.workflows.api.ExecutionActivities.Target;
import dev.conclave.workflows.api.ExecutionActivities.TaskChange;
import dev.conclave.workflows.api.ExecutionActivities.Way;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.discussion.ReviewOutcome.Criterion;
import dev.conclave.workflows.discussion.ReviewOutcome.Criterion.Verdict;
import dev.conclave.workflows.discussion.ReviewOutcome.Judged;
import dev.conclave.workflows.discussion.ReviewOutcome.Standing;
import dev.conclave.workflows.discussion.Severity;
import dev.conclave.workflows.execute.TaskRun.Status;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.session.DiscussionState;
import dev.conclave.workflows.session.ExecutionLine;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.text.Words;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The complete state of an execution; under 1 MiB. */
public final class ExecuteState extends DiscussionState<ExecutePhase> {
  public static final KindSpec KIND =
      new KindSpec(
          "execute",
          ExecuteWorkflow.class,
          ExecuteWorkflowImpl.class,
          ExecuteState.class,
          "EXE-",
          Optional.of("execute"),
          DateTimeFormatter.ISO_LOCAL_DATE,
          Optional.empty(),
          "/execute",
          false);

  static final int REVIEW_ROUNDS = 2;

  /** Maximum number of fixes after a review, each of which is reviewed again. */
  static final int MOST_FIXES = 3;

  /** How often an unattended session replays its commits on a target that moved. */
  private static final int MOST_REPLAYS = 3;

  private @Nullable Base base;
  private List<Check> checks = List.of();
  private List<TaskRun> tasks = new ArrayList<>();
  private @Nullable String tip;
  private @Nullable Committed top;

  /** The whole change of the branch; null before all tasks have ended. */
  private @Nullable TaskChange change;

  /** Commit subjects by commit id, in order. */
  private final Map<String, String> commits = new LinkedHashMap<>();

  /** The tree that the next review is compared with. */
  @Nullable String reviewedFrom;

  /** The branch tree of the current or last review; null before. */
  @Nullable String reviewing;

  private List<ReviewOutcome> reviews = new ArrayList<>();

  /** Whether the commits were replayed on another base after the last review. */
  boolean replayedSince;

  /** The findings to fix; null if there are none. */
  @Nullable String toFix;

  int fixes;

  /** Why review findings were accepted; null if none were. */
  @Nullable String accepted;

  @Nullable Target target;
  @Nullable DeliveryOrder order;
  private @Nullable Delivered delivered;

  /** The way of the last delivery; null before. */
  @Nullable Way deliveredBy;

  @JsonCreator
  public ExecuteState(
      @JsonProperty("session") String session,
      @JsonProperty("request") ExecuteRequest request,
      @JsonProperty("created_at") Instant createdAt) {
    super(session, request, createdAt, ExecutePhase.OPENING, ExecutePhase.REVIEWING, REVIEW_ROUNDS);
    request.plan().tasks().stream()
        .map(task -> TaskRun.waiting(task.id(), task.title()))
        .forEach(tasks::add);
  }

  @Override
  public KindSpec kind() {
    return KIND;
  }

  @Override
  public ExecuteRequest request() {
    return (ExecuteRequest) super.request();
  }

  @Override
  public SessionView view() {
    return view(Optional.empty()).withExecution(line());
  }

  @Override
  public String details() {
    List<String> paragraphs = new ArrayList<>();
    long done = count(Status.DONE);
    paragraphs.add("%d of %s done".formatted(done, Words.counted(tasks.size(), "task")));
    delivered().map(Delivered::said).ifPresent(paragraphs::add);
    return details(paragraphs);
  }

  /** Repeats the interrupted calls; the commits on the branch stay. */
  @Override
  protected void restore(SessionRequest now, boolean resumed) {
    boolean failed = phase() == ExecutePhase.FAILED;
    super.restore(now, resumed);
    tasks.replaceAll(
        task ->
            isUnderWay(task)
                // Under the same try number, completed calls are found and not paid for again.
                ? task.withStatus(Status.WAITING).withTries(task.tries() - 1)
                : task);
    if (failed && nothingDone()) {
      // Once there are commits, what a human skipped stays skipped.
      tasks.replaceAll(task -> task.is(Status.SKIPPED) ? task.withStatus(Status.WAITING) : task);
    }
    if (resumed) {
      order = null;
      delivered = null;
      toFix = null;
    }
  }

  private static boolean isUnderWay(TaskRun task) {
    return task.is(Status.RUNNING) || task.is(Status.CHECKING);
  }

  public Optional<Base> base() {
    return Optional.ofNullable(base);
  }

  Base requireBase() {
    return Objects.requireNonNull(base);
  }

  void begin(Base there) {
    base = there;
    tip = there.tree();
    reviewedFrom = there.tree();
    Map<String, Check> once = new LinkedHashMap<>();
    for (Command command : there.commands()) {
      // A command of several tasks, or of the project and a task, becomes one of the repository
      // and runs once per tree. The plan's command comes last; it stays, because it is required.
      once.merge(
          command.purpose() + " " + command.line(),
          Check.of(command),
          (first, again) ->
              first.command().task().equals(command.task()) ? first : again.ofRepository());
    }
    checks = List.copyOf(once.values());
  }

  public List<Check> checks() {
    return checks;
  }

  /** Allows the commands that match, in addition to those already allowed. */
  void allow(Predicate<Check> which) {
    checks = checks.stream().map(c -> c.withAllowed(c.allowed() || which.test(c))).toList();
  }

  List<Check> unallowed() {
    return checks.stream().filter(check -> !check.allowed()).toList();
  }

  List<String> setup() {
    return checks.stream()
        .filter(check -> check.allowed() && check.command().purpose() == Purpose.SETUP)
        .map(check -> check.command().line())
        .toList();
  }

  /** The allowed checks of the repository and of one task. */
  List<Check> checksOf(String task) {
    return checks.stream()
        .filter(Check::canRun)
        .filter(c -> c.command().task().isEmpty() || c.command().task().equals(task))
        .toList();
  }

  Check check(String line) {
    return checks.stream().filter(check -> check.isCheck(line)).findFirst().orElseThrow();
  }

  void updateCheck(String line, UnaryOperator<Check> change) {
    checks =
        checks.stream().map(check -> check.isCheck(line) ? change.apply(check) : check).toList();
    touch();
  }

  /** The tree of the branch, including the user's uncommitted changes. */
  String tip() {
    return Objects.requireNonNull(tip);
  }

  /** The last commit of the branch; empty before the first. */
  public Optional<Committed> top() {
    return Optional.ofNullable(top);
  }

  /** Commit subjects by commit id, in order. */
  public Map<String, String> commits() {
    return Collections.unmodifiableMap(commits);
  }

  void recordCommit(Committed made, String subject, String tree) {
    top = made;
    tip = tree;
    commits.put(made.commit(), subject);
    accepted = null; // it was said about earlier work
    touch();
  }

  /** Whether the commits may be replayed after a merge that found another target. */
  boolean mayReplay() {
    return !request().yes()
        || decisions().stream().filter(one -> one.kind() == AnswerKind.MERGE).count()
            <= MOST_REPLAYS;
  }

  /** Moves the branch to another base, and discards the check results of the old one. */
  void replayed(Replayed now) {
    base = now.base();
    tip = now.tree();
    top = now.top();
    change = null;
    delivered = null;
    Map<String, String> subjects = new LinkedHashMap<>(commits);
    commits.clear();
    now.commits().forEach((old, made) -> commits.put(made, subjects.getOrDefault(old, "")));
    // The check results of tasks belong to the old base; the messages of the commits have them.
    tasks.replaceAll(
        task ->
            task.commit() == null
                ? task
                : task.withCommit(now.commits().get(task.commit())).withChecks(List.of()));
    checks =
        checks.stream()
            .map(check -> new Check(check.command(), check.allowed(), null, null, false))
            .toList();
    reviewedFrom = tip; // reviewers have seen the same change
    replayedSince = !reviews.isEmpty();
  }

  /** The whole change of the branch; empty before all tasks have ended. */
  public Optional<TaskChange> change() {
    return Optional.ofNullable(change);
  }

  void setChange(TaskChange whole) {
    change = whole.lean();
  }

  public List<TaskRun> tasks() {
    return List.copyOf(tasks);
  }

  TaskRun task(String id) {
    return tasks.stream().filter(task -> task.id().equals(id)).findFirst().orElseThrow();
  }

  TaskRun put(TaskRun changed) {
    tasks.replaceAll(task -> task.id().equals(changed.id()) ? changed : task);
    touch();
    return changed;
  }

  PlanTask planTask(String id) {
    return request().plan().tasks().stream()
        .filter(task -> task.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** The planned files of all finished tasks. */
  List<PlanFile> plannedSoFar() {
    return tasks.stream()
        .filter(task -> task.is(Status.DONE))
        .flatMap(task -> planTask(task.id()).files().stream())
        .toList();
  }

  boolean nothingDone() {
    return count(Status.DONE) == 0;
  }

  private long count(Status status) {
    return tasks.stream().filter(task -> task.is(status)).count();
  }

  /** The first failed task, which a human must decide on. */
  Optional<TaskRun> failed() {
    return tasks.stream().filter(task -> task.is(Status.FAILED)).findFirst();
  }

  /** The tasks that can start now: those of the first group whose dependencies are done. */
  List<TaskRun> nextStep() {
    Set<String> done = new HashSet<>();
    tasks.stream().filter(task -> task.is(Status.DONE)).map(TaskRun::id).forEach(done::add);
    List<PlanTask> ready =
        request().plan().tasks().stream()
            .filter(task -> task(task.id()).is(Status.WAITING))
            .filter(task -> done.containsAll(task.dependsOn()))
            .toList();
    int first = ready.stream().mapToInt(PlanTask::executionGroup).min().orElse(0);
    return ready.stream()
        .filter(task -> task.executionGroup() == first)
        .map(task -> task(task.id()))
        .toList();
  }

  /** Skips a task and all tasks that depend on it. */
  void skip(String id, String why) {
    put(task(id).withStatus(Status.SKIPPED).withFailure(why));
    dependents(id).forEach(other -> skip(other, "it depends on " + id));
  }

  /** The waiting tasks that depend on a task, also through others. */
  Set<String> allDependents(String id) {
    Set<String> all = new TreeSet<>();
    addDependents(id, all);
    return all;
  }

  private void addDependents(String id, Set<String> all) {
    dependents(id).stream().filter(all::add).forEach(other -> addDependents(other, all));
  }

  private List<String> dependents(String id) {
    return request().plan().tasks().stream()
        .filter(task -> task.dependsOn().contains(id) && task(task.id()).is(Status.WAITING))
        .map(PlanTask::id)
        .toList();
  }

  /** Skips all unfinished tasks. */
  void abort(String why) {
    tasks.stream()
        .filter(task -> !task.is(Status.DONE) && !task.is(Status.SKIPPED))
        .toList()
        .forEach(
            task ->
                put(
                    task.withStatus(Status.SKIPPED)
                        .withFailure(task.is(Status.FAILED) ? task.failure() : why)));
  }

  /** The agents whose work is on the branch. */
  List<String> authors() {
    return tasks.stream()
        .filter(task -> task.is(Status.DONE) && !task.agent().equals(TaskRun.BY_HAND))
        .map(TaskRun::agent)
        .distinct()
        .toList();
  }

  /** The acceptance criteria of finished tasks; for a later review, only those not met yet. */
  List<String> criteria() {
    if (!reviews.isEmpty()) {
      return criteriaSoFar().stream()
          .filter(one -> one.verdict() != Verdict.MET)
          .map(Criterion::text)
          .toList();
    }
    return tasks.stream()
        .filter(task -> task.is(Status.DONE))
        .flatMap(task -> planTask(task.id()).acceptance().stream().map(a -> task.id() + ": " + a))
        .toList();
  }

  /** Each criterion with its latest verdict. */
  public List<Criterion> criteriaSoFar() {
    Map<String, Criterion> last = new LinkedHashMap<>();
    reviews.stream()
        .flatMap(one -> one.criteria().stream())
        .forEach(one -> last.put(one.text(), one));
    return List.copyOf(last.values());
  }

  public List<ReviewOutcome> reviews() {
    return List.copyOf(reviews);
  }

  void addReview(ReviewOutcome outcome) {
    reviews.add(outcome);
    replayedSince = false;
    reviewedFrom = tip();
  }

  /** The findings of the last review that a human must judge: severe, and agreed or disputed. */
  public List<Judged> severeFindings() {
    return openFindings().stream().filter(ExecuteState::isSevere).toList();
  }

  /** The findings of the last review that count or, if severe, are disputed. */
  List<Judged> openFindings() {
    return lastReview().stream()
        .flatMap(one -> one.findings().stream())
        .filter(one -> one.counts() || isSevere(one))
        .toList();
  }

  static boolean isSevere(Judged one) {
    return one.severity().atLeast(Severity.HIGH)
        && (one.counts() || one.standing() == Standing.DISPUTED);
  }

  Optional<ReviewOutcome> lastReview() {
    return reviews.isEmpty() ? Optional.empty() : Optional.of(reviews.get(reviews.size() - 1));
  }

  List<Criterion> unmet() {
    return criteriaSoFar().stream().filter(one -> one.verdict() == Verdict.UNMET).toList();
  }

  boolean mayFix() {
    return fixes < MOST_FIXES;
  }

  void fix(@Nullable String what) {
    fixes += what == null ? 0 : 1;
    toFix = what;
  }

  public Optional<Delivered> delivered() {
    return Optional.ofNullable(delivered);
  }

  /** Records a delivery; from now on, the state names the commits that a merged target has. */
  void setDelivered(Delivered what, DeliveryOrder by) {
    delivered = what;
    deliveredBy = by.way();
    String there = what.commit().orElse(null);
    if (what.done() && by.way() == Way.MERGE && !by.commit().equals(there)) {
      commits.clear();
      if (there != null) {
        commits.put(there, by.title());
        top = new Committed(there, Objects.requireNonNull(top).tree());
      }
      tasks.replaceAll(task -> task.commit() == null ? task : task.withCommit(there));
    }
  }

  /** The reasons why the result is not good, one sentence each; empty if it is good. */
  public List<String> shortcomings() {
    List<String> lacking = new ArrayList<>();
    tasks.stream()
        .filter(task -> !task.is(Status.DONE))
        .map(task -> "%s is not done%s".formatted(task.id(), because(task.failure())))
        .forEach(lacking::add);
    checks.stream()
        .filter(check -> check.after() != null && check.regresses(check.after()))
        .map(check -> "`%s` passed before and fails now".formatted(check.command().line()))
        .forEach(lacking::add);
    checks.stream()
        .filter(check -> check.isRequired() && !check.isPassedBefore())
        .filter(check -> check.after() != null && check.after().status() != CheckStatus.PASSED)
        .map(Check::command)
        .map(
            c ->
                "`%s`%s does not pass"
                    .formatted(c.line(), c.task().isEmpty() ? "" : " of " + c.task()))
        .forEach(lacking::add);
    if (checks.stream().noneMatch(Check::isPassedBefore)) {
      lacking.add("unchecked: no check passed in the baseline");
    }
    severeFindings().stream()
        .map(one -> "%s (%s) is open".formatted(one.finding().title(), Words.of(one.severity())))
        .forEach(lacking::add);
    criteriaSoFar().stream()
        .filter(one -> one.verdict() != Verdict.MET)
        .map(one -> "%s: %s".formatted(Words.of(one.verdict()), one.text()))
        .forEach(lacking::add);
    return lacking;
  }

  private static String because(String failure) {
    return failure.isEmpty() ? "" : ": " + failure;
  }

  /** A summary for views; null before the repository exists. */
  private @Nullable ExecutionLine line() {
    if (base == null) {
      return null;
    }
    List<String> open = phase().closed() ? shortcomings() : List.of();
    boolean kept = deliveredBy == Way.KEEP && delivered().filter(Delivered::done).isPresent();
    return new ExecutionLine(
        request().of(),
        kept ? delivered().orElseThrow().place() : base.branch(),
        top().map(Committed::commit),
        tasks.stream().sorted(Comparator.comparing(TaskRun::id)).map(this::line).toList(),
        checks.stream()
            .filter(check -> check.command().purpose() == Purpose.CHECK)
            .map(ExecuteState::line)
            .toList(),
        lastReview().orElse(null),
        criteriaSoFar(),
        delivered,
        open);
  }

  private ExecutionLine.TaskLine line(TaskRun task) {
    return new ExecutionLine.TaskLine(
        task.id(),
        task.title(),
        planTask(task.id()).executionGroup(),
        Words.of(isUnderWay(task) && phase().closed() ? Status.WAITING : task.status()),
        task.agent(),
        task.change() == null ? 0 : task.change().files(),
        task.change() == null ? 0 : task.change().added(),
        task.change() == null ? 0 : task.change().removed(),
        Optional.ofNullable(task.commit()),
        task.failure());
  }

  private static ExecutionLine.CheckLine line(Check check) {
    Command command = check.command();
    return new ExecutionLine.CheckLine(
        command.line(),
        command.task(),
        command.from(),
        check.allowed(),
        verdict(check.before()),
        verdict(check.after()),
        check.flaky());
  }

  private static String verdict(@Nullable CheckRun run) {
    return run == null ? "" : Words.of(run.status());
  }

  /** The named reviewers, else the planning session's analysts that did not write. */
  List<String> reviewers() {
    List<String> named = request().reviewers();
    List<String> usable =
        Stream.concat(
                (named == null ? request().tools() : named).stream(), request().chain().stream())
            .distinct()
            .filter(roster()::mayBeAsked)
            .filter(agent -> !agent.equals(AgentStatus.DIRECT))
            .toList();
    if (named != null) {
      return named.stream().filter(usable::contains).toList();
    }
    List<String> wrote = authors();
    Set<String> reviewers = new LinkedHashSet<>();
    request().tools().stream()
        .filter(usable::contains)
        .filter(agent -> !wrote.contains(agent))
        .forEach(reviewers::add);
    // At least two: first from the fallback chain, last the writer's own program in a new call.
    Stream.concat(usable.stream().filter(agent -> !wrote.contains(agent)), wrote.stream())
        .filter(roster()::mayBeAsked)
        .filter(agent -> !reviewers.contains(agent))
        .distinct()
        .limit(Math.max(0, 2 - reviewers.size()))
        .toList()
        .forEach(reviewers::add);
    return List.copyOf(reviewers);
  }
}
