package dev.conclave.workflows.planning;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;

/** A structured plan; see docs/plan.md. */
public record Plan(
    String summary,
    String approach,
    Complexity complexity,
    String estimatedTime,
    String recommendedExecution,
    Optional<String> dataFlow,
    List<String> designDecisions,
    List<PlanTask> tasks,
    boolean degraded) {

  /** How involved a plan is; written with a capital. */
  public enum Complexity {
    @JsonProperty("Low")
    LOW,
    @JsonProperty("Medium")
    MEDIUM,
    @JsonProperty("High")
    HIGH
  }
}
