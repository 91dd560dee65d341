package dev.conclave.workflows.analyze;

import dev.conclave.workflows.analyze.AnalysisTask.Status;
import dev.conclave.workflows.analyze.AnalysisTask.TaskRole;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
   * Reads a table that {@link #csv} wrote, or that a spreadsheet saved.
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
  private Optional<String> firstWrong(Function<AnalysisTask, Stream<String>> checks) {
    return IntStream.range(0, tasks.size())
        .boxed()
        .flatMap(
            i ->
                checks
                    .apply(tasks.get(i))
                    .map(why -> row(i + 2, Cut.shown(tasks.get(i).id(), 64)) + " " + why))
        .findFirst();
  }

  private static Stream<String> when(boolean wrong, String why) {
    return wrong ? Stream.of(why) : Stream.empty();
  }

  /** Why these tasks cannot be run, with the row; empty when they can. */
  public Optional<String> refusal() {
    if (tasks.isEmpty()) {
      return Optional.of("the table has no task");
    }
    Set<String> ids = byId().keySet();
    Set<String> earlier = new HashSet<>();
    return firstWrong(task -> wrong(task, ids, earlier))
        .or(
            () -> {
              Map<String, Integer> waves = waves();
              return firstWrong(task -> misplaced(task, waves));
            });
  }

  private static Stream<String> wrong(AnalysisTask task, Set<String> ids, Set<String> earlier) {
    return Stream.of(
            when(!earlier.add(task.id()), "has the id of an earlier row"),
            when(
                !ID.matcher(task.id()).matches(),
                "has an id that cannot name a file: 1 to 64 letters, digits, '.', '_' and '-' can"),
            when(
                task.id().equalsIgnoreCase(AnalysisTask.ALL),
                "has the id \"all\", which stands for every earlier task"),
            when(task.title().isBlank(), "has no title"),
            when(
                task.interactive() && task.role() != TaskRole.DISCUSSANT,
                "is interactive: only a discussant can be"),
            when(task.deps().contains(task.id()), "depends on itself"),
            unknown("depends on", task.deps().stream(), ids),
            unknown(
                "takes context from",
                task.contextFrom().stream().filter(id -> !id.equals(AnalysisTask.ALL)),
                ids))
        .flatMap(why -> why);
  }

  private static Stream<String> unknown(String verb, Stream<String> named, Set<String> ids) {
    return named
        .filter(id -> !ids.contains(id))
        .map(id -> "%s \"%s\", which is no task of the table".formatted(verb, Cut.shown(id, 64)));
  }

  private Stream<String> misplaced(AnalysisTask task, Map<String, Integer> waves) {
    Set<String> stuck = new LinkedHashSet<>(byId().keySet());
    stuck.removeAll(waves.keySet());
    int own = waves.getOrDefault(task.id(), 0);
    return Stream.concat(
        when(own == 0, "cannot start, as deps has a cycle among " + String.join(", ", stuck)),
        task.contextFrom().stream()
            .filter(id -> waves.getOrDefault(id, 0) >= own)
            .map(
                id ->
                    "takes context from %s of wave %d, but runs in wave %d itself"
                        .formatted(id, waves.get(id), own)));
  }

  private Map<String, AnalysisTask> byId() {
    Map<String, AnalysisTask> byId = new LinkedHashMap<>();
    tasks.forEach(task -> byId.putIfAbsent(task.id(), task));
    return byId;
  }

  /** Kahn's algorithm: the wave of each task, by its id; none of those on or behind a cycle. */
  private Map<String, Integer> waves() {
    Map<String, Integer> waves = new HashMap<>();
    List<AnalysisTask> left = new ArrayList<>(tasks);
    for (int wave = 1; wave <= tasks.size(); wave++) {
      List<String> ready =
          left.stream()
              .filter(task -> waves.keySet().containsAll(task.deps()))
              .map(AnalysisTask::id)
              .toList();
      for (String id : ready) {
        waves.put(id, wave);
      }
      left.removeIf(task -> waves.containsKey(task.id()));
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

  public List<AnalysisTask> with(Status status) {
    return tasks.stream().filter(task -> task.is(status)).toList();
  }

  /** The tasks of a wave that are still to be done. */
  public List<AnalysisTask> pending(int wave) {
    return with(Status.PENDING).stream().filter(task -> task.wave() == wave).toList();
  }

  /** The first wave that has a pending task. */
  public Optional<Integer> nextWave() {
    return with(Status.PENDING).stream().map(AnalysisTask::wave).min(Comparator.naturalOrder());
  }

  /** The last wave of some tasks; 0 when there are none. */
  public static int lastWave(Stream<AnalysisTask> some) {
    return some.mapToInt(AnalysisTask::wave).max().orElse(0);
  }

  /** Whether each task of a wave that was started failed. */
  public boolean allFailed(int wave) {
    Set<Status> ends = new HashSet<>();
    tasks.stream().filter(task -> task.wave() == wave).forEach(task -> ends.add(task.status()));
    ends.remove(Status.SKIPPED);
    return ends.equals(Set.of(Status.FAILED));
  }

  /** {@code 7 of 9 tasks completed, 1 failed, 1 skipped}. */
  public String progress() {
    String done = with(Status.COMPLETED).size() + " of " + Words.counted(tasks.size(), "task");
    return Stream.of(Status.FAILED, Status.SKIPPED)
        .filter(status -> !with(status).isEmpty())
        .map(status -> ", %d %s".formatted(with(status).size(), Words.of(status)))
        .collect(Collectors.joining("", done + " completed", ""));
  }

  public TaskTable completed(String id, String findings) {
    return ended(id, Status.COMPLETED, findings, "");
  }

  /** The same with a failed task; what depends on it is skipped. */
  public TaskTable failed(String id, String error) {
    return ended(id, Status.FAILED, "", error).settled();
  }

  private TaskTable ended(String id, Status how, String findings, String error) {
    return map(task -> task.id().equals(id) ? task.ended(how, findings, error) : task);
  }

  /** The same with the failed tasks, and what they skipped, pending again. */
  public TaskTable retried() {
    return map(task -> task.is(Status.FAILED) ? task.pending() : task).settled();
  }

  /** Skips what waits for a failed task, and takes back what no longer waits for any. */
  private TaskTable settled() {
    Map<String, String> blocked = new HashMap<>();
    for (AnalysisTask task : byWave().toList()) {
      if (task.is(Status.FAILED)) {
        blocked.put(task.id(), task.id() + " failed: " + task.error());
      }
      task.deps().stream()
          .flatMap(need -> Stream.ofNullable(blocked.get(need)))
          .findFirst()
          .ifPresent(why -> blocked.put(task.id(), why));
    }
    return map(
        task -> {
          if (task.is(Status.COMPLETED) || task.is(Status.FAILED)) {
            return task;
          }
          return Optional.ofNullable(blocked.get(task.id()))
              .map(why -> task.ended(Status.SKIPPED, "", why))
              .orElseGet(task::pending);
        });
  }

  private Stream<AnalysisTask> byWave() {
    return tasks.stream().sorted(Comparator.comparingInt(AnalysisTask::wave));
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

  private static Stream<String> changed(AnalysisTask task, Optional<AnalysisTask> was) {
    return was.filter(one -> !one.is(Status.PENDING))
        .map(
            ran ->
                when(
                    !written(task).equals(written(ran)),
                    "was changed, but is %s: only pending rows can be"
                        .formatted(Words.of(ran.status()))))
        .orElseGet(
            () ->
                when(
                    !task.equals(task.pending()),
                    "has not run: its status is pending, its findings and error are empty"));
  }

  /** What a row says, whatever became of its line ends and spaces in a spreadsheet. */
  private static String written(AnalysisTask task) {
    return TaskCsv.write(List.of(task.inWave(0))).replaceAll("\\s+", " ");
  }

  /** Why it could not be discussed, or not be concluded; empty when it can. */
  Optional<String> discussionRefusal() {
    List<String> syntheses =
        tasks.stream().filter(AnalysisTask::concludes).map(AnalysisTask::id).toList();
    // In a discussion the statements of a perspective are numbered under its name.
    Set<String> voices = new HashSet<>();
    return firstWrong(
            task ->
                Stream.of(
                        when(
                            task.role() == TaskRole.ANALYST
                                && (task.perspective().isBlank()
                                    || !voices.add(task.discussionRound() + task.perspective())),
                            "has no perspective of its own: an analyst needs one"),
                        // The synthesis moves behind the last discussion.
                        when(
                            !Collections.disjoint(task.deps(), syntheses)
                                || !Collections.disjoint(task.contextFrom(), syntheses),
                            "waits for the synthesis, which comes last: let it wait for a task before"))
                    .flatMap(why -> why))
        .or(
            () ->
                when(
                        tasks.stream()
                            .noneMatch(
                                task -> task.role() == TaskRole.SYNTHESIZER || task.interactive()),
                        "nothing concludes the analysis: add a row with role synthesizer, or one with exec_mode interactive")
                    .findFirst());
  }

  /**
   * The findings that a task is given, each as {@code [Task ID: title] findings}. Of more than fit
   * the last ones, whole.
   */
  public String context(AnalysisTask task) {
    List<String> from = task.contextFrom();
    boolean all = from.contains(AnalysisTask.ALL);
    return lastThatFit(
        byWave()
            .filter(one -> from.contains(one.id()) || (all && one.wave() < task.wave()))
            .filter(one -> one.is(Status.COMPLETED) && !one.findings().isBlank())
            .map(one -> "[Task %s: %s] %s".formatted(one.id(), one.title(), one.findings()))
            .map(line -> line.strip().replaceAll("\\s+", " "))
            .toList(),
        CONTEXT);
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
