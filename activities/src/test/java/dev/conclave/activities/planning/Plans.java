package dev.conclave.activities.planning;

import dev.conclave.activities.discussion.Analyses;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.Plan.Complexity;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Valid plans for tests, to be broken in one place. */
final class Plans {
  /** A tree in which the valid plan can be executed. */
  static final TreeFacts TREE = tree(Map.of("src/Api.java", 120, "src/Store.java", 40));

  private Plans() {}

  /** Returns a made-up tree from paths and line counts. */
  static TreeFacts tree(Map<String, Integer> files) {
    return new TreeFacts() {
      @Override
      public OptionalInt lines(String path) {
        return files.containsKey(path) ? OptionalInt.of(files.get(path)) : OptionalInt.empty();
      }

      @Override
      public boolean exists(String path) {
        return files.keySet().stream().anyMatch(f -> f.equals(path) || f.startsWith(path + "/"));
      }
    };
  }

  static Plan of(PlanTask... tasks) {
    return new Plan(
        "Requests are limited per client.",
        "A token bucket in a filter.",
        Complexity.MEDIUM,
        "2 hours",
        "Agent",
        Optional.of("request → filter → handler"),
        List.of("Token bucket: allows bursts"),
        List.of(tasks),
        List.of(),
        false,
        List.of());
  }

  static Plan sound() {
    return of(api(), store());
  }

  static PlanTask api() {
    return task("TASK-001", 1, List.of(), new PlanFile("src/Api.java", 42, "modify", "ask bucket"));
  }

  static PlanTask store() {
    return task("TASK-002", 1, List.of(), new PlanFile("src/Store.java", 1, "modify", "buckets"));
  }

  static PlanTask task(String id, int group, List<String> dependsOn, PlanFile... files) {
    return new PlanTask(
        id,
        "Limit requests",
        "src",
        "Update",
        "Asks the bucket before the handler.",
        List.of(files),
        List.of("Ask the bucket", "Answer 429 when it is empty"),
        List.of("The sixth request within one second gets 429"),
        dependsOn,
        group,
        "mvn test",
        List.of(),
        List.of("A client behind a proxy is seen as one; mitigation: key by token"),
        "The filter knows the client.");
  }

  static PlanTask accepting(PlanTask task, String... acceptance) {
    return Analyses.with(task, "acceptance", acceptance);
  }
}
