package dev.conclave.workflows.temporal;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Optional;

/**
 * A message to a session: any JSON value, or why this worker cannot read it. The SDK would drop an
 * unreadable signal, and fail every workflow task on an unreadable payload.
 *
 * @param json as sent; missing when unreadable
 * @param packed whether it was not plain JSON, so that workers with other keys may be unable to
 *     read it
 * @param unsealed whether it lacks a required seal for this session; no worker reads it
 */
public record Message(
    JsonNode json, Optional<String> unreadable, boolean packed, boolean unsealed) {
  public static final Message NOTHING = of(MissingNode.getInstance());

  public static Message of(JsonNode content) {
    return new Message(content, Optional.empty(), false, false);
  }

  public static Message unreadable(Optional<String> why) {
    return unreadable(why, false);
  }

  static Message unreadable(Optional<String> why, boolean unsealed) {
    String reason = why.orElse("no worker could read it on arrival");
    return new Message(MissingNode.getInstance(), Optional.of(reason), false, unsealed);
  }

  /** Returns whether there was no content. */
  public boolean empty() {
    return json.isMissingNode() && unreadable.isEmpty();
  }

  Message sentAs(String encoding) {
    return new Message(json, unreadable, !unsealed && !encoding.equals("json/plain"), unsealed);
  }

  /**
   * Returns the content.
   *
   * @throws IllegalStateException when it cannot be read here; if it was readable before, the
   *     workflow task fails until a worker can read it again
   */
  @JsonValue
  public JsonNode content() {
    unreadable.ifPresent(
        why -> {
          throw new IllegalStateException("a previously readable message is unreadable: " + why);
        });
    return json;
  }
}
