package dev.conclave.workflows.gate;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import dev.conclave.workflows.wire.Cut;
import dev.conclave.workflows.wire.Words;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A field whose value is not of its type, in the words of whoever sent it. Pure. */
final class IllTyped {
  private static final int VALUE = 60;

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

  /** The words of some constants. */
  static String oneOf(Collection<? extends Enum<?>> constants) {
    return "one of " + constants.stream().map(Words::of).collect(Collectors.joining(", "));
  }

  private static String expected(JsonMappingException e) {
    if (e instanceof InvalidNullException
        || !(e instanceof MismatchedInputException mismatched)
        || mismatched.getTargetType() == null) {
      return "another value";
    }
    return expected(mismatched.getTargetType());
  }

  private static String expected(Class<?> type) {
    if (type.isEnum()) {
      return oneOf(Arrays.stream(type.getEnumConstants()).map(c -> (Enum<?>) c).toList());
    }
    if (type == String.class) {
      return "a text";
    }
    if (type == Boolean.class || type == boolean.class) {
      return "true or false";
    }
    if (type == Double.class || type == double.class) {
      return "a number";
    }
    if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
      return "a whole number";
    }
    if (List.class.isAssignableFrom(type)) {
      return "a list in [ ]";
    }
    return Map.class.isAssignableFrom(type) || type.isRecord()
        ? "an object in { }"
        : "another value";
  }
}
