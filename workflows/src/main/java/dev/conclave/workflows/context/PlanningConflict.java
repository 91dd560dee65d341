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
 * A conflict between a task and the existing code or documents, found by the conflict analyst.
 *
 * @param id {@code CON-001}
 * @param severity {@code Critical}, {@code High} or {@code Medium}
 * @param overlapAnalysis of a module overlap: the new module and the existing ones
 * @param strategies 2 to 4
 * @param recommended number of a strategy, from 1
 * @param modificationSuggestions for a manual resolution
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

  /** Returns the files that it affects or a strategy changes. */
  Stream<String> files() {
    return Stream.concat(
        affectedFiles.stream(),
        strategies.stream().flatMap(one -> one.modifications().stream()).map(Modification::file));
  }

  /** Returns one line per existing module about its overlap with the new one. */
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
   * @param clarificationNeeded questions that the human must answer first
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
    /** Returns the number of planning documents and editable files that it would change. */
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
   * A change to a planning document.
   *
   * @param file path relative to the workspace
   * @param section heading to insert an addition under, without number signs
   * @param oldContent text to replace or remove, 20 to 100 characters; empty for an addition
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

  TaskLine line(String status, String findings) {
    String shown = Bounds.message(Optional.of(findings));
    return new TaskLine(id, Bounds.topic(brief), severity, 2, status, shown);
  }

  /** Returns it with these strategies; the first one is recommended. */
  PlanningConflict with(List<Strategy> others) {
    return withStrategies(others).withRecommended(1);
  }

  /** Returns its JSON without strategies, for a prompt that has one of them separately. */
  String withoutStrategies() {
    ObjectNode said = WireMapper.get().valueToTree(this);
    said.remove(List.of("strategies", "recommended"));
    return said.toString();
  }

  PlanningConflict recommendedFirst() {
    List<Strategy> ordered = new ArrayList<>(strategies);
    ordered.add(0, ordered.remove(recommended - 1));
    return with(ordered);
  }
}
