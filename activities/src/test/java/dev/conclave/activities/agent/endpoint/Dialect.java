package dev.conclave.activities.agent.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/** The protocol of one model family, as far as agents use it. */
interface Dialect {

  /** Reads a request; empty if the path belongs to another dialect. */
  Optional<ModelRequest> read(String path, JsonNode body);

  List<JsonNode> tools(JsonNode body);

  /** Returns an answer as complete server-sent events. */
  List<String> events(String model, String text, Optional<ToolCall> tool);

  /** Returns an answer as one document. */
  JsonNode whole(String model, String text, Optional<ToolCall> tool);

  /** Returns the body of an HTTP error. */
  JsonNode error(int status);
}
