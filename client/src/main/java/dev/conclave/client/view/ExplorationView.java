package dev.conclave.client.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.context.Exploration;
import java.util.ArrayList;
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

  /** Returns one line per entry: its text, or the values of an object. */
  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    for (JsonNode entry : list) {
      List<String> values = new ArrayList<>();
      (entry.isObject() ? entry : List.of(entry))
          .forEach(
              value ->
                  values.add(
                      value.isValueNode() ? value.asText() : String.join(", ", texts(value))));
      texts.add(values.stream().filter(text -> !text.isBlank()).collect(Collectors.joining(" · ")));
    }
    return texts;
  }
}
