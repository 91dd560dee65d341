package dev.conclave.workflows.analyze;

import dev.conclave.workflows.analyze.AnalysisTask.ExecMode;
import dev.conclave.workflows.analyze.AnalysisTask.Status;
import dev.conclave.workflows.analyze.AnalysisTask.TaskRole;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.Words;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The tasks of an analysis. A task runs in the wave after the last of those that it depends on;
 * waves count from 1. Immutable.
 */
public record TaskTable(List<AnalysisTask> tasks) {
  /** Most tasks of a table that is read. */
  public static final int MOST = 500;

  /** Longest {@link #context}, in characters. */
  static final int CONTEXT = 24_000;

  /** Ids name files. */
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  public TaskTable {
    tasks = List.copyOf(tasks);
  }

  /**
   * Reads a table that {@link #csv} wrote, or that a spreadsheet saved. What its rows say of each
   * other is for {@link #refusal} to check.
   *
   * @throws IllegalArgumentException with a sentence that names the row
   */
  public static TaskTable parse(String csv) {
    return new TaskTable(TaskCsv.read(csv));
  }

  /** The table as CSV (RFC 4180), in which no text becomes a spreadsheet's formula. */
  public String csv() {
    return TaskCsv.write(tasks);
  }

  /** Names a row as a spreadsheet counts it: the header is row 1. */
  static String row(int number, String id) {
    return "row " + number + " (" + id + ")";
  }

  /** What is first wrong with a row, behind its name. */
  private Optional<String> firstWrong(Function<AnalysisTask, Optional<String>> check) {
    return IntStream.range(0, tasks.size())
        .boxed()
        .flatMap(
            i ->
                check.apply(tasks.get(i)).stream()
                    .map(why -> row(i + 2, Cut.shown(tasks.get(i).id(), 64)) + " " + why))
        .findFirst();
  }

  /** Why these tasks cannot be run, with the row; empty when they can. */
  public Optional<String> refusal() {
    if (tasks.isEmpty()) {
      return Optional.of("the table has no task");
    }
    Map<String, AnalysisTask> byId = byId();
    Set<String> seen = new HashSet<>();
    return firstWrong(
            task ->
                seen.add(task.id())
                    ? wrong(task, byId.keySet())
                    : Optional.of("has the id of an earlier row"))
        .or(
            () -> {
              Map<String, Integer> waves = waves();
              return firstWrong(task -> misplaced(task, waves));
            });
  }

  private static Optional<String> wrong(AnalysisTask task, Set<String> ids) {
    if (!ID.matcher(task.id()).matches()) {
      return Optional.of(
          "has an id that cannot name a file: 1 to 64 letters, digits, '.', '_' and '-' can");
    }
    if (task.id().equalsIgnoreCase(AnalysisTask.ALL)) {
      return Optional.of("has the id \"all\", which stands for every earlier task");
    }
    if (task.title().isBlank()) {
      return Optional.of("has no title");
    }
    if (task.execMode() == ExecMode.INTERACTIVE && task.role() != TaskRole.DISCUSSANT) {
      return Optional.of("is interactive: only a discussant can be");
    }
    if (task.deps().contains(task.id())) {
      return Optional.of("depends on itself");
    }
    return unknown("depends on", task.deps().stream(), ids)
        .or(
            () ->
                unknown(
                    "takes context from",
                    task.contextFrom().stream().filter(id -> !id.equals(AnalysisTask.ALL)),
                    ids));
  }

  private static Optional<String> unknown(String verb, Stream<String> named, Set<String> ids) {
    return named
        .filter(id -> !ids.contains(id))
        .map(id -> "%s \"%s\", which is no task of the table".formatted(verb, Cut.shown(id, 64)))
        .findFirst();
  }

  private Optional<String> misplaced(AnalysisTask task, Map<String, Integer> waves) {
    Optional<Integer> own = Optional.ofNullable(waves.get(task.id()));
    if (own.isEmpty()) {
      Set<String> stuck = new LinkedHashSet<>(byId().keySet());
      stuck.removeAll(waves.keySet());
      return Optional.of("cannot start, as deps has a cycle among " + String.join(", ", stuck));
    }
    return task.contextFrom().stream()
        .filter(id -> waves.getOrDefault(id, 0) >= own.get())
        .map(
            id ->
                "takes context from %s of wave %d, but runs in wave %d itself"
                    .formatted(id, waves.get(id), own.get()))
        .findFirst();
  }

  private Map<String, AnalysisTask> byId() {
    Map<String, AnalysisTask> byId = new LinkedHashMap<>();
    tasks.forEach(task -> byId.putIfAbsent(task.id(), task));
    return byId;
  }

  /** Kahn's algorithm: the wave of each task, by its id; none of those on or behind a cycle. */
  private Map<String, Integer> waves() {
    Map<String, List<String>> dependents = new HashMap<>();
    Map<String, Set<String>> open = new HashMap<>();
    Map<String, Integer> waves = new LinkedHashMap<>();
    Deque<String> ready = new ArrayDeque<>();
    for (AnalysisTask task : tasks) {
      Set<String> needs = new HashSet<>(task.deps());
      needs.forEach(id -> dependents.computeIfAbsent(id, any -> new ArrayList<>()).add(task.id()));
      open.put(task.id(), needs);
      if (needs.isEmpty()) {
        waves.put(task.id(), 1);
        ready.add(task.id());
      }
    }
    // First in, first out: the last dependency that is taken has the highest wave.
    while (!ready.isEmpty()) {
      String done = ready.remove();
      for (String dependent : dependents.getOrDefault(done, List.of())) {
        Set<String> needs = Objects.requireNonNull(open.get(dependent));
        if (needs.remove(done) && needs.isEmpty()) {
          waves.put(dependent, waves.getOrDefault(done, 0) + 1);
          ready.add(dependent);
        }
      }
    }
    return waves;
  }

  /**
   * The same with the wave of each task; what waits for a failed one is skipped.
   *
   * @throws IllegalArgumentException with the {@link #refusal} when there is one
   */
  public TaskTable withWaves() {
    refusal()
        .ifPresent(
            why -> {
              throw new IllegalArgumentException(why);
            });
    Map<String, Integer> waves = waves();
    return map(task -> task.inWave(waves.getOrDefault(task.id(), 0))).settled();
  }

  /** The tasks of a wave that are still to be done. */
  public List<AnalysisTask> pending(int wave) {
    return tasks.stream().filter(task -> task.wave() == wave && task.is(Status.PENDING)).toList();
  }

  /** The first wave that has a pending task. */
  public Optional<Integer> nextWave() {
    return tasks.stream()
        .filter(task -> task.is(Status.PENDING))
        .map(AnalysisTask::wave)
        .min(Comparator.naturalOrder());
  }

  /** Whether each task of a wave that was started failed. */
  public boolean allFailed(int wave) {
    List<AnalysisTask> started =
        tasks.stream().filter(task -> task.wave() == wave && !task.is(Status.SKIPPED)).toList();
    return !started.isEmpty() && started.stream().allMatch(task -> task.is(Status.FAILED));
  }

  public TaskTable completed(String id, String findings) {
    return with(id, task -> task.ended(Status.COMPLETED, findings, ""));
  }

  /** The same with a failed task; what depends on it is skipped. */
  public TaskTable failed(String id, String error) {
    return with(id, task -> task.ended(Status.FAILED, "", error)).settled();
  }

  /** The same with the failed tasks of a wave, and what they alone skipped, pending again. */
  public TaskTable retried(int wave) {
    return map(task -> task.wave() == wave && task.is(Status.FAILED) ? task.pending() : task)
        .settled();
  }

  /** Skips what waits for a failed task, and takes back what no longer waits for any. */
  private TaskTable settled() {
    Map<String, AnalysisTask> byId = byId();
    Map<String, AnalysisTask> blockedBy = new HashMap<>();
    for (String id : waves().keySet()) {
      AnalysisTask task = Objects.requireNonNull(byId.get(id));
      if (task.is(Status.FAILED)) {
        blockedBy.put(id, task);
      } else {
        task.deps().stream()
            .flatMap(need -> Stream.ofNullable(blockedBy.get(need)))
            .findFirst()
            .ifPresent(failed -> blockedBy.put(id, failed));
      }
    }
    return map(
        task -> {
          if (!task.is(Status.PENDING) && !task.is(Status.SKIPPED)) {
            return task;
          }
          return Optional.ofNullable(blockedBy.get(task.id()))
              .map(
                  failed ->
                      task.ended(Status.SKIPPED, "", failed.id() + " failed: " + failed.error()))
              .orElseGet(() -> task.is(Status.PENDING) ? task : task.pending());
        });
  }

  private TaskTable with(String id, UnaryOperator<AnalysisTask> change) {
    if (!byId().containsKey(id)) {
      throw new IllegalArgumentException("there is no task " + id);
    }
    return map(task -> task.id().equals(id) ? change.apply(task) : task);
  }

  private TaskTable map(UnaryOperator<AnalysisTask> change) {
    return new TaskTable(tasks.stream().map(change).toList());
  }

  /** Why this table cannot take the place of another, which a human edited into it. */
  public Optional<String> editRefusal(TaskTable before) {
    Map<String, AnalysisTask> old = before.byId();
    Set<String> kept = byId().keySet();
    return refusal()
        .or(() -> firstWrong(task -> changed(task, Optional.ofNullable(old.get(task.id())))))
        .or(
            () ->
                before.tasks.stream()
                    .filter(task -> !task.is(Status.PENDING) && !kept.contains(task.id()))
                    .map(
                        task ->
                            "%s is %s: its row must stay"
                                .formatted(task.id(), Words.of(task.status())))
                    .findFirst());
  }

  /** Why it could not be discussed, or not be concluded; empty when it can. */
  Optional<String> discussionRefusal() {
    return speaksTwice().or(this::endless).or(this::concludesEarly);
  }

  private static Optional<String> changed(AnalysisTask task, Optional<AnalysisTask> was) {
    Optional<AnalysisTask> ran = was.filter(one -> !one.is(Status.PENDING));
    if (ran.isEmpty()) {
      return Optional.of("has not run: its status is pending, its findings and error are empty")
          .filter(any -> !task.equals(task.pending()));
    }
    return ran.filter(one -> !written(task).equals(written(one)))
        .map(
            one ->
                "was changed, but is %s: only pending rows can be"
                    .formatted(Words.of(one.status())));
  }

  /** In a discussion the statements of a perspective are numbered under its name. */
  private Optional<String> speaksTwice() {
    Map<String, String> spoken = new HashMap<>();
    return firstWrong(
        task -> {
          if (task.role() != TaskRole.ANALYST) {
            return Optional.empty();
          }
          String place = task.discussionRound() + " " + task.perspective();
          Optional<String> other = Optional.ofNullable(spoken.put(place, task.id()));
          return task.perspective().isBlank()
              ? Optional.of("has no perspective: an analyst needs one of its own")
              : other.map("has the perspective of %s: an analyst needs one of its own"::formatted);
        });
  }

  private Optional<String> endless() {
    return tasks.stream()
            .anyMatch(
                task ->
                    task.role() == TaskRole.SYNTHESIZER || task.execMode() == ExecMode.INTERACTIVE)
        ? Optional.empty()
        : Optional.of(
            "nothing concludes the analysis: add a row with role synthesizer, or one with exec_mode interactive");
  }

  /** The synthesis moves behind the last discussion. */
  private Optional<String> concludesEarly() {
    Set<String> syntheses =
        tasks.stream()
            .filter(task -> task.role() == TaskRole.SYNTHESIZER && task.is(Status.PENDING))
            .map(AnalysisTask::id)
            .collect(Collectors.toSet());
    return firstWrong(
        task ->
            Optional.of("waits for the synthesis, which comes last: let it wait for a task before")
                .filter(
                    any ->
                        Stream.concat(task.deps().stream(), task.contextFrom().stream())
                            .anyMatch(syntheses::contains)));
  }

  /** What a row says, whatever became of its line ends and spaces in a spreadsheet. */
  private static String written(AnalysisTask task) {
    return TaskCsv.write(List.of(task.inWave(0))).replaceAll("\\s+", " ");
  }

  /**
   * The findings that a task is given, each as {@code [Task ID: title] findings}. Of more than fit
   * the last ones, whole.
   */
  public String context(AnalysisTask task) {
    Set<String> from = new HashSet<>(task.contextFrom());
    boolean all = from.contains(AnalysisTask.ALL);
    List<String> lines =
        tasks.stream()
            .filter(one -> from.contains(one.id()) || (all && one.wave() < task.wave()))
            .filter(one -> one.is(Status.COMPLETED) && !one.findings().isBlank())
            .sorted(Comparator.comparingInt(AnalysisTask::wave))
            .map(one -> "[Task %s: %s] %s".formatted(one.id(), one.title(), one.findings()))
            .map(line -> line.strip().replaceAll("\\s+", " "))
            .toList();
    return lastThatFit(lines, CONTEXT);
  }

  /** The last lines that fit into so many characters, after a line that counts the others. */
  static String lastThatFit(List<String> lines, int characters) {
    int first = lines.size();
    int length = 0;
    while (first > 0 && length + lines.get(first - 1).length() < characters) {
      first--;
      length += lines.get(first).length() + 1;
    }
    List<String> shown = new ArrayList<>(lines.subList(first, lines.size()));
    if (first > 0) {
      shown.add(0, "(" + Words.counted(first, "earlier one") + " left out)");
    }
    return String.join("\n", shown);
  }
}
