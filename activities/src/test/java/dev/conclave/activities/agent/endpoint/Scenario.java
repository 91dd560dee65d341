package dev.conclave.activities.agent.endpoint;

import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What the endpoint does with requests under one prefix. */
public sealed interface Scenario {

  /** Answers with a text computed from the prompt. */
  record Answer(UnaryOperator<String> reply) implements Scenario {
    public static Answer text(String text) {
      return new Answer(prompt -> text);
    }
  }

  /** An HTTP error in the format of the dialect. */
  record Refusal(int status, Optional<Duration> retryAfter) implements Scenario {
    public static Refusal of(int status) {
      return new Refusal(status, Optional.empty());
    }
  }

  /** Accepts the request and never answers. */
  record Hang() implements Scenario {}

  /** Makes the agent write a file with its write tool, then answers. */
  record WriteFile(String path, String text) implements Scenario {}

  /** Makes the agent read a file with its read tool, then answers. */
  record ReadFile(String path, String text) implements Scenario {}

  /** Makes the agent run a command with its shell tool, then answers. */
  record Shell(String command, String text) implements Scenario {}
}
