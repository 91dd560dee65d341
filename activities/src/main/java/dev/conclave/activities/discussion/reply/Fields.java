package dev.conclave.activities.discussion.reply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.temporal.Cut;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The fields of one object of a reply, found whatever the case and the separators of their names;
 * remembers which were asked for, so that the others can be named.
 */
final class Fields {
  private final Map<String, JsonNode> values = new LinkedHashMap<>();
  private final Map<String, String> given = new LinkedHashMap<>();
  private final Set<String> asked = new TreeSet<>();
  private final ParseNotes notes;

  Fields(ObjectNode object, ParseNotes notes) {
    this.notes = notes;
    for (Map.Entry<String, JsonNode> entry : object.properties()) {
      values.putIfAbsent(normal(entry.getKey()), entry.getValue());
      given.putIfAbsent(normal(entry.getKey()), entry.getKey());
    }
  }

  /** Whether any of the names is there, whatever its case and separators. */
  static boolean anyOf(ObjectNode object, Set<String> names) {
    List<String> present = new ArrayList<>();
    object.fieldNames().forEachRemaining(name -> present.add(normal(name)));
    return names.stream().map(Fields::normal).anyMatch(present::contains);
  }

  /** The value under the first name that is there; later names are noted as other words for it. */
  JsonNode get(String name, String... otherNames) {
    asked.add(normal(name));
    for (String other : otherNames) {
      asked.add(normal(other));
    }
    JsonNode value = values.get(normal(name));
    for (int i = 0; value == null && i < otherNames.length; i++) {
      value = values.get(normal(otherNames[i]));
      if (value != null) {
        notes.add("\"" + otherNames[i] + "\" was read as \"" + name + "\"");
      }
    }
    return value == null ? MissingNode.getInstance() : value;
  }

  /** The value as text; a number or a truth value is written out, a list is joined. */
  String text(String name, String... otherNames) {
    JsonNode value = get(name, otherNames);
    String text =
        value.isArray()
            ? String.join("; ", new Values(notes).texts(value, name))
            : value.asText("").strip();
    return Cut.shown(text, ReplyBounds.READ.characters());
  }

  /** The given names of the fields nobody asked for. */
  List<String> unread() {
    return values.keySet().stream().filter(name -> !asked.contains(name)).map(given::get).toList();
  }

  private static String normal(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[_\\-\\s]", "");
  }
}
