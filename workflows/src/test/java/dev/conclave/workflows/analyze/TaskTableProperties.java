package dev.conclave.workflows.analyze;

import static dev.conclave.workflows.analyze.Tasks.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.analyze.AnalysisTask.DiscussionType;
import dev.conclave.workflows.analyze.AnalysisTask.ExecMode;
import dev.conclave.workflows.analyze.AnalysisTask.Status;
import dev.conclave.workflows.analyze.AnalysisTask.TaskRole;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class TaskTableProperties {

  /** Returns shuffled rows in which each task depends on up to three earlier ones. */
  private static List<AnalysisTask> acyclic(int size, Random random) {
    List<AnalysisTask> tasks = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      List<String> deps = new ArrayList<>();
      for (int n = random.nextInt(4); n > 0 && i > 0; n--) {
        deps.add("T" + random.nextInt(i));
      }
      tasks.add(task("T" + i, deps.toArray(String[]::new)));
    }
    Collections.shuffle(tasks, random);
    return tasks;
  }

  private static Map<String, AnalysisTask> byId(TaskTable table) {
    Map<String, AnalysisTask> byId = new HashMap<>();
    table.tasks().forEach(task -> byId.put(task.id(), task));
    return byId;
  }

  @Property(tries = 60)
  void a_task_runs_in_the_wave_after_its_last_dependency(
      @ForAll @IntRange(min = 1, max = 500) int size, @ForAll Random random) {
    TaskTable table = new TaskTable(acyclic(size, random)).withWaves();
    Map<String, AnalysisTask> byId = byId(table);
    assertThat(table.tasks())
        .hasSize(size)
        .allSatisfy(
            task ->
                assertThat(task.wave())
                    .isEqualTo(
                        1
                            + task.deps().stream()
                                .mapToInt(dep -> byId.get(dep).wave())
                                .max()
                                .orElse(0)));
  }

  @Property(tries = 10)
  void a_chain_has_as_many_waves_as_tasks_in_any_order(@ForAll Random random) {
    List<AnalysisTask> chain = new ArrayList<>(List.of(task("T0")));
    for (int i = 1; i < 500; i++) {
      chain.add(task("T" + i, "T" + (i - 1)));
    }
    Collections.shuffle(chain, random);
    TaskTable table = new TaskTable(chain).withWaves();
    assertThat(table.tasks()).allMatch(task -> task.id().equals("T" + (task.wave() - 1)));
  }

  @Property(tries = 60)
  void a_cycle_anywhere_is_refused_and_named(
      @ForAll @IntRange(min = 2, max = 500) int size,
      @ForAll @IntRange(min = 2, max = 6) int length,
      @ForAll Random random) {
    List<AnalysisTask> tasks = acyclic(size, random);
    List<String> cycle = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      cycle.add("C" + i);
      tasks.add(
          random.nextInt(tasks.size() + 1),
          task("C" + i, "C" + (i + 1) % length, "T" + random.nextInt(size)));
    }
    tasks.add(random.nextInt(tasks.size() + 1), task("BEHIND", "C0"));
    TaskTable table = new TaskTable(tasks);
    String refusal = Tasks.refusal(table::withWaves);
    assertThat(refusal.substring(refusal.indexOf("among ") + 6).split(", "))
        .containsExactlyInAnyOrderElementsOf(cycle);
  }

  @Property(tries = 60)
  void a_single_invalid_row_is_refused_by_number(
      @ForAll @IntRange(min = 2, max = 100) int size,
      @ForAll @IntRange(min = 0, max = 2) int kind,
      @ForAll Random random) {
    List<AnalysisTask> tasks = acyclic(size, random);
    int at = 1 + random.nextInt(size - 1);
    AnalysisTask wrong =
        switch (kind) {
          case 0 -> tasks.get(random.nextInt(at));
          case 1 -> task("W", "W");
          default -> task("W", "nobody");
        };
    tasks.add(at, wrong);
    assertThat(Tasks.refusal(new TaskTable(tasks)::withWaves))
        .startsWith("row " + (at + 2) + " (" + wrong.id() + ") ");
  }

  @Property(tries = 60)
  void a_retry_resets_every_failure(
      @ForAll @IntRange(min = 1, max = 60) int size, @ForAll Random random) {
    TaskTable table = new TaskTable(acyclic(size, random)).withWaves();
    TaskTable run = table;
    while (!run.next().isEmpty()) {
      for (AnalysisTask task : run.next()) {
        run = random.nextInt(3) > 0 ? run.completed(task.id(), "") : run.failed(task.id(), "x");
      }
    }
    Map<String, AnalysisTask> byId = byId(run);
    for (AnalysisTask task : run.tasks()) {
      boolean blocked =
          task.deps().stream().anyMatch(dep -> byId.get(dep).status() != Status.COMPLETED);
      assertThat(task.status() == Status.SKIPPED).as("%s", task).isEqualTo(blocked);
    }
    assertThat(run.retried().tasks())
        .allMatch(task -> task.status() == Status.PENDING || task.status() == Status.COMPLETED);
  }

  @Provide
  Arbitrary<String> text() {
    Arbitrary<String> nasty =
        Arbitraries.of(
            "\"", "\"\"", ",", ";", "\\", "\\;", "\n", "\r\n", "\r", "\t", " ", "'", "=", "+", "-",
            "@", "＝", "限流", "🚀", "\u0000", "a", "null");
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(20),
        nasty.list().ofMaxSize(12).map(l -> String.join("", l)));
  }

  @Provide
  Arbitrary<AnalysisTask> anyTask() {
    Arbitrary<List<String>> texts = text().list().ofMaxSize(4);
    return Combinators.combine(
            text().list().ofSize(5),
            texts,
            texts,
            texts,
            Arbitraries.of(TaskRole.class),
            Arbitraries.of(ExecMode.class),
            Arbitraries.of(Status.class),
            Arbitraries.of(DiscussionType.class).optional())
        .as(
            (said, dimensions, deps, from, role, mode, status, type) ->
                new AnalysisTask(
                    "T-1",
                    said.get(0),
                    said.get(1),
                    role,
                    said.get(2),
                    dimensions,
                    3,
                    type,
                    deps,
                    from,
                    mode,
                    12,
                    status,
                    said.get(3),
                    said.get(4)));
  }

  @Property(tries = 1000)
  void a_table_survives_a_csv_round_trip(
      @ForAll("anyTask") AnalysisTask one, @ForAll("anyTask") AnalysisTask two) {
    TaskTable table = new TaskTable(List.of(one, two));
    assertThat(TaskTable.parse(table.csv())).isEqualTo(table);
    assertThat(TaskTable.parse(table.csv()).csv()).isEqualTo(table.csv());
  }

  @Property
  void agent_text_never_starts_a_formula(@ForAll("anyTask") AnalysisTask task) {
    assertThat(new TaskTable(List.of(task)).csv())
        .doesNotContainPattern("(?:^|,\"|[;\\t\\r\\n])\\s*[=+@＝-]");
  }
}
