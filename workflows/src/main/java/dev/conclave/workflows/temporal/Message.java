package dev.conclave.workflows.temporal;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Optional;

/**
 * A message to a session: any JSON value, or why this worker cannot read it. The SDK would drop an
 * unreadable signal, and fail every workflow task for an unreadable payload.
 *
 * @param json as it was sent; missing when it could not be read
 * @param packed whether it was not sent as plain JSON, so that workers with other keys may differ
 *     about whether it can be read
 * @param unsealed whether it was not sealed for this session, though it had to be: no worker reads
 *     it
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
    String reason = why.orElse("no worker could read it when it came");
    return new Message(MissingNode.getInstance(), Optional.of(reason), false, unsealed);
  }

  /** Whether it says nothing where only what is sealed counts. */
  public boolean empty() {
    return json.isMissingNode() && unreadable.isEmpty();
  }

  Message sentAs(String encoding) {
    return new Message(json, unreadable, !unsealed && !encoding.equals("json/plain"), unsealed);
  }

  /**
   * Its content.
   *
   * @throws IllegalStateException when it cannot be read here; where it was read before, that fails
   *     the workflow task until a worker can read it again
   */
  @JsonValue
  public JsonNode content() {
    unreadable.ifPresent(
        why -> {
          throw new IllegalStateException(
              "a message that was read before cannot be read here: " + why);
        });
    return json;
  }
}
