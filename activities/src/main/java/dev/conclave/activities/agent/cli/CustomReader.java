package dev.conclave.activities.agent.cli;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;

/**
 * A custom agent's output: all of it as {@code text}, one value of a document ({@code
 * json:/pointer}), or the last value among lines ({@code jsonl:/pointer}).
 */
public final class CustomReader implements OutputReader {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String format;
  private final Optional<JsonPointer> pointer;
  private final StringBuilder text = new StringBuilder();
  private Optional<String> found = Optional.empty();
  private long lines;

  /**
   * @throws IllegalArgumentException when the format is none of the three
   */
  public CustomReader(String output) {
    int colon = output.indexOf(':');
    format = colon < 0 ? output : output.substring(0, colon);
    pointer =
        colon < 0
            ? Optional.empty()
            : Optional.of(JsonPointer.compile(output.substring(colon + 1)));
    boolean known =
        format.equals("text")
            ? pointer.isEmpty()
            : (format.equals("json") || format.equals("jsonl")) && pointer.isPresent();
    if (!known) {
      throw new IllegalArgumentException(
          "output \"" + output + "\" is not one of text, json:/pointer, jsonl:/pointer");
    }
  }

  @Override
  public void line(String line) {
    lines++;
    if (format.equals("jsonl")) {
      value(line).ifPresent(value -> found = Optional.of(value));
    } else {
      text.append(line).append('\n');
    }
  }

  @Override
  public Heard heard() {
    return new Heard(lines == 1 ? "1 line" : lines + " lines", 0, 0);
  }

  @Override
  public boolean hopeless() {
    return false;
  }

  @Override
  public AgentOutput finish() {
    String answer =
        switch (format) {
          case "json" -> value(text.toString()).orElse("");
          case "jsonl" -> found.orElse("");
          default -> text.toString();
        };
    return new AgentOutput(
        answer.strip(),
        Optional.empty(),
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false);
  }

  private Optional<String> value(String json) {
    try {
      JsonNode value = JSON.readTree(json).at(pointer.orElse(JsonPointer.empty()));
      return value.isMissingNode() || value.isNull()
          ? Optional.empty()
          : Optional.of(value.isTextual() ? value.asText() : value.toString());
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
