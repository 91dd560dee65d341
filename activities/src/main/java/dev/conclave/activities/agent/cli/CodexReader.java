package dev.conclave.activities.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** The JSON lines of {@code codex exec}; the last agent message is the answer. */
public final class CodexReader extends JsonLines {
  // Its reconnecting to the built-in provider cannot be configured and takes minutes.
  private static final int RECONNECTS = 2;

  private int reconnects;

  @Override
  protected void event(String type, JsonNode event) {
    JsonNode item = event.path("item");
    switch (type) {
      case "turn.started" -> happened("thinks");
      case "item.started" -> begun(item);
      case "item.completed" -> item(item);
      case "turn.completed" -> {
        JsonNode usage = event.path("usage");
        tokens(usage.path("input_tokens").asLong(), usage.path("output_tokens").asLong());
        recovered();
        completed();
        happened("done");
      }
      case "turn.failed" -> {
        failed(event.path("error").path("message").asText(), Optional.empty());
        completed();
      }
      case "error" -> trouble(event.path("message").asText());
      default -> {}
    }
  }

  private void item(JsonNode item) {
    String type = item.path("type").asText();
    if (type.equals("agent_message")) {
      sayInstead(item.path("text").asText());
    } else if (!type.equals("error")) {
      happened(type.equals("reasoning") ? "thinks: " + item.path("text").asText() : "thinks");
    }
    // Items of type error are warnings, such as missing metadata of a model.
  }

  private void begun(JsonNode item) {
    switch (item.path("type").asText()) {
      case "command_execution" -> happened("runs " + item.path("command").asText());
      case "mcp_tool_call" ->
          happened(ToolWords.of(item.path("tool").asText(), item.path("arguments")));
      case "web_search" -> happened("searches " + item.path("query").asText());
      case "todo_list" -> happened("writes its list of steps");
      case "agent_message" -> happened("writes its answer");
      default -> happened("thinks");
    }
  }

  private void trouble(String message) {
    failed(message, Optional.empty());
    if (message.startsWith("Reconnecting")) {
      reconnects++;
      boolean lasting = FailureText.status(message).filter(JsonLines::lasting).isPresent();
      if (lasting || reconnects >= RECONNECTS) {
        giveUp();
      }
    }
  }
}
