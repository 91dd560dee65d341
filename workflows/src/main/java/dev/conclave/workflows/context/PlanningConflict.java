package dev.conclave.workflows.context;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.session.SessionView.TaskLine;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.WireMapper;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A conflict between a task and what there is, as the conflict analyst says it.
 *
 * @param id {@code CON-001}
 * @param severity {@code Critical}, {@code High} or {@code Medium}
 * @param overlapAnalysis of a module overlap: the new module and those that are there
 * @param strategies 2 to 4
 * @param recommended number of a strategy, from 1
 * @param modificationSuggestions what whoever resolves it otherwise should change
 */
@RecordBuilder
public record PlanningConflict(
    String id,
    String brief,
    String severity,
    String category,
    List<String> affectedFiles,
    String description,
    Impact impact,
    Optional<ObjectNode> overlapAnalysis,
    List<Strategy> strategies,
    int recommended,
    List<String> modificationSuggestions)
    implements PlanningConflictBuilder.With {

  public record Impact(
      String scope, String compatibility, boolean migrationRequired, String estimatedEffort) {
    /** What it touches and costs, in a line. */
    public String line() {
      return Stream.of(
              scope,
              compatibility,
              migrationRequired ? "needs a migration" : "",
              estimatedEffort.isBlank() ? "" : "effort: " + estimatedEffort)
          .filter(text -> !text.isBlank())
          .collect(Collectors.joining("; "));
    }
  }

  /** What each existing module does already of the new one, a line each. */
  public List<String> overlaps() {
    List<String> overlaps = new ArrayList<>();
    overlapAnalysis.ifPresent(
        analysis ->
            analysis
                .path("existing_modules")
                .forEach(
                    module -> {
                      List<String> shared = new ArrayList<>();
                      module.path("overlap_scenarios").forEach(one -> shared.add(one.asText()));
                      overlaps.add(
                          "%s (%s) already does: %s"
                              .formatted(
                                  module.path("name").asText(),
                                  module.path("file").asText(),
                                  String.join("; ", shared)));
                    }));
    return overlaps;
  }

  /**
   * A way to resolve it.
   *
   * @param clarificationNeeded questions that a human answers first
   */
  @RecordBuilder
  public record Strategy(
      String name,
      String approach,
      Level complexity,
      Level risk,
      Level effort,
      List<String> pros,
      List<String> cons,
      List<String> clarificationNeeded,
      List<Modification> modifications)
      implements PlanningConflictStrategyBuilder.With {
    /** How many documents it would change: planning documents, and those that the user listed. */
    int documents(List<String> editable) {
      return (int)
          modifications.stream()
              .map(Modification::file)
              .filter(file -> file.startsWith(".workflow/") || editable.contains(file))
              .distinct()
              .count();
    }
  }

  /**
   * A change of a planning document.
   *
   * @param file path from the top of the workspace
   * @param section heading that an addition goes below, without its number signs
   * @param oldContent what is replaced or removed, 20 to 100 characters; empty for an addition
   */
  public record Modification(
      String file,
      String section,
      Change changeType,
      String oldContent,
      String newContent,
      String rationale) {}

  public enum Change {
    UPDATE,
    ADD,
    REMOVE
  }

  /** As a person is shown a task. */
  TaskLine line(String status, String findings) {
    String shown = Bounds.message(Optional.of(findings));
    return new TaskLine(id, Bounds.topic(brief), severity, 2, status, shown);
  }

  /** The same with these strategies, of which the first one is recommended. */
  PlanningConflict with(List<Strategy> others) {
    return withStrategies(others).withRecommended(1);
  }

  /** As JSON for who has been given one of its strategies. */
  String withoutStrategies() {
    ObjectNode said = WireMapper.get().valueToTree(this);
    said.remove(List.of("strategies", "recommended"));
    return said.toString();
  }

  /** The same with its recommended strategy as the first one. */
  PlanningConflict recommendedFirst() {
    List<Strategy> ordered = new ArrayList<>(strategies);
    ordered.add(0, ordered.remove(recommended - 1));
    return with(ordered);
  }
}
