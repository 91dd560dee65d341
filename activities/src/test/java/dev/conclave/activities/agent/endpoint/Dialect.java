package dev.conclave.activities.agent.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/** The protocol of one family of models, as far as agents use it. */
interface Dialect {

  /** Reads a request; empty when the path is not this dialect's. */
  Optional<ModelRequest> read(String path, JsonNode body);

  /** Names of the tools offered with a request. */
  List<JsonNode> tools(JsonNode body);

  /** An answer as server-sent events, each complete. */
  List<String> events(String model, String text, Optional<ToolCall> tool);

  /** An answer in one piece. */
  JsonNode whole(String model, String text, Optional<ToolCall> tool);

  /** The body of an HTTP error. */
  JsonNode error(int status);
}
