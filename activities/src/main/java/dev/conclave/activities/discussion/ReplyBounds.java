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
 * Limits how much of a reply is read. Later rules compare all texts with each other, so an
 * unbounded reply would cost hours and gigabytes.
 *
 * @param inner maximum entries of a nested list
 */
public record ReplyBounds(int entries, int inner, int characters) {
  /** Bounds of every reply before it is read; honest replies stay far below. */
  static final ReplyBounds READ = new ReplyBounds(60, 60, 4_000);

  public static final String EXCEEDED =
      "lists of more than %d entries and texts of more than %,d characters were truncated"
          .formatted(READ.entries, READ.characters);

  /** Characters read from the beginning of a reply, and as many from its end. */
  private static final int HALF_CHARACTERS = 256 << 10;

  private static final String LEFT_OUT = " characters of the reply omitted …]\n";

  private static final int MOST_FIELDS = 200;
  private static final int NAME_CHARACTERS = 200;

  /**
   * Returns the text, or its beginning and end, because an answer may precede or follow other
   * output.
   */
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
      notes.add("the reply was too long: only its beginning and end were read");
    }
  }

  /**
   * Returns a copy within these bounds.
   *
   * @param most maximum entries if the node itself is a list
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
        ? TextNode.valueOf(wellFormed(Cut.shorten(node.asText(), characters)))
        : node;
  }

  /** Replaces lone surrogates, which JSON can escape and truncation can leave. */
  static String wellFormed(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }
}
