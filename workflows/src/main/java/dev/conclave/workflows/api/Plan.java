package dev.conclave.workflows.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.conclave.workflows.text.Words;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * A structured plan; see docs/plan.md.
 *
 * @param degraded whether rules built it, because no planner returned a valid plan
 * @param leftOut tasks of the solution left out because all their files are out of scope
 */
@RecordBuilder
public record Plan(
    String summary,
    String approach,
    Complexity complexity,
    String estimatedTime,
    String recommendedExecution,
    Optional<String> dataFlow,
    List<String> designDecisions,
    List<PlanTask> tasks,
    List<PlanConstraint> constraints,
    boolean degraded,
    List<String> leftOut)
    implements PlanBuilder.With {

  public List<String> tasksForConstraint(int number) {
    return constraints.stream()
        .filter(constraint -> constraint.number() == number)
        .flatMap(constraint -> constraint.tasks().stream())
        .distinct()
        .toList();
  }

  /** Returns its size in one line: tasks, files, complexity, time. */
  public String stage() {
    List<PlanTask.PlanFile> files = tasks.stream().flatMap(task -> task.files().stream()).toList();
    long made =
        files.stream()
            .filter(file -> file.action().equals("create"))
            .map(PlanTask.PlanFile::path)
            .distinct()
            .count();
    long touched = files.stream().map(PlanTask.PlanFile::path).distinct().count();
    return "%s, %s%s; complexity %s; estimated time: %s"
        .formatted(
            Words.counted(tasks.size(), "task"),
            Words.counted(touched, "file"),
            made == 0 ? "" : " (" + made + " new)",
            Words.of(complexity),
            estimatedTime);
  }

  /** Complexity of a plan; capitalized in JSON. */
  public enum Complexity {
    @JsonProperty("Low")
    LOW,
    @JsonProperty("Medium")
    MEDIUM,
    @JsonProperty("High")
    HIGH
  }

  /** The tasks that satisfy a constraint of the human. */
  public record PlanConstraint(int number, List<String> tasks) {}
}
