package dev.conclave.workflows.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.AskReply;
import java.time.Instant;
import java.util.Optional;

/**
 * What one angle came to.
 *
 * @param index from 1
 * @param reply of a sound exploration; empty when the angle failed
 * @param failure why it failed
 */
public record Exploration(
    String angle,
    int index,
    Optional<AskReply> reply,
    Optional<String> failure,
    Instant ended,
    long seconds) {

  /** What it found, in a few sentences; empty for an angle that failed. */
  public Optional<String> summary() {
    return said().map(one -> one.path("project_structure").asText());
  }

  /** The exploration as its agent gave it; empty for an angle that failed. */
  public Optional<ObjectNode> said() {
    return reply.flatMap(AskReply::structured);
  }

  /** How many signs of conflict of this severity it gives. */
  long indicators(String severity) {
    long count = 0;
    for (JsonNode indicator : said().map(one -> one.path("conflict_indicators")).orElse(NONE)) {
      count += indicator.path("severity").asText().equalsIgnoreCase(severity) ? 1 : 0;
    }
    return count;
  }

  private static final JsonNode NONE = MissingNode.getInstance();
}
