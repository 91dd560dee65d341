package dev.conclave.workflows.gate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.Digests;
import dev.conclave.workflows.temporal.Expected;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;

/** Reads an answer out of any JSON value; what cannot be read gets a sentence, not a trace. */
public final class AnswerReader {
  /** Half a solution is no solution. */
  private static final ObjectReader READER =
      WireMapper.get()
          .readerFor(GateAnswer.class)
          .without(DeserializationFeature.ACCEPT_FLOAT_AS_INT);

  private static final int VALUE = 60;
  private static final String ANOTHER = "another value";

  private AnswerReader() {}

  /**
   * Reads an answer.
   *
   * @throws IllegalArgumentException with a sentence for the sender
   */
  public static GateAnswer read(@org.jspecify.annotations.Nullable JsonNode value) {
    return read(value, Arrays.asList(AnswerKind.values()));
  }

  /**
   * Reads an answer to a gate.
   *
   * @param expected the kinds that the sentence about an unknown kind names
   * @throws IllegalArgumentException with a sentence for the sender
   */
  public static GateAnswer read(
      @org.jspecify.annotations.Nullable JsonNode value, List<AnswerKind> expected) {
    if (value == null || value.getNodeType() != JsonNodeType.OBJECT) {
      throw new IllegalArgumentException(
          "an answer is a JSON object such as {\"gate\":\"2-decision\",\"kind\":\"approve\",\"solution\":1}");
    }
    for (String needed : List.of("gate", "kind")) {
      if (!value.path(needed).isTextual() || value.path(needed).asText().isBlank()) {
        throw new IllegalArgumentException("the answer lacks \"" + needed + "\"");
      }
    }
    if (Words.parse(AnswerKind.class, value.path("kind").asText()).isEmpty()) {
      throw new IllegalArgumentException(
          sentence("kind", value.path("kind"), Expected.oneOf(expected)));
    }
    try {
      return READER.readValue(value);
    } catch (JsonMappingException e) {
      throw new IllegalArgumentException(sentence(e, value), e);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the answer is no JSON that can be read", e);
    } catch (IOException e) {
      throw new UncheckedIOException("a tree in memory does no I/O", e);
    }
  }

  /** The key under which an answer's outcome is remembered. */
  public static String key(GateAnswer answer) {
    return answer.answerId().orElseGet(() -> Digests.ofRecord(answer));
  }

  /** Says which field of the answer has which value, and what is expected there. */
  private static String sentence(JsonMappingException e, JsonNode answer) {
    StringBuilder field = new StringBuilder();
    JsonNode value = answer;
    for (JsonMappingException.Reference step : e.getPath()) {
      if (step.getFieldName() == null) {
        field.append('[').append(step.getIndex()).append(']');
        value = value.path(step.getIndex());
      } else {
        field.append(field.isEmpty() ? "" : ".").append(step.getFieldName());
        value = value.path(step.getFieldName());
      }
    }
    return field.isEmpty()
        ? "an answer to a question is a text, not null"
        : sentence(field.toString(), value, expected(e));
  }

  private static String sentence(String field, JsonNode value, String expected) {
    return "\"" + field + "\" is " + Cut.shown(value.toString(), VALUE) + "; expected " + expected;
  }

  private static String expected(JsonMappingException e) {
    return e instanceof MismatchedInputException mismatched && !(e instanceof InvalidNullException)
        ? Expected.JSON.of(mismatched.getTargetType()).orElse(ANOTHER)
        : ANOTHER;
  }
}
