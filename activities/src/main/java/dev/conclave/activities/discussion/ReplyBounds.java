package dev.conclave.activities.discussion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.WireMapper;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * How much of a reply is read. The rules after it compare texts with texts, so a reply without
 * bounds would cost hours and gigabytes.
 *
 * @param inner entries of a list within a list's entry
 */
public record ReplyBounds(int entries, int inner, int characters) {
  /** What every reply is held to before anything reads it; honest ones stay far below. */
  static final ReplyBounds READ = new ReplyBounds(60, 60, 4_000);

  public static final String EXCEEDED =
      "lists of more than %d entries and texts of more than %,d characters were cut"
          .formatted(READ.entries, READ.characters);

  /** Characters that are read of the beginning of a reply, and as many of its end. */
  private static final int HALF_CHARACTERS = 256 << 10;

  private static final String LEFT_OUT = " characters of the reply were left out …]\n";

  private static final int MOST_FIELDS = 200;
  private static final int NAME_CHARACTERS = 200;

  /** The text, or its beginning and its end: an answer may stand before or after other output. */
  public static String readable(String text) {
    int more = text.length() - 2 * HALF_CHARACTERS;
    return wellFormed(
        more <= 0
            ? text
            : text.substring(0, HALF_CHARACTERS)
                + "\n[… "
                + more
                + LEFT_OUT
                + text.substring(HALF_CHARACTERS + more));
  }

  static void noteLeftOut(String readable, Set<String> notes) {
    if (readable.contains(LEFT_OUT)) {
      notes.add("the reply was too long: only its beginning and its end were read");
    }
  }

  /**
   * A copy within these bounds.
   *
   * @param most entries that the node itself may have when it is a list
   */
  public JsonNode cut(JsonNode node, int most) {
    if (node instanceof ArrayNode list) {
      ArrayNode first = WireMapper.get().createArrayNode();
      for (int i = 0; i < Math.min(most, list.size()); i++) {
        first.add(cut(list.get(i), inner));
      }
      return first;
    }
    if (node instanceof ObjectNode object) {
      ObjectNode first = WireMapper.get().createObjectNode();
      object.properties().stream()
          .limit(MOST_FIELDS)
          .forEach(
              field ->
                  first.set(
                      wellFormed(Cut.head(field.getKey(), NAME_CHARACTERS)),
                      cut(field.getValue(), inner)));
      return first;
    }
    return node.isTextual()
        ? TextNode.valueOf(wellFormed(Cut.shown(node.asText(), characters)))
        : node;
  }

  /** Without the half surrogate pairs that JSON can escape and a cut can leave. */
  static String wellFormed(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }
}
