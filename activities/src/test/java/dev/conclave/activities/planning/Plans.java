package dev.conclave.activities.planning;

import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.Plan.Complexity;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plans for tests: sound ones, to be broken in one place. */
public final class Plans {
  /** A tree in which the sound plan can be carried out. */
  public static final PlanFacts TREE = Trees.of(Map.of("src/Api.java", 120, "src/Store.java", 40));

  private Plans() {}

  public static Plan of(PlanTask... tasks) {
    return new Plan(
        "Requests are limited per client.",
        "A token bucket in a filter.",
        Complexity.MEDIUM,
        "2 hours",
        "Agent",
        Optional.of("request → filter → handler"),
        List.of("Token bucket: allows bursts"),
        Arrays.asList(tasks),
        List.of(),
        false,
        List.of());
  }

  public static Plan sound() {
    return of(api(), store());
  }

  public static PlanTask api() {
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
        Arrays.asList(files),
        List.of("Ask the bucket", "Answer 429 when it is empty"),
        List.of("The sixth request within one second gets 429"),
        dependsOn,
        group,
        "mvn test",
        List.of("A client behind a proxy is seen as one: key by token"),
        "The filter knows the client.");
  }

  public static PlanTask accepting(PlanTask task, String... acceptance) {
    return new PlanTask(
        task.id(),
        task.title(),
        task.scope(),
        task.action(),
        task.description(),
        task.files(),
        task.implementation(),
        Arrays.asList(acceptance),
        task.dependsOn(),
        task.executionGroup(),
        task.verification(),
        task.risks(),
        task.rationale());
  }
}
