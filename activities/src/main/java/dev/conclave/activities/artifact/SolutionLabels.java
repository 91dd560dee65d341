package dev.conclave.activities.artifact;

import dev.conclave.activities.artifact.Sections.Grade;
import dev.conclave.activities.artifact.Sections.Impact;
import dev.conclave.activities.artifact.Sections.SolutionSection;
import dev.conclave.activities.discussion.CitedPlace;
import dev.conclave.activities.discussion.Translations;
import dev.conclave.activities.planning.PlanPaths;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Solution;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A solution as the sections show it. */
final class SolutionLabels {
  private final Map<String, List<CitedPlace>> cited;
  private final Translations words;

  SolutionLabels(RoundMaterial material, Translations words) {
    this.cited = material.cited();
    this.words = words;
  }

  /**
   * The section of a solution.
   *
   * @param number its rank in the round, from 1
   */
  SolutionSection section(Solution solution, int number) {
    return new SolutionSection(
        id(solution, number),
        words.label(solution.name()),
        words.label(solution.description()),
        words.labels(solution.pros()),
        words.labels(solution.cons()),
        Phrases.effort(solution.effort()),
        grade(solution.risk()),
        solution.affectedFiles().stream().map(this::affected).toList(),
        solution.sourceCli(),
        Optional.empty());
  }

  private static String id(Solution solution, int number) {
    String slug =
        solution
            .name()
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9\\p{IsHan}]+", "-")
            .replaceAll("^-|-$", "");
    return "sol-%d%s".formatted(number, slug.isEmpty() ? "" : "-" + slug);
  }

  private Impact affected(CodeLocation file) {
    List<CitedPlace> places =
        PlanPaths.inside(file.file())
            .map(path -> cited.getOrDefault(path, List.<CitedPlace>of()))
            .orElse(List.of());
    Grade grade =
        switch (RoundMaterial.best(places)) {
          case THERE -> Grade.HIGH;
          case MISSING -> Grade.LOW;
        };
    return new Impact(
        file.file(),
        Optional.of(file.line()).filter(line -> line > 0),
        grade,
        words.label(file.reason()));
  }

  private static Grade grade(Level risk) {
    return switch (risk) {
      case LOW -> Grade.LOW;
      case HIGH -> Grade.HIGH;
      case MEDIUM, UNKNOWN -> Grade.MEDIUM;
    };
  }
}
