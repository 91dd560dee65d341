package dev.conclave.client.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.context.Exploration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Findings of one angle.
 *
 * @param agent empty if the angle failed
 * @param parts lists of findings by name
 */
public record ExplorationView(
    String angle, String agent, String summary, Map<String, List<String>> parts) {
  public static ExplorationView of(Exploration made) {
    Map<String, List<String>> parts = new LinkedHashMap<>();
    made.structuredReply()
        .ifPresent(
            said ->
                said.properties()
                    .forEach(
                        field -> {
                          if (field.getValue().isArray() && !field.getValue().isEmpty()) {
                            parts.put(field.getKey().replace('_', ' '), texts(field.getValue()));
                          }
                        }));
    return new ExplorationView(
        made.angle(),
        made.reply().map(reply -> reply.receipt().agent()).orElse(""),
        made.summary(),
        parts);
  }

  /**
   * Returns one line per entry, the most relevant first: its text, or the words of an object.
   * Numbers only order or refer.
   */
  private static List<String> texts(JsonNode list) {
    List<JsonNode> entries = new ArrayList<>();
    list.forEach(entries::add);
    entries.sort(Comparator.comparingDouble(entry -> -entry.path("relevance").asDouble()));
    List<String> texts = new ArrayList<>();
    for (JsonNode entry : entries) {
      texts.add(
          entry.isObject()
              ? entry
                  .propertyStream()
                  .map(ExplorationView::words)
                  .filter(text -> !text.isBlank())
                  .collect(Collectors.joining(" · "))
              : entry.asText());
    }
    return texts;
  }

  private static String words(Map.Entry<String, JsonNode> field) {
    JsonNode value = field.getValue();
    String text = value.isArray() ? String.join(", ", texts(value)) : value.asText();
    return value.isNumber() ? "" : field.getKey().equals("role") ? text.replace('_', ' ') : text;
  }
}
