package dev.conclave.workflows.gate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.conclave.workflows.wire.Digests;
import dev.conclave.workflows.wire.WireMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.Collectors;

/** Reads an answer out of any JSON value; what cannot be read gets a sentence, not a trace. */
public final class AnswerReader {
  /** Half a solution is no solution. */
  private static final ObjectReader READER =
      WireMapper.get()
          .readerFor(GateAnswer.class)
          .without(DeserializationFeature.ACCEPT_FLOAT_AS_INT);

  private AnswerReader() {}

  /**
   * Reads an answer.
   *
   * @throws IllegalArgumentException with a sentence for the sender
   */
  public static GateAnswer read(@org.jspecify.annotations.Nullable JsonNode value) {
    if (value == null || value.getNodeType() != JsonNodeType.OBJECT) {
      throw new IllegalArgumentException(
          "an answer is a JSON object such as {\"gate\":\"2-decision\",\"kind\":\"approve\",\"solution\":1}");
    }
    for (String needed : new String[] {"gate", "kind"}) {
      if (!value.path(needed).isTextual() || value.path(needed).asText().isBlank()) {
        throw new IllegalArgumentException("the answer lacks \"" + needed + "\"");
      }
    }
    try {
      return READER.readValue(value);
    } catch (JsonMappingException e) {
      String field =
          e.getPath().stream()
              .map(r -> r.getFieldName() == null ? "[" + r.getIndex() + "]" : r.getFieldName())
              .collect(Collectors.joining("."));
      throw new IllegalArgumentException(
          "\"" + field + "\" cannot be read: " + firstLine(e.getOriginalMessage()), e);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "the answer cannot be read: " + firstLine(e.getOriginalMessage()), e);
    } catch (IOException e) {
      throw new UncheckedIOException("a tree in memory does no I/O", e);
    }
  }

  /** The key under which an answer's outcome is remembered. */
  public static String key(GateAnswer answer) {
    return answer.answerId().orElseGet(() -> Digests.ofRecord(answer));
  }

  private static String firstLine(String message) {
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }
}
