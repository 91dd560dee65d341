package dev.conclave.activities.agent.endpoint;

import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What the endpoint does with the requests under one prefix. */
public sealed interface Scenario {

  /** Answers with a text made from the prompt. */
  record Answer(UnaryOperator<String> reply) implements Scenario {
    public static Answer text(String text) {
      return new Answer(prompt -> text);
    }
  }

  /** An HTTP error in the dialect's own words. */
  record Refusal(int status, Optional<Duration> retryAfter) implements Scenario {
    public static Refusal of(int status) {
      return new Refusal(status, Optional.empty());
    }
  }

  /** Takes the request and never answers. */
  record Hang() implements Scenario {}

  /** First has the agent write a file with the tool it offers for that, then answers. */
  record WriteFile(String path, String text) implements Scenario {}

  /** First has the agent read a file with the tool it offers for that, then answers. */
  record ReadFile(String path, String text) implements Scenario {}

  /** First has the agent run a command with the shell tool it offers, then answers. */
  record Shell(String command, String text) implements Scenario {}
}
