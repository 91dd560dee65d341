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
 * The tasks of an analysis. A task runs in the wave after the last task that it depends on; waves
 * are numbered from 1. Immutable.
 */
public record TaskTable(List<AnalysisTask> tasks) {
  /** Limit of {@link #context}, in characters. */
  static final int CONTEXT = 24_000;

  /** Ids are used as file names. */
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  public TaskTable {
    tasks = List.copyOf(tasks);
  }

  /**
   * Reads a table written by {@link #csv} or saved by a spreadsheet.
   *
   * @throws IllegalArgumentException with a sentence that names the row
   */
  public static TaskTable parse(String csv) {
    return new TaskTable(TaskCsv.read(csv));
  }

  /** Returns the table as CSV (RFC 4180), protected against spreadsheet formulas. */
  public String csv() {
    return TaskCsv.write(tasks);
  }

  /** Names a row as numbered in a spreadsheet: the header is row 1. */
  static String row(int number, String id) {
    return "row " + number + " (" + Cut.shorten(id, 64) + ")";
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
        String why = "%s \"%s\", which is not in the table";
        refuse(!ids.contains(id), why.formatted(verb, Cut.shorten(id, 64)));
      }
    }
  }

  private List<Row> rows() {
    return IntStream.range(0, tasks.size()).mapToObj(i -> new Row(i + 2, tasks.get(i))).toList();
  }

  /**
   * Returns the table with the wave of each task; tasks that depend on a failed one are skipped.
   *
   * @throws IllegalArgumentException with the row, if the tasks cannot run
   */
  public TaskTable withWaves() {
    refuse(tasks.isEmpty(), "the table has no tasks");
    Set<String> stuck = new LinkedHashSet<>(tasks.stream().map(AnalysisTask::id).toList());
    checkIds(List.copyOf(stuck));
    Map<String, Integer> waves = waves();
    stuck.removeAll(waves.keySet());
    // Remove tasks that depend on a cycle but are not part of it.
    while (stuck.removeIf(
        id ->
            tasks.stream()
                .noneMatch(task -> stuck.contains(task.id()) && task.deps().contains(id)))) {
      continue;
    }
    for (Row row : rows()) {
      row.refuse(
          stuck.contains(row.task.id()),
          "cannot start: deps has a cycle among " + String.join(", ", stuck));
    }
    for (Row row : rows()) {
      int own = waves.getOrDefault(row.task.id(), 0);
      for (String id : row.task.contextFrom()) {
        int wave = waves.getOrDefault(id, 0);
        String why = "takes context from %s of wave %d, but runs in wave %d";
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
      row.refuse(!earlier.add(task.id()), "repeats the id of an earlier row");
      row.refuse(
          !ID.matcher(task.id()).matches(),
          "has an invalid id: use 1 to 64 letters, digits, '.', '_' and '-'");
      row.refuse(task.id().equalsIgnoreCase(AnalysisTask.ALL), "has the reserved id \"all\"");
      row.refuse(task.title().isBlank(), "has no title");
      row.refuse(
          task.interactive() && task.role() != TaskRole.DISCUSSANT,
          "is interactive, but only a discussant can be");
      row.refuse(task.deps().contains(task.id()), "depends on itself");
      row.refuseUnknown("depends on", task.deps(), ids);
      row.refuseUnknown("takes context from", task.contextFrom(), sources);
    }
  }

  /** Computes waves by task id with Kahn's algorithm; tasks on or behind a cycle have none. */
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

  public List<AnalysisTask> next() {
    List<AnalysisTask> pending = with(Status.PENDING);
    int wave = pending.stream().mapToInt(AnalysisTask::wave).min().orElse(0);
    return pending.stream().filter(task -> task.wave() == wave).toList();
  }

  public static int lastWave(List<AnalysisTask> some) {
    return some.stream().mapToInt(AnalysisTask::wave).max().orElse(0);
  }

  /** Returns {@code 7 of 9 tasks completed, 1 failed, 1 skipped}. */
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

  /** Marks a task as failed and skips the tasks that depend on it. */
  public TaskTable failed(String id, String error) {
    return ended(id, Status.FAILED, "", error).skipBlocked();
  }

  private TaskTable ended(String id, Status how, String findings, String error) {
    return map(task -> task.id().equals(id) ? task.ended(how, findings, error) : task);
  }

  /** Resets failed tasks, and those skipped because of them, to pending. */
  public TaskTable retried() {
    return map(task -> task.is(Status.FAILED) ? task.pending() : task).skipBlocked();
  }

  /** Skips tasks that depend on a failed one, and resets those that no longer do. */
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
   * Checks that an edited table can be run, discussed and concluded.
   *
   * @throws IllegalArgumentException with the row, if it cannot
   */
  void checkEdit() {
    withWaves();
    refuse(
        tasks.stream().noneMatch(one -> one.role() == TaskRole.SYNTHESIZER || one.interactive()),
        "no task concludes the analysis: add a row with role synthesizer, or exec_mode"
            + " interactive");
    List<String> syntheses =
        tasks.stream().filter(AnalysisTask::concludes).map(AnalysisTask::id).toList();
    Set<String> voices = new HashSet<>();
    for (Row row : rows()) {
      AnalysisTask task = row.task;
      row.refuse(
          !task.equals(task.pending()),
          "has not run, so its status must be pending, and findings and error empty");
      row.refuse(
          task.role() == TaskRole.EXPLORER && task.perspective().isBlank(),
          "has no perspective, which an explorer needs");
      // A discussion numbers statements per perspective.
      row.refuse(
          task.role() == TaskRole.ANALYST
              && (task.perspective().isBlank()
                  || !voices.add(task.discussionRound() + " " + task.perspective())),
          "needs its own perspective");
      // The synthesis is moved behind the last discussion.
      row.refuse(
          !Collections.disjoint(task.deps(), syntheses)
              || !Collections.disjoint(task.contextFrom(), syntheses),
          "depends on the synthesis, which runs last: depend on an earlier task");
    }
  }

  /**
   * Returns the findings for a task's prompt, each as {@code [Task ID: title] findings}, without
   * those that the prompt has in full elsewhere. If they exceed the limit, only the last ones are
   * kept, in full.
   */
  public String context(AnalysisTask task) {
    List<String> from = task.contextFrom();
    boolean all = from.contains(AnalysisTask.ALL);
    return lastThatFit(
        byWave()
            .filter(one -> from.contains(one.id()) || (all && one.wave() < task.wave()))
            .filter(one -> one.is(Status.COMPLETED) && !one.findings().isBlank())
            .filter(one -> !one.isShownElsewhere())
            .map(one -> "[Task %s: %s] %s".formatted(one.id(), one.title(), one.findings()))
            .map(line -> line.strip().replaceAll("\\s+", " "))
            .toList(),
        CONTEXT);
  }

  /** Returns the last lines that fit, after a line with the number of omitted ones. */
  static String lastThatFit(List<String> lines, int characters) {
    int first = lines.size();
    int length = 0;
    while (first > 0 && length + lines.get(first - 1).length() < characters) {
      first--;
      length += lines.get(first).length() + 1;
    }
    List<String> shown = new ArrayList<>(lines.subList(first, lines.size()));
    if (first > 0) {
      shown.add(0, "(" + Words.counted(first, "earlier one") + " omitted)");
    }
    return String.join("\n", shown);
  }
}
