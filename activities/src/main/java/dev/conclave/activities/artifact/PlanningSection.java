package dev.conclave.activities.artifact;

import dev.conclave.activities.artifact.Sections.AcceptanceCriterion;
import dev.conclave.activities.artifact.Sections.Grade;
import dev.conclave.activities.artifact.Sections.Planning;
import dev.conclave.activities.artifact.Sections.Requirement;
import dev.conclave.activities.discussion.Translations;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Requirements;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Requirements: those the analysts read out of the task, else those their findings imply. */
final class PlanningSection {
  private static final int FINDINGS_READ = 3;
  private static final int MOST_INFERRED_CONCERNS = 5;
  private static final Pattern OBLIGES = Pattern.compile("(?i)\\b(?:must|should)\\b|必须|应该|应当|需要");

  private PlanningSection() {}

  static Planning of(List<Analysis> analyses, Translations words) {
    boolean said = analyses.stream().anyMatch(analysis -> analysis.requirements().isPresent());
    Map<String, String> functional =
        said ? stated(analyses, Requirements::functional) : obligations(analyses);
    Map<String, String> nonFunctional =
        said ? stated(analyses, Requirements::nonFunctional) : concerns(analyses);
    return new Planning(
        requirements("FR", functional, Grade.HIGH, words),
        requirements("NFR", nonFunctional, Grade.MEDIUM, words),
        criteria(stated(analyses, Requirements::acceptance), words));
  }

  /** Texts with the source that said them first. */
  private static Map<String, String> stated(
      List<Analysis> analyses, Function<Requirements, List<String>> part) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Analysis analysis : analyses) {
      analysis.requirements().stream()
          .flatMap(requirements -> part.apply(requirements).stream())
          .filter(text -> !text.isBlank())
          .forEach(text -> texts.putIfAbsent(text, Phrases.analysisOf(analysis.tool())));
    }
    return texts;
  }

  private static Map<String, String> obligations(List<Analysis> analyses) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Analysis analysis : analyses) {
      analysis.findings().stream()
          .limit(FINDINGS_READ)
          .filter(finding -> OBLIGES.matcher(finding).find())
          .forEach(finding -> texts.putIfAbsent(finding, Phrases.analysisOf(analysis.tool())));
    }
    return texts;
  }

  private static Map<String, String> concerns(List<Analysis> analyses) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Analysis analysis : analyses) {
      analysis.technicalConcerns().stream()
          .filter(concern -> !concern.isBlank() && texts.size() < MOST_INFERRED_CONCERNS)
          .forEach(concern -> texts.putIfAbsent(concern, Phrases.analysisOf(analysis.tool())));
    }
    return texts;
  }

  private static List<Requirement> requirements(
      String prefix, Map<String, String> texts, Grade priority, Translations words) {
    List<Requirement> requirements = new ArrayList<>();
    texts.forEach(
        (text, source) ->
            requirements.add(
                new Requirement(
                    id(prefix, requirements.size()), words.label(text), priority, source)));
    return List.copyOf(requirements);
  }

  private static List<AcceptanceCriterion> criteria(Map<String, String> texts, Translations words) {
    List<AcceptanceCriterion> criteria = new ArrayList<>();
    texts
        .keySet()
        .forEach(
            text ->
                criteria.add(
                    new AcceptanceCriterion(id("AC", criteria.size()), words.label(text), false)));
    return List.copyOf(criteria);
  }

  private static String id(String prefix, int before) {
    return "%s-%02d".formatted(prefix, before + 1);
  }
}
