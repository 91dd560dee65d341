package dev.conclave.workflows.context;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.AskReply;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one angle came to.
 *
 * @param index from 1
 * @param reply of a sound exploration; empty when the angle failed
 * @param failure why it failed
 */
public record Exploration(
    String angle, int index, Optional<AskReply> reply, Optional<String> failure, Instant ended) {

  /** What its call took; 0 for an angle that failed. */
  public long seconds() {
    return reply
        .map(AskReply::receipt)
        .map(proof -> Duration.between(proof.start(), proof.end()).toSeconds())
        .orElse(0L);
  }

  /** The exploration as its agent gave it; empty for an angle that failed. */
  public Optional<ObjectNode> said() {
    return reply.flatMap(AskReply::structured);
  }

  /** What it found, in a few sentences, or why it failed. */
  String summary() {
    return failure.or(() -> said().map(one -> one.path("project_structure").asText())).orElse("");
  }

  /** How grave its signs of conflict are, one by one: high, medium or low. */
  List<String> severities() {
    List<String> severities = new ArrayList<>();
    said()
        .ifPresent(
            one ->
                one.path("conflict_indicators")
                    .forEach(sign -> severities.add(sign.path("severity").asText())));
    return severities;
  }
}
