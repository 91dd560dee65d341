package dev.conclave.workflows.execute;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.Pattern;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.CheckActivities.CheckRun;
import dev.conclave.workflows.api.CheckActivities.CheckStatus;
import dev.conclave.workflows.api.ExecutionActivities.Base;
import dev.conclave.workflows.api.ExecutionActivities.CommitOrder;
import dev.conclave.workflows.api.ExecutionActivities.Committed;
import dev.conclave.workflows.api.ExecutionActivities.InspectOrder;
import dev.conclave.workflows.api.ExecutionActivities.Merged;
import dev.conclave.workflows.api.ExecutionActivities.TaskChange;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.execute.ExecuteQuestions.Wrong;
import dev.conclave.workflows.execute.TaskRun.Status;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.AgentQuestion;
import dev.conclave.workflows.session.FallbackChain;
import dev.conclave.workflows.session.FallbackChain.Answer;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Language;
import io.temporal.workflow.Functions.Func;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Has work written, judges it by Git and exit codes, and commits what passes. What agents say about
 * their work does not count.
 */
final class TaskStep {
  /** Maximum number of agents that try a task. */
  private static final int WRITERS = 2;

  /** The beginning of a line that Git would parse as a trailer. */
  private static final Pattern TRAILER = Pattern.compile("[\\w-]+\\s*:");

  private static final int SUBJECT = 72;
  private static final int SUMMARY = 3_000;

  private final ExecuteState state;
  private final HostCalls host;
  private final AgentCalls calls;
  private final FallbackChain chain;
  private final ExecuteQuestions questions;
  private final CheckRuns checks;

  TaskStep(ExecuteState state, HostCalls host, AgentCalls calls) {
    this.state = state;
    this.host = host;
    this.calls = calls;
    chain = new FallbackChain(state, calls);
    questions = new ExecuteQuestions(state);
    checks = new CheckRuns(state, host);
  }

  /**
   * A judged tree; it passes if {@code wrong} is empty.
   *
   * @param unfinished the task's own checks that do not pass yet. The planner who wrote them may be
   *     mistaken, so they go back to the agent once; the rest is reported to the human
   */
  private record Judged(
      String tree,
      TaskChange change,
      List<CheckRun> checks,
      List<String> wrong,
      List<String> unfinished,
      String agent) {
    Wrong asked() {
      List<String> all = Stream.concat(wrong.stream(), unfinished.stream()).toList();
      Optional<DocumentRef> output =
          checks.stream()
              .filter(run -> all.stream().anyMatch(one -> one.contains(run.line())))
              .flatMap(run -> run.output().stream())
              .findFirst();
      return new Wrong(all, output.orElse(null), null);
    }
  }

  /** Fixes review findings if there are any, else executes the next step of tasks. */
  ExecutePhase executeNext() {
    if (state.roster().stale()) {
      host.listAgents();
    }
    String found = state.toFix;
    if (found != null) {
      fix(found).ifPresent(why -> state.tell("the review findings were not fixed: " + why));
      state.fix(null);
      finish();
      return ExecutePhase.REVIEWING;
    }
    String base = state.tip();
    List<TaskRun> step =
        state.nextStep().stream()
            .map(task -> task.withStatus(Status.RUNNING).withTries(task.tries() + 1))
            .map(state::put)
            .toList();
    List<Optional<Judged>> written =
        AgentCalls.inParallel(
            step.stream()
                .<Func<Optional<Judged>>>map(task -> () -> written(task.id(), base))
                .toList());
    for (int i = 0; i < step.size(); i++) {
      String id = step.get(i).id();
      written.get(i).ifPresent(judged -> merge(id, base, judged));
    }
    return state.failed().isPresent()
        ? ExecutePhase.AWAITING_TASK
        : state.nextStep().isEmpty() ? concluded() : ExecutePhase.EXECUTING;
  }

  private ExecutePhase concluded() {
    if (state.nothingDone()) {
      state.setEnding("no task was carried out: nothing is on the branch");
      return ExecutePhase.FAILED;
    }
    finish();
    return ExecutePhase.REVIEWING;
  }

  /** Has a task written by one agent, then by another from a clean start; empty if both fail. */
  private Optional<Judged> written(String id, String base) {
    Work work = work(id, base, new ArrayList<>());
    List<String> writers = writers(state.request().allWriters());
    if (writers.isEmpty()) {
      work.reasons().add("no agent with write access is available");
    }
    Judged judged = firstThatHolds(work, writers, base, null);
    if (judged == null) {
      if (calls.userStopped()) {
        work.reasons().add("the budget is exhausted");
      }
      state.put(state.task(id).failed(told(work.reasons())));
    }
    return Optional.ofNullable(judged);
  }

  private List<String> writers(List<String> agents) {
    return agents.stream().distinct().filter(state.roster()::mayWrite).limit(WRITERS).toList();
  }

  private Work work(String id, String from, List<String> reasons) {
    String number = state.task(id).tries() + "";
    return new Work(
        id, from, (turn, tree, wrong) -> questions.task(id, number + turn, tree, wrong), reasons);
  }

  /** Builds the question for a tree and its problems, if any. */
  private interface Asking {
    AgentQuestion about(String turn, String tree, @Nullable Wrong wrong);
  }

  /**
   * Work for agents.
   *
   * @param from the tree to compare with
   * @param reasons collects why agents' results were rejected
   */
  private record Work(String id, String from, Asking asking, List<String> reasons) {}

  /**
   * Asks the agents in turn, each from the start tree, and each a second time with the problems of
   * its own tree.
   *
   * @param flaw the problems of the start tree; if given, each agent is asked once
   */
  private @Nullable Judged firstThatHolds(
      Work work, List<String> writers, String start, @Nullable Wrong flaw) {
    for (String agent : writers) {
      String tree = start;
      Wrong wrong = flaw;
      for (String turn : flaw == null ? List.of("", "r") : List.of("m")) {
        Answer answer =
            chain.ask(chain.withoutFallbacks(agent), work.asking().about(turn, tree, wrong));
        keep(work.id(), answer.runs());
        AskReply reply = answer.good();
        if (reply == null || reply.tree() == null) {
          answer.failure(agent + " was not asked").ifPresent(work.reasons()::add);
          break;
        }
        Judged judged = judge(work.id(), work.from(), reply.tree(), agent);
        note(work.id(), reply, judged);
        boolean again = turn.isEmpty() && !judged.unfinished().isEmpty();
        if (judged.wrong().isEmpty() && !again) {
          return judged;
        }
        wrong = judged.asked();
        work.reasons().add(agent + ": " + String.join("; ", wrong.what()));
        tree = reply.tree();
      }
    }
    return null;
  }

  private void keep(String id, List<AgentRun> runs) {
    List<AgentRun> lean =
        runs.stream()
            .map(
                run ->
                    new AgentRun(
                        run.agent(),
                        run.standsFor(),
                        run.status(),
                        run.reason(),
                        run.receipt().map(Receipt::lean)))
            .toList();
    if (isTask(id)) {
      state.put(state.task(id).with(lean));
    }
  }

  private void note(String id, AskReply reply, Judged judged) {
    if (isTask(id)) {
      TaskRun task = state.task(id);
      // A repair that changes nothing only explains itself, so the summary of the work is kept.
      boolean unchanged = judged.tree().equals(task.tree()) && !task.summary().isBlank();
      record(task, reply.receipt().agent(), unchanged ? task.summary() : said(reply), judged);
    }
  }

  private void record(TaskRun task, String agent, String summary, Judged judged) {
    state.put(
        task.withAgent(agent)
            .withSummary(summary)
            .withTree(judged.tree())
            .withChange(judged.change().lean())
            .withChecks(judged.checks()));
  }

  private static String said(AskReply reply) {
    ObjectNode structured = reply.structured().orElse(null);
    return structured == null ? "" : Cut.shorten(structured.path("summary").asText(), SUMMARY);
  }

  /** False for the ids of fixes. */
  private boolean isTask(String id) {
    return state.tasks().stream().anyMatch(task -> task.id().equals(id));
  }

  private Judged judge(String id, String from, String tree, String agent) {
    if (isTask(id)) {
      state.put(state.task(id).withStatus(Status.CHECKING));
    }
    List<PlanFile> files = isTask(id) ? state.planTask(id).files() : state.plannedSoFar();
    TaskChange change = inspect(id, from, tree, files);
    List<String> wrong = new ArrayList<>();
    if (change.files() == 0) {
      wrong.add("it changed nothing");
    }
    listed(wrong, "it changes files that the plan excludes", change.outOfScope());
    listed(wrong, "it contains secrets", change.secrets());
    listed(wrong, "it changes files with a Git filter, such as Git LFS", change.unmanaged());
    List<CheckRun> runs =
        wrong.isEmpty() ? checks.runAll(change.checkTree(), state.checksOf(id)) : List.of();
    runs.stream()
        .filter(run -> state.check(run.line()).regresses(run))
        .map(
            run ->
                "`%s` passed before and fails now (%s)"
                    .formatted(run.line(), CheckRuns.lastLine(run)))
        .forEach(wrong::add);
    List<String> unfinished = new ArrayList<>();
    runs.stream()
        .filter(run -> run.status() != CheckStatus.PASSED)
        .filter(run -> state.check(run.line()).isOf(id))
        .map(run -> "`%s` does not pass (%s)".formatted(run.line(), CheckRuns.lastLine(run)))
        .forEach(unfinished::add);
    List<String> problems = wrong.isEmpty() ? unfinished : wrong;
    if (!problems.isEmpty() && !change.checkTree().equals(tree)) {
      listed(
          problems,
          "the checks ran without its changes to files that the task does not name",
          change.protectedFiles().stream()
              .filter(path -> files.isEmpty() || change.outside().contains(path))
              .toList());
    }
    return new Judged(tree, change, runs, wrong, unfinished, agent);
  }

  private TaskChange inspect(String what, String from, String tree, List<PlanFile> files) {
    return host.inRepository(
        "inspect · " + what,
        git ->
            git.inspect(
                new InspectOrder(
                    state.session(),
                    state.requireWorkspace(),
                    state.requireBase().tree(),
                    from,
                    tree,
                    files,
                    Stream.concat(files.stream(), state.plannedSoFar().stream())
                        .map(PlanFile::path)
                        .distinct()
                        .toList(),
                    state.checks().stream()
                        .filter(Check::canRun)
                        .map(check -> check.command().line())
                        .toList(),
                    state.request().bounds())));
  }

  /** Inspects the branch as a whole, and runs every check on it. */
  private void finish() {
    TaskChange whole =
        inspect("the branch", state.requireBase().tree(), state.tip(), state.plannedSoFar());
    state.setChange(whole);
    List<Check> all = state.checks().stream().filter(Check::canRun).toList();
    checks
        .runAll(whole.checkTree(), all)
        .forEach(run -> state.updateCheck(run.line(), check -> check.withAfter(run)));
  }

  private static void listed(List<String> wrong, String what, List<String> paths) {
    if (!paths.isEmpty()) {
      wrong.add(what + ": " + String.join(", ", Bounds.paths(paths)));
    }
  }

  /** Merges a task's change into the branch; its agent may fix conflicts and failures once. */
  private void merge(String id, String base, Judged judged) {
    Judged fits = judged;
    List<String> reasons = new ArrayList<>();
    if (!state.tip().equals(base)) {
      Merged merged =
          host.inRepository(
              "merge · " + id,
              git ->
                  git.merge(
                      state.session(), state.requireWorkspace(), base, state.tip(), judged.tree()));
      Wrong wrong;
      String tree = merged.tree();
      if (tree == null) {
        String where = String.join(", ", Bounds.paths(merged.conflicts()));
        wrong =
            new Wrong(
                List.of("it conflicts with changes of another task: " + where),
                null,
                judged.change().diff());
        tree = state.tip();
      } else {
        fits = judge(id, state.tip(), tree, judged.agent());
        wrong = new Wrong(fits.wrong(), fits.asked().output(), null);
      }
      if (!wrong.what().isEmpty()) {
        reasons.addAll(wrong.what());
        fits =
            judged.agent().equals(TaskRun.BY_HAND)
                ? null
                : firstThatHolds(
                    work(id, state.tip(), reasons), List.of(judged.agent()), tree, wrong);
      }
    }
    if (fits == null) {
      state.put(state.task(id).failed(told(reasons)));
    } else {
      commit(id, fits);
    }
  }

  /** Judges and merges work done by hand, like the work of an agent. */
  void mergeManualWork(String id, String base, String tree) {
    Judged judged = judge(id, base, tree, TaskRun.BY_HAND);
    record(state.task(id), TaskRun.BY_HAND, "", judged);
    if (judged.wrong().isEmpty()) {
      merge(id, base, judged);
    } else {
      state.put(state.task(id).failed("by hand: " + String.join("; ", judged.wrong())));
    }
  }

  /** Has review findings fixed; returns the reason for a failure, empty on success. */
  private Optional<String> fix(String what) {
    List<String> reasons = new ArrayList<>();
    String id = "review-" + state.fixes;
    Work work =
        new Work(
            id,
            state.tip(),
            (turn, tree, wrong) -> questions.fix(what, state.fixes + turn, tree, wrong),
            reasons);
    List<String> writers =
        writers(
            Stream.concat(state.authors().stream(), state.request().allWriters().stream())
                .toList());
    Judged judged = firstThatHolds(work, writers, state.tip(), null);
    if (judged != null) {
      commit(id, judged);
      return Optional.empty();
    }
    return Optional.of(reasons.isEmpty() ? "no agent is available" : told(reasons));
  }

  /** Joins the distinct reasons: a second attempt may fail in the same way. */
  private static String told(List<String> reasons) {
    return reasons.stream().distinct().collect(Collectors.joining("; "));
  }

  private void commit(String id, Judged judged) {
    String subject =
        isTask(id) ? state.task(id).title() : state.language().sentence("Fix review findings");
    Committed made =
        host.inRepository(
            "commit · " + id,
            git ->
                git.commit(
                    new CommitOrder(
                        state.session(),
                        state.requireWorkspace(),
                        state.requireBase().head(),
                        state.top().map(Committed::commit).or(state.requireBase()::head),
                        state.top().map(Committed::tree).orElse(state.requireBase().headTree()),
                        state.tip(),
                        judged.tree(),
                        message(id, subject, judged),
                        state.requireBase().author(),
                        SessionState.now())));
    state.recordCommit(made, Cut.shorten(subject, SUBJECT), judged.tree());
    judged.checks().forEach(run -> state.updateCheck(run.line(), check -> check.withAfter(run)));
    if (isTask(id)) {
      state.put(
          state
              .task(id)
              .withStatus(Status.DONE)
              .withCommit(made.commit())
              .withChange(judged.change().lean())
              .withChecks(judged.checks())
              .withFailure("")
              .withHint(null));
    }
  }

  /**
   * Returns the subject, in full again if it is long, the summary, the check verdicts, and the
   * trailers. Lines of the agent's summary that look like trailers are indented.
   */
  private String message(String id, String subject, Judged judged) {
    List<String> paragraphs = new ArrayList<>(List.of(Cut.shorten(subject, SUBJECT)));
    if (!paragraphs.contains(subject)) {
      paragraphs.add(subject);
    }
    if (isTask(id) && !state.task(id).summary().isBlank()) {
      paragraphs.add(
          state
              .task(id)
              .summary()
              .lines()
              .map(line -> TRAILER.matcher(line).lookingAt() ? "  " + line : line)
              .collect(Collectors.joining("\n")));
    }
    if (!judged.checks().isEmpty()) {
      paragraphs.add(
          checked(judged)
              + judged.checks().stream()
                  .map(
                      run ->
                          "- %s: %s"
                              .formatted(run.line(), CheckRuns.lastLine(run, state.language())))
                  .collect(Collectors.joining("\n")));
    }
    Map<String, String> trailers = new LinkedHashMap<>();
    trailers.put("Conclave-Session", state.session());
    trailers.put("Conclave-Task", id);
    receipt(id).ifPresent(call -> trailers.put("Conclave-Receipt", call));
    paragraphs.add(
        trailers.entrySet().stream()
            .map(one -> one.getKey() + ": " + one.getValue())
            .collect(Collectors.joining("\n")));
    return String.join("\n\n", paragraphs) + "\n";
  }

  /** Tells what the checks ran on; still true after a replay. */
  private String checked(Judged judged) {
    Base base = state.requireBase();
    List<String> on = new ArrayList<>();
    base.head().ifPresent(head -> on.add("based on " + Cut.head(head, 10)));
    if (base.hasUncommitted() && !state.request().uncommitted()) {
      on.add("with uncommitted changes");
    }
    if (!judged.change().checkTree().equals(judged.tree())) {
      on.add("without changes to protected files");
    }
    Language language = state.language();
    String told = on.stream().map(language::console).collect(Collectors.joining(", "));
    String checks = language.sentence("Checks");
    return on.isEmpty() ? checks + ":\n" : "%s (%s):\n".formatted(checks, told);
  }

  private Optional<String> receipt(String id) {
    return isTask(id)
        ? state.task(id).runs().stream()
            .filter(AgentRun::answered)
            .flatMap(run -> run.receipt().stream())
            .map(Receipt::callId)
            .reduce((before, last) -> last)
        : Optional.empty();
  }
}
