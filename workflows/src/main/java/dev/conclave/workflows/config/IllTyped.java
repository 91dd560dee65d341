package dev.conclave.workflows.config;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import dev.conclave.workflows.temporal.Expected;
import java.util.Optional;

/** A key whose value is not of its type, in the words of whoever wrote the file. Pure. */
final class IllTyped {
  private static final int LONGEST = 60;

  private IllTyped() {}

  /**
   * Says what was given and what is to be written; empty where the reader's own words are good.
   *
   * @param many whether a list of such values is wanted
   */
  static Optional<String> sentence(JsonNode given, boolean many, JsonMappingException e) {
    Optional<String> wanted =
        many
            ? Optional.of(Expected.YAML.list())
            : e instanceof MismatchedInputException mismatch
                ? Expected.YAML.of(mismatch.getTargetType())
                : Optional.empty();
    return wanted.map(what -> shown(given) + " is not what it takes: write " + what);
  }

  private static String shown(JsonNode given) {
    if (given.isObject() || given.isArray()) {
      return given.isArray() ? "a list" : "a key with others below it";
    }
    String text = given.asText();
    return '"' + (text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text) + '"';
  }
}
