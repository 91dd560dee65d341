package dev.conclave.activities.discussion;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.text.WireMapper;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Translations by agents: of their own strings, by position in the reply, and of points and
 * approaches in the ledger. An untranslated text is its own translation.
 */
public final class Translations {
  private static final Set<String> SHOWN =
      Set.of(
          "name",
          "implementation_plan",
          "affected_files",
          "description",
          "maintainability",
          "performance_impact",
          "pros",
          "cons",
          "technical_concerns");

  private final Map<String, String> chinese = new HashMap<>();
  private final Map<String, String> english = new HashMap<>();

  /**
   * Collects the translations of a round.
   *
   * @param ledger has the texts of earlier rounds, which a ballot does not repeat
   */
  public Translations(List<Analysis> analyses, Ledger ledger) {
    analyses.forEach(
        analysis ->
            analysis.zh().ifPresent(zh -> pair(WireMapper.get().valueToTree(analysis), zh)));
    Stream.concat(
            ledger.points().stream().map(Ledger.Point::sentence),
            ledger.approaches().stream()
                .flatMap(approach -> Stream.of(approach.name(), approach.description())))
        .filter(text -> !text.zh().isBlank())
        .forEach(text -> put(text.en(), text.zh()));
  }

  public LocalizedText label(String text) {
    return english.containsKey(text)
        ? new LocalizedText(english.get(text), text)
        : new LocalizedText(text, chinese.getOrDefault(text, text));
  }

  public LocalizedText label(LocalizedText text) {
    return text.zh().isBlank() ? label(text.en()) : text;
  }

  public List<LocalizedText> labels(List<String> texts) {
    return texts.stream().map(this::label).toList();
  }

  /** Returns solutions in a session's first language, as far as their agents translated them. */
  List<Solution> in(List<String> languages, List<Solution> solutions) {
    ArrayNode said = WireMapper.get().valueToTree(solutions);
    for (JsonNode solution : said) {
      for (var field : solution.properties()) {
        if (SHOWN.contains(field.getKey())) {
          field.setValue(WireMapper.mapTexts(field.getValue(), text -> label(text).in(languages)));
        }
      }
    }
    return WireMapper.get().convertValue(said, new TypeReference<>() {});
  }

  private void pair(JsonNode said, JsonNode translated) {
    if (said.isTextual() && translated.isTextual() && !translated.asText().isBlank()) {
      put(said.asText(), translated.asText());
      // Points and disagreements have this form.
      String bare = EvidenceRules.withoutPlaces(said.asText());
      put(bare, EvidenceRules.withoutPlaces(translated.asText()));
    } else if (said.isArray() && translated.isArray()) {
      for (int i = 0; i < Math.min(said.size(), translated.size()); i++) {
        pair(said.path(i), translated.path(i));
      }
    } else if (said.isObject() && translated.isObject()) {
      translated
          .fieldNames()
          .forEachRemaining(name -> pair(said.path(name), translated.path(name)));
    }
  }

  private void put(String said, String translated) {
    if (chinese.putIfAbsent(said, translated) == null) {
      english.putIfAbsent(translated, said);
    }
  }
}
