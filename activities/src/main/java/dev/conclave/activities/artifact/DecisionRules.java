package dev.conclave.activities.artifact;

import dev.conclave.activities.artifact.Sections.DecisionSection;
import dev.conclave.activities.artifact.Sections.DecisionStatus;
import dev.conclave.activities.artifact.Sections.Grade;
import dev.conclave.activities.artifact.Sections.Impact;
import dev.conclave.activities.artifact.Sections.SolutionSection;
import dev.conclave.activities.discussion.EvidenceRules.CitedPlace;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.activities.discussion.Translations;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.gate.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The decision a round led to, or may lead to. */
final class DecisionRules {
  private final RoundMaterial material;
  private final Translations words;

  DecisionRules(RoundMaterial material, Translations words) {
    this.material = material;
    this.words = words;
  }

  DecisionSection render() {
    SynthesisRecord record = material.record();
    SolutionLabels labels = new SolutionLabels(material, words);
    List<Solution> all = new ArrayList<>(record.solutions());
    all.addAll(record.others());
    Optional<SolutionSection> selected = Optional.empty();
    List<SolutionSection> rejected = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Solution solution = all.get(i);
      SolutionSection section = labels.section(solution, i + 1);
      if (selected.isEmpty() && material.leading().filter(solution::equals).isPresent()) {
        selected = Optional.of(section);
      } else {
        rejected.add(section.rejected(reason(solution)));
      }
    }
    return new DecisionSection(
        status(record), summary(), selected, List.copyOf(rejected), record.convergence().score());
  }

  private DecisionStatus status(SynthesisRecord record) {
    boolean certain = record.convergence().score() >= Convergence.CONVERGED_FROM;
    if (!record.solutions().isEmpty() && (certain || material.approval().isPresent())) {
      return DecisionStatus.DECIDED;
    }
    return record.convergence().recommendation() == Recommendation.USER_INPUT_NEEDED
        ? DecisionStatus.CONFLICT
        : DecisionStatus.PENDING;
  }

  private Label summary() {
    double score = material.record().convergence().score();
    Label sentence =
        material
            .leading()
            .map(
                solution ->
                    Phrases.underDecision(
                        score >= Convergence.CONVERGED_FROM,
                        words.label(solution.name()),
                        solution.effort(),
                        solution.risk(),
                        Math.round(score * 100)))
            .orElse(Phrases.noSolution());
    return material
        .approval()
        .map(Decision::by)
        .map(by -> Phrases.chosenBy(sentence, by))
        .orElse(sentence);
  }

  private Label reason(Solution rejected) {
    return material
        .approval()
        .flatMap(
            approval ->
                approval
                    .solution()
                    .map(name -> Phrases.choseAnother(approval.by(), words.label(name))))
        .orElseGet(
            () ->
                Phrases.rankedLower(
                    rejected.score(),
                    material.leading().map(Solution::score).orElse(rejected.score())));
  }

  /** A solution as the sections show it. */
  static final class SolutionLabels {
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
          TreeFacts.inside(file.file())
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
}
