package dev.conclave.workflows.analyze;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.temporal.Cut;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What a task found, one line of {@code discoveries.ndjson}.
 *
 * @param worker the id of the task
 * @param data the fields of its type, each of them there
 */
public record Discovery(Instant ts, String worker, DiscoveryType type, JsonNode data) {
  private static final int TEXT = 1_500;
  private static final int ENTRIES = 20;

  /** What a prompt leaves out: it says again what the summary says. */
  private static final Set<String> UNTOLD = Set.of("relevance", "patterns");

  /** The types with their fields, lists with brackets; the key of an entry comes first. */
  public enum DiscoveryType {
    EXPLORATION(2, "perspective", "file", "relevance", "summary", "patterns[]"),
    ANALYSIS(2, "perspective", "insight", "confidence", "evidence", "file_ref"),
    PATTERN(1, "name", "file", "description", "type"),
    DISCUSSION_POINT(1, "topic", "perspectives[]", "convergence", "open_questions[]"),
    RECOMMENDATION(1, "action", "rationale", "priority", "confidence"),
    CONCLUSION(1, "point", "evidence", "confidence", "perspectives_supporting[]");

    private final int keys;
    private final List<String> fields;

    DiscoveryType(int keys, String... fields) {
      this.keys = keys;
      this.fields = List.of(fields);
    }

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What a task reported: a missing field is empty, one too many is left out, a long text is cut.
   */
  public static Discovery of(Instant ts, String worker, DiscoveryType type, JsonNode given) {
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    for (String field : type.fields) {
      String name = field.replace("[]", "");
      List<String> texts = texts(given.path(name));
      if (name.equals(field)) {
        data.put(name, Cut.shown(String.join("; ", texts), TEXT));
      } else {
        texts.stream().limit(ENTRIES).forEach(data.putArray(name)::add);
      }
    }
    return new Discovery(ts, worker, type, data);
  }

  /** The texts of a field, also of one text or number. */
  private static List<String> texts(JsonNode value) {
    return (value.isArray() ? StreamSupport.stream(value.spliterator(), false) : Stream.of(value))
        .map(item -> Cut.shown(item.asText("").strip(), TEXT))
        .filter(text -> !text.isEmpty())
        .toList();
  }

  /** What two entries that say the same have in common; case counts in the name of a file alone. */
  List<String> key() {
    List<String> key = new ArrayList<>();
    key.add(type.word());
    for (String field : type.fields.subList(0, type.keys)) {
      String text = text(field).replaceAll("\\s+", " ");
      key.add(field.equals("file") ? text : text.toLowerCase(Locale.ROOT));
    }
    return key;
  }

  /** A field's text; of a list its entries. */
  public String text(String field) {
    return String.join(", ", list(field));
  }

  /** A field's texts, none when it is empty. */
  public List<String> list(String field) {
    return texts(data.path(field));
  }

  /** For a prompt: {@code [EXPLORE-001 exploration] perspective: technical; file: src/a.ts; …}. */
  String line() {
    List<String> said = new ArrayList<>();
    data.fieldNames()
        .forEachRemaining(
            name -> {
              String text = text(name).replaceAll("\\s+", " ");
              if (!text.isEmpty() && !UNTOLD.contains(name)) {
                said.add(name + ": " + text);
              }
            });
    return "[%s %s] %s".formatted(worker, type.word(), String.join("; ", said));
  }
}
