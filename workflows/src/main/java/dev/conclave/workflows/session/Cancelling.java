package dev.conclave.workflows.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.Message;
import io.temporal.workflow.Workflow;

/** Who sent an order to cancel: {@code {"by":"ada"}}, or the name alone. */
public final class Cancelling {
  private Cancelling() {}

  /**
   * The name, in a line or two; empty when none was given. A replay hears the same one, whatever
   * its worker can read.
   */
  public static String who(Message by) {
    return Workflow.sideEffect(
        String.class,
        () ->
            by.unreadable()
                .map(why -> "someone whose name cannot be read: " + why)
                .orElseGet(() -> Bounds.topic(name(by.content()))));
  }

  private static String name(JsonNode by) {
    return by.path("by").asText(by.isTextual() ? by.asText() : "");
  }
}
