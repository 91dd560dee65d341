package dev.conclave.activities.planning;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The fields of a JSON object as an agent wrote them: a text where a list belongs, a number as
 * text.
 */
record Fields(JsonNode object) {
  private static final Pattern NUMBER = Pattern.compile("(\\d{1,9})(?!.*\\d)", Pattern.DOTALL);

  /** The first field of these names that is there; missing otherwise. */
  JsonNode any(String... names) {
    for (String name : names) {
      JsonNode value = object.path(name);
      if (!value.isMissingNode() && !value.isNull()) {
        return value;
      }
    }
    return MissingNode.getInstance();
  }

  /** One text; a list is joined, an object read for what it says. Empty when there is none. */
  String text(String... names) {
    return flat(any(names)).stream().collect(Collectors.joining("; "));
  }

  /** A list of texts; a single text counts as one. Blank ones are kept for the checks to name. */
  List<String> texts(String... names) {
    return flat(any(names));
  }

  /** A list of texts, each with all that an object says: what it says first, then its reasons. */
  List<String> statements(String... names) {
    return items(names).stream().map(Fields::whole).toList();
  }

  private static String whole(JsonNode item) {
    String first = one(item);
    List<String> parts = new ArrayList<>(List.of(first));
    for (var field : item.properties()) {
      String said = one(field.getValue());
      if (!said.isEmpty() && !first.contains(said)) {
        parts.add(field.getKey() + ": " + said);
      }
    }
    return String.join("; ", parts);
  }

  /** The last whole number of the field: {@code 2}, {@code "2"}, {@code "parallel-2"}. */
  OptionalInt number(String... names) {
    JsonNode value = any(names);
    if (value.isNumber()) {
      return OptionalInt.of(value.canConvertToInt() ? value.intValue() : Integer.MAX_VALUE);
    }
    Matcher found = NUMBER.matcher(value.asText(""));
    return found.find() ? OptionalInt.of(Integer.parseInt(found.group(1))) : OptionalInt.empty();
  }

  /** The objects and texts of a list; a single one counts as a list of one. */
  List<JsonNode> items(String... names) {
    JsonNode value = any(names);
    List<JsonNode> items = new ArrayList<>();
    if (value.isArray()) {
      value.forEach(items::add);
    } else if (!value.isMissingNode()) {
      items.add(value);
    }
    return items;
  }

  private static List<String> flat(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return List.of();
    }
    if (value.isValueNode()) {
      return List.of(value.asText().strip());
    }
    List<String> texts = new ArrayList<>();
    if (value.isArray()) {
      value.forEach(item -> texts.add(one(item)));
    } else {
      texts.add(one(value));
    }
    return List.copyOf(texts);
  }

  private static String one(JsonNode item) {
    if (item.isValueNode()) {
      return item.asText("").strip();
    }
    return Optional.of(
            new Fields(item).any("description", "action", "text", "decision", "risk", "title"))
        .filter(said -> said.isTextual() && item.isObject())
        .map(said -> said.asText().strip())
        .orElseGet(
            () -> {
              List<String> parts = new ArrayList<>();
              item.forEach(part -> parts.add(one(part)));
              return String.join("; ", parts);
            });
  }
}
