package dev.conclave.workflows.temporal;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Optional;

/**
 * What reached a session from outside: any JSON value, or what this worker cannot read. The SDK
 * drops a signal that its converter refuses, and would find it on a replay by a worker that can
 * read it; a failing codec even fails every workflow task. So a message is always handed over, and
 * the session records what was found when it came.
 *
 * @param json as it was sent; missing when it could not be read
 * @param unreadable why it cannot be read here, in one sentence
 */
public record Message(JsonNode json, Optional<String> unreadable) {
  /** Sent without any content. */
  public static final Message NOTHING = of(MissingNode.getInstance());

  public static Message of(JsonNode content) {
    return new Message(content, Optional.empty());
  }

  static Message unreadable(String why) {
    return new Message(MissingNode.getInstance(), Optional.of(why));
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
