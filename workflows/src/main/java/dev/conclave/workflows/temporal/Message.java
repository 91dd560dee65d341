package dev.conclave.workflows.temporal;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Optional;

/**
 * What reached a session from outside: any JSON value, or what this worker cannot read. The SDK
 * drops a signal that its converter refuses, and would find it on a replay by a worker that can
 * read it; a failing codec even fails every workflow task. A message is therefore always handed
 * over, and what was found when it came is for the session to record.
 */
public sealed interface Message {

  /** Sent without any content. */
  Message NOTHING = new Readable(MissingNode.getInstance());

  /** A message of that content. */
  static Message of(JsonNode content) {
    return new Readable(content);
  }

  /**
   * Its content.
   *
   * @throws IllegalStateException when it cannot be read here; where it was read before, that fails
   *     the workflow task until a worker can read it again
   */
  JsonNode content();

  /** Why it cannot be read here; empty when it can. */
  Optional<String> unreadable();

  /**
   * A message that was read.
   *
   * @param content as it was sent
   */
  record Readable(@JsonValue JsonNode content) implements Message {
    @Override
    public Optional<String> unreadable() {
      return Optional.empty();
    }
  }

  /**
   * A message that was not.
   *
   * @param why one sentence
   */
  record Unreadable(String why) implements Message {
    @Override
    public JsonNode content() {
      throw new IllegalStateException("a message that was read before cannot be read here: " + why);
    }

    @Override
    public Optional<String> unreadable() {
      return Optional.of(why);
    }
  }
}
