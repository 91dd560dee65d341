package dev.conclave.activities.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.api.TaskGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class PlanGroupsTest {
  private static final List<String> PATHS =
      List.of("a/One.java", "a/Two.java", "b/Three.java", "b", "c.txt");

  @Provide
  Arbitrary<List<PlanTask>> acyclic() {
    return Arbitraries.integers()
        .between(1, 7)
        .flatMap(
            count -> {
              List<Arbitrary<PlanTask>> tasks = new ArrayList<>();
              for (int i = 0; i < count; i++) {
                tasks.add(taskAfter(i));
              }
              return Combinators.combine(tasks).as(made -> made).flatMap(PlanGroupsTest::shuffled);
            });
  }

  private static Arbitrary<List<PlanTask>> shuffled(List<PlanTask> tasks) {
    return Arbitraries.shuffle(tasks);
  }

  private static Arbitrary<PlanTask> taskAfter(int index) {
    List<String> earlier = new ArrayList<>();
    for (int i = 0; i < index; i++) {
      earlier.add(PlanReader.taskId(i + 1));
    }
    Arbitrary<List<String>> needs =
        earlier.isEmpty()
            ? Arbitraries.just(List.of())
            : Arbitraries.of(earlier).list().uniqueElements().ofMaxSize(3);
    return Combinators.combine(needs, Arbitraries.of(PATHS).list().uniqueElements().ofMaxSize(2))
        .as(
            (dependsOn, paths) ->
                Plans.task(
                    PlanReader.taskId(index + 1),
                    0,
                    dependsOn,
                    paths.stream()
                        .map(path -> new PlanFile(path, 0, "modify", ""))
                        .toArray(PlanFile[]::new)));
  }

  @Property
  void assigned_groups_always_pass_the_order_checks(@ForAll("acyclic") List<PlanTask> tasks) {
    assertThat(TaskGraph.orderErrors(TaskGraph.assign(tasks))).isEmpty();
  }

  @Property
  void groups_are_numbered_from_one_without_gaps(@ForAll("acyclic") List<PlanTask> tasks) {
    List<Integer> groups =
        TaskGraph.assign(tasks).stream().map(PlanTask::executionGroup).distinct().sorted().toList();
    List<Integer> expected = new ArrayList<>();
    for (int i = 1; i <= groups.size(); i++) {
      expected.add(i);
    }
    assertThat(groups).isEqualTo(expected);
  }

  @Test
  void independent_tasks_on_different_files_run_in_parallel() {
    List<PlanTask> tasks =
        TaskGraph.assign(
            List.of(
                Plans.task("TASK-001", 0, List.of(), new PlanFile("a", 0, "create", "")),
                Plans.task("TASK-002", 0, List.of(), new PlanFile("b", 0, "create", "")),
                Plans.task("TASK-003", 0, List.of(), new PlanFile("a", 0, "create", "")),
                Plans.task("TASK-004", 0, List.of("TASK-002"))));
    Map<String, Integer> groups = new TreeMap<>();
    tasks.forEach(task -> groups.put(task.id(), task.executionGroup()));
    assertThat(groups)
        .isEqualTo(Map.of("TASK-001", 1, "TASK-002", 1, "TASK-003", 2, "TASK-004", 2));
  }
}
