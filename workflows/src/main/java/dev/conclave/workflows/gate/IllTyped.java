package dev.conclave.workflows.gate;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.Expected;

/** A field whose value is not of its type, in the words of whoever sent it. Pure. */
final class IllTyped {
  private static final int VALUE = 60;
  private static final String ANOTHER = "another value";

  private IllTyped() {}

  /** Says which field of the answer has which value, and what is expected there. */
  static String sentence(JsonMappingException e, JsonNode answer) {
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

  static String sentence(String field, JsonNode value, String expected) {
    return "\"" + field + "\" is " + Cut.shown(value.toString(), VALUE) + "; expected " + expected;
  }

  private static String expected(JsonMappingException e) {
    return e instanceof MismatchedInputException mismatched && !(e instanceof InvalidNullException)
        ? Expected.JSON.of(mismatched.getTargetType()).orElse(ANOTHER)
        : ANOTHER;
  }
}
