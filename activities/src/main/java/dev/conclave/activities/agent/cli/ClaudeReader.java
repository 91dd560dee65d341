package dev.conclave.activities.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** Claude Code's {@code stream-json}, which Qwen Code speaks as well. */
public final class ClaudeReader extends JsonLines {
  // Qwen reports a failed request as a successful result that ends in this.
  private static final String API_ERROR = "[API Error:";

  private long readSoFar;
  private long writtenBefore;
  private long writtenNow;
  private long written;

  @Override
  protected void event(String type, JsonNode event) {
    switch (type) {
      case "system" -> system(event);
      case "assistant" -> {
        model(event.path("message").path("model").asText());
        for (JsonNode part : event.path("message").path("content")) {
          if (part.path("type").asText().equals("tool_use")) {
            happened(ToolWords.of(part.path("name").asText(), part.path("input")));
          }
        }
      }
      case "stream_event" -> part(event.path("event"));
      case "result" -> result(event);
      default -> {}
    }
  }

  private void system(JsonNode event) {
    switch (event.path("subtype").asText()) {
      case "init" -> model(event.path("model").asText());
      case "api_retry" -> {
        int status = event.path("error_status").asInt();
        double seconds = event.path("retry_delay_ms").asDouble() / 1000;
        failed(
            String.format(
                java.util.Locale.ROOT,
                "API error %d %s, retry after %.0f s",
                status,
                event.path("error").asText(),
                seconds),
            Optional.of(status));
        if (lasting(status)) {
          giveUp();
        }
      }
      default -> {}
    }
  }

  /** A part of a message; its tokens are counted while it comes. */
  private void part(JsonNode event) {
    switch (event.path("type").asText()) {
      case "message_start" -> {
        JsonNode usage = event.path("message").path("usage");
        readSoFar += read(usage);
        writtenBefore += writtenNow;
        writtenNow = usage.path("output_tokens").asLong();
        tokensSoFar(readSoFar, writtenBefore + writtenNow);
      }
      case "message_delta" -> {
        writtenNow = Math.max(writtenNow, event.path("usage").path("output_tokens").asLong());
        tokensSoFar(readSoFar, writtenBefore + writtenNow);
      }
      case "content_block_delta" -> {
        JsonNode delta = event.path("delta");
        switch (delta.path("type").asText()) {
          case "text_delta" -> {
            written += delta.path("text").asText().length();
            happened("writes, " + written + " characters");
          }
          case "thinking_delta" -> happened("thinks");
          default -> {}
        }
      }
      default -> {}
    }
  }

  private static long read(JsonNode usage) {
    return usage.path("input_tokens").asLong()
        + usage.path("cache_creation_input_tokens").asLong()
        + usage.path("cache_read_input_tokens").asLong();
  }

  private void result(JsonNode event) {
    JsonNode usage = event.path("usage");
    tokens(read(usage), usage.path("output_tokens").asLong());
    if (event.path("total_cost_usd").isNumber()) {
      cost(event.path("total_cost_usd").asDouble());
    }
    String text = event.path("result").asText();
    Optional<String> error = error(event, text);
    if (error.isPresent()) {
      Optional<Integer> before = finish().status();
      JsonNode status = event.path("api_error_status");
      failed(error.get(), status.isInt() ? Optional.of(status.asInt()) : before);
    } else {
      recovered();
      sayInstead(text);
      happened("done");
    }
    completed();
  }

  private static Optional<String> error(JsonNode event, String text) {
    int mark = text.lastIndexOf(API_ERROR);
    if (mark >= 0 && text.stripTrailing().endsWith("]")) {
      return Optional.of(text.substring(mark));
    }
    JsonNode error = event.path("error").path("message");
    boolean failed =
        event.path("is_error").asBoolean() || event.path("subtype").asText().startsWith("error");
    return failed ? Optional.of(error.isTextual() ? error.asText() : text) : Optional.empty();
  }
}
