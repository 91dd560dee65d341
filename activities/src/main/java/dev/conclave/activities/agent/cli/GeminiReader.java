package dev.conclave.activities.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Iterator;
import java.util.Optional;

/** Gemini's {@code stream-json}: init, message, tool_use, tool_result, error, result. */
public final class GeminiReader extends JsonLines {

  @Override
  protected void event(String type, JsonNode event) {
    switch (type) {
      case "init" -> model(event.path("model").asText());
      case "message" -> {
        // The stream begins with the prompt; only the assistant's words are the answer.
        if (event.path("role").asText().equals("assistant")) {
          say(event.path("content").asText());
        }
      }
      case "tool_use" ->
          happened(ToolWords.of(event.path("tool_name").asText(), event.path("parameters")));
      case "tool_result" -> happened("thinks");
      case "error" -> {
        if (event.path("severity").asText().equals("error")) {
          failed(event.path("message").asText(), Optional.empty());
        }
      }
      case "result" -> result(event);
      default -> {}
    }
  }

  private void result(JsonNode event) {
    JsonNode stats = event.path("stats");
    tokens(stats.path("input_tokens").asLong(), stats.path("output_tokens").asLong());
    Iterator<String> models = stats.path("models").fieldNames();
    if (models.hasNext()) {
      model(models.next());
    }
    JsonNode error = event.path("error");
    if (error.isObject()) {
      failed(error.path("message").asText(), Optional.empty());
    } else if (event.path("status").asText().equals("success")) {
      recovered();
      happened("done");
    } else if (finish().error().isEmpty()) {
      failed("the result's status is " + event.path("status").asText(), Optional.empty());
    }
    completed();
  }
}
