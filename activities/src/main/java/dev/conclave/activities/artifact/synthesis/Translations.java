package dev.conclave.activities.artifact.synthesis;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.discussion.Label;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.wire.WireMapper;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The translations that agents gave of their own strings, by position in the reply; a text that
 * nobody translated stands for itself.
 */
final class Translations {
  private static final Pattern PLACE = Pattern.compile("\\s*\\[[^\\[\\]]+:\\d+\\]\\s*$");

  private final Map<String, String> chinese = new HashMap<>();

  Translations(List<Analysis> analyses) {
    analyses.forEach(
        analysis ->
            analysis.zh().ifPresent(zh -> pair(WireMapper.get().valueToTree(analysis), zh)));
  }

  /** A text in both languages. */
  Label label(String text) {
    return new Label(text, chinese.getOrDefault(text, text));
  }

  /** Texts in both languages, in their order. */
  List<Label> labels(List<String> texts) {
    return texts.stream().map(this::label).toList();
  }

  private void pair(JsonNode english, JsonNode translated) {
    if (english.isTextual() && translated.isTextual() && !translated.asText().isBlank()) {
      chinese.putIfAbsent(english.asText(), translated.asText());
      chinese.putIfAbsent(bare(english.asText()), bare(translated.asText()));
    } else if (english.isArray() && translated.isArray()) {
      for (int i = 0; i < Math.min(english.size(), translated.size()); i++) {
        pair(english.path(i), translated.path(i));
      }
    } else if (english.isObject() && translated.isObject()) {
      translated
          .fieldNames()
          .forEachRemaining(name -> pair(english.path(name), translated.path(name)));
    }
  }

  /** A finding without the place it cites: so it stands in points and disagreements. */
  private static String bare(String text) {
    return PLACE.matcher(text).replaceFirst("");
  }
}
