package dev.conclave.workflows.secret;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.function.UnaryOperator;

/** Takes secrets out of every text of a document, so that none is cut across a quotation mark. */
public final class Redaction {
  private final UnaryOperator<String> redact;

  /** Redaction with a filter for texts. */
  public Redaction(UnaryOperator<String> redact) {
    this.redact = redact;
  }

  /** The document, with its texts filtered in place. */
  public JsonNode in(JsonNode document) {
    if (document instanceof ObjectNode object) {
      object.properties().forEach(field -> field.setValue(in(field.getValue())));
    } else if (document instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, in(array.path(i)));
      }
    } else if (document instanceof TextNode text) {
      String clean = redact.apply(text.asText());
      return clean.equals(text.asText()) ? text : TextNode.valueOf(clean);
    }
    return document;
  }
}
