package dev.conclave.activities.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** The JSON lines of {@code opencode run}: step_start, text, tool_use, step_finish, error. */
public final class OpencodeReader extends JsonLines {

  @Override
  protected void event(String type, JsonNode event) {
    JsonNode part = event.path("part");
    switch (type) {
      case "text" -> say(part.path("text").asText());
      case "step_start" -> happened("thinks");
      case "tool_use" ->
          happened(ToolWords.of(part.path("tool").asText(), part.path("state").path("input")));
      case "step_finish" -> {
        JsonNode tokens = part.path("tokens");
        tokens(
            tokens.path("input").asLong() + tokens.path("cache").path("read").asLong(),
            tokens.path("output").asLong());
        // Without prices for a model of the user's own it reports 0.
        if (part.path("cost").asDouble() > 0) {
          cost(part.path("cost").asDouble());
        }
        if (!part.path("reason").asText().equals("tool-calls")) {
          completed();
        }
      }
      case "error" -> {
        JsonNode cause = event.path("error").path("data");
        int status = cause.path("statusCode").asInt();
        failed(
            cause.path("message").asText(), status == 0 ? Optional.empty() : Optional.of(status));
        completed();
      }
      default -> {}
    }
  }
}
