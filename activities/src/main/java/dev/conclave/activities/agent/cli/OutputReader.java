package dev.conclave.activities.agent.cli;

/** Reads one agent's stream as it grows. For one call and one thread. */
public interface OutputReader {

  /** The next line of stdout; a reader never fails on one. */
  void line(String line);

  /** What it has told so far, for people who watch. */
  Heard heard();

  /**
   * Whether the agent has told that it waits for something that will not get better by waiting,
   * such as the end of a rate limit: the call is then ended and judged by what the stream said.
   */
  boolean hopeless();

  /** What the stream said, once it has ended. */
  AgentOutput finish();
}
