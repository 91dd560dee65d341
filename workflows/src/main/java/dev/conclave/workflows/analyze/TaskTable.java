package dev.conclave.workflows.analyze;

import com.google.re2j.Pattern;
import dev.conclave.workflows.analyze.AnalysisTask.Status;
import dev.conclave.workflows.analyze.AnalysisTask.TaskRole;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The tasks of an analysis. A task runs in the wave after the last of those that it depends on;
 * waves count from 1. Immutable.
 */
public record TaskTable(List<AnalysisTask> tasks) {
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
    return "row " + number + " (" + Cut.shown(id, 64) + ")";
  }

  static void refuse(boolean wrong, String why) {
    if (wrong) {
      throw new IllegalArgumentException(why);
    }
  }

  private record Row(int number, AnalysisTask task) {
    void refuse(boolean wrong, String why) {
      TaskTable.refuse(wrong, row(number, task.id()) + " " + why);
    }

    void refuseUnknown(String verb, List<String> named, List<String> ids) {
      for (String id : named) {
        String why = "%s \"%s\", which is no task of the table";
        refuse(!ids.contains(id), why.formatted(verb, Cut.shown(id, 64)));
      }
    }
  }

  private List<Row> rows() {
    return IntStream.range(0, tasks.size()).mapToObj(i -> new Row(i + 2, tasks.get(i))).toList();
  }

  /**
   * The same with the wave of each task; what waits for a failed one is skipped.
   *
   * @throws IllegalArgumentException with the row, when these tasks cannot be run
   */
  public TaskTable withWaves() {
    refuse(tasks.isEmpty(), "the table has no task");
    Set<String> stuck = new LinkedHashSet<>(tasks.stream().map(AnalysisTask::id).toList());
    checkIds(List.copyOf(stuck));
    Map<String, Integer> waves = waves();
    stuck.removeAll(waves.keySet());
    // What merely waits for a cycle is not in it.
    while (stuck.removeIf(
        id ->
            tasks.stream()
                .noneMatch(task -> stuck.contains(task.id()) && task.deps().contains(id)))) {
      continue;
    }
    for (Row row : rows()) {
      row.refuse(
          stuck.contains(row.task.id()),
          "cannot start, as deps has a cycle among " + String.join(", ", stuck));
    }
    for (Row row : rows()) {
      int own = waves.getOrDefault(row.task.id(), 0);
      for (String id : row.task.contextFrom()) {
        int wave = waves.getOrDefault(id, 0);
        String why = "takes context from %s of wave %d, but runs in wave %d itself";
        row.refuse(wave >= own, why.formatted(id, wave, own));
      }
    }
    return map(task -> task.withWave(waves.getOrDefault(task.id(), 0))).skipBlocked();
  }

  private void checkIds(List<String> ids) {
    List<String> sources = new ArrayList<>(ids);
    sources.add(AnalysisTask.ALL);
    Set<String> earlier = new HashSet<>();
    for (Row row : rows()) {
      AnalysisTask task = row.task;
      row.refuse(!earlier.add(task.id()), "has the id of an earlier row");
      row.refuse(
          !ID.matcher(task.id()).matches(),
          "has an id that cannot name a file: 1 to 64 letters, digits, '.', '_' and '-' can");
      row.refuse(
          task.id().equalsIgnoreCase(AnalysisTask.ALL),
          "has the id \"all\", which stands for every earlier task");
      row.refuse(task.title().isBlank(), "has no title");
      row.refuse(
          task.interactive() && task.role() != TaskRole.DISCUSSANT,
          "is interactive: only a discussant can be");
      row.refuse(task.deps().contains(task.id()), "depends on itself");
      row.refuseUnknown("depends on", task.deps(), ids);
      row.refuseUnknown("takes context from", task.contextFrom(), sources);
    }
  }

  /** Kahn's algorithm: the wave of each task, by its id; none of those on or behind a cycle. */
  private Map<String, Integer> waves() {
    Map<String, Integer> waves = new HashMap<>();
    for (int wave = 1; wave <= tasks.size() && waves.size() < tasks.size(); wave++) {
      Set<String> earlier = Set.copyOf(waves.keySet());
      for (AnalysisTask task : tasks) {
        if (earlier.containsAll(task.deps())) {
          waves.putIfAbsent(task.id(), wave);
        }
      }
    }
    return waves;
  }

  public List<AnalysisTask> with(Status status) {
    return tasks.stream().filter(task -> task.is(status)).toList();
  }

  /** What is to be done next: the pending tasks of the first wave that has some. */
  public List<AnalysisTask> next() {
    List<AnalysisTask> pending = with(Status.PENDING);
    int wave = pending.stream().mapToInt(AnalysisTask::wave).min().orElse(0);
    return pending.stream().filter(task -> task.wave() == wave).toList();
  }

  /** The last wave of some tasks; 0 when there are none. */
  public static int lastWave(List<AnalysisTask> some) {
    return some.stream().mapToInt(AnalysisTask::wave).max().orElse(0);
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
    return ended(id, Status.FAILED, "", error).skipBlocked();
  }

  private TaskTable ended(String id, Status how, String findings, String error) {
    return map(task -> task.id().equals(id) ? task.ended(how, findings, error) : task);
  }

  /** The same with the failed tasks, and what they skipped, pending again. */
  public TaskTable retried() {
    return map(task -> task.is(Status.FAILED) ? task.pending() : task).skipBlocked();
  }

  /** Skips what waits for a failed task, and takes back what no longer waits for any. */
  private TaskTable skipBlocked() {
    Map<String, String> blocked = new HashMap<>();
    for (AnalysisTask task : byWave().toList()) {
      if (task.is(Status.FAILED)) {
        blocked.put(task.id(), task.id() + " failed: " + task.error());
        continue;
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

  /**
   * Checks that a table of a human can be run, discussed and concluded.
   *
   * @throws IllegalArgumentException with the row, when it cannot
   */
  void checkEdit() {
    withWaves();
    refuse(
        tasks.stream().noneMatch(one -> one.role() == TaskRole.SYNTHESIZER || one.interactive()),
        "nothing concludes the analysis: add a row with role synthesizer, or one with exec_mode interactive");
    List<String> syntheses =
        tasks.stream().filter(AnalysisTask::concludes).map(AnalysisTask::id).toList();
    Set<String> voices = new HashSet<>();
    for (Row row : rows()) {
      AnalysisTask task = row.task;
      row.refuse(
          !task.equals(task.pending()),
          "has not run: its status is pending, its findings and error are empty");
      row.refuse(
          task.role() == TaskRole.EXPLORER && task.perspective().isBlank(),
          "has no perspective: what an explorer finds is kept under one");
      // In a discussion the statements of a perspective are numbered under its name.
      row.refuse(
          task.role() == TaskRole.ANALYST
              && (task.perspective().isBlank()
                  || !voices.add(task.discussionRound() + " " + task.perspective())),
          "has no perspective of its own: an analyst needs one");
      // The synthesis moves behind the last discussion.
      row.refuse(
          !Collections.disjoint(task.deps(), syntheses)
              || !Collections.disjoint(task.contextFrom(), syntheses),
          "waits for the synthesis, which comes last: let it wait for a task before");
    }
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
