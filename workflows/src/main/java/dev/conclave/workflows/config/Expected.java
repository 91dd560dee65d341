package dev.conclave.workflows.config;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a key of a file takes, for those who gave it something else. */
final class Expected {
  private static final int LONGEST = 60;
  private static final String LIST = "a list, for example [gemini, codex]";

  private Expected() {}

  /**
   * A sentence in the words of whoever wrote the file; empty where the reader's own are good.
   *
   * @param many whether a list of such values is wanted
   */
  static Optional<String> of(JsonNode given, boolean many, JsonMappingException e) {
    Optional<String> wanted =
        many
            ? Optional.of(LIST)
            : e instanceof MismatchedInputException mismatch
                ? wanted(mismatch.getTargetType())
                : Optional.empty();
    return wanted.map(what -> shown(given) + " is not what it takes: write " + what);
  }

  private static Optional<String> wanted(@Nullable Class<?> type) {
    if (type == null) {
      return Optional.empty();
    }
    if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
      return Optional.of("a whole number, for example 4");
    }
    if (type == double.class || type == Double.class) {
      return Optional.of("a number, for example 2.5");
    }
    if (type == boolean.class || type == Boolean.class) {
      return Optional.of("true or false");
    }
    if (type == String.class) {
      return Optional.of("a text, for example \"codex\"");
    }
    if (Collection.class.isAssignableFrom(type)) {
      return Optional.of(LIST);
    }
    return Map.class.isAssignableFrom(type) || type.isRecord()
        ? Optional.of("keys and values below it, each on a line of its own, indented")
        : Optional.empty();
  }

  private static String shown(JsonNode given) {
    if (given.isObject() || given.isArray()) {
      return given.isArray() ? "a list" : "a key with others below it";
    }
    String text = given.asText();
    return '"' + (text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text) + '"';
  }
}
