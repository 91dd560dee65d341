package dev.conclave.activities.agent.endpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** JSON templates in which single quotes stand for double quotes. */
final class Json {
  static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /** Replaces {@code %s} with the values as JSON literals. */
  static JsonNode of(String template, Object... values) {
    Object[] literals = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      literals[i] = MAPPER.valueToTree(values[i]).toString();
    }
    try {
      return MAPPER.readTree(String.format(template.replace('\'', '"'), literals));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(template, e);
    }
  }

  static String data(JsonNode node) {
    return "data: " + node + "\n\n";
  }

  static String event(JsonNode node) {
    return "event: " + node.path("type").asText() + "\n" + data(node);
  }

  /** Splits a text into pieces, as a model streams it. */
  static List<String> pieces(String text) {
    int size = Math.max(40, text.length() / 20 + 1);
    List<String> pieces = new ArrayList<>();
    for (int at = 0; at < text.length(); at += size) {
      pieces.add(text.substring(at, Math.min(text.length(), at + size)));
    }
    return pieces;
  }

  static List<JsonNode> list(JsonNode array) {
    List<JsonNode> nodes = new ArrayList<>();
    array.forEach(nodes::add);
    return nodes;
  }

  /** Returns the user's text from messages with plain or multi-part content. */
  static String prompt(JsonNode messages) {
    return list(messages).stream()
        .filter(message -> message.path("role").asText().equals("user"))
        .map(message -> message.path("content"))
        .flatMap(content -> content.isTextual() ? Stream.of(content) : texts(content))
        .map(JsonNode::asText)
        .collect(Collectors.joining("\n"));
  }

  private static Stream<JsonNode> texts(JsonNode parts) {
    return list(parts).stream().map(part -> part.path("text"));
  }
}
