package dev.conclave.activities.artifact;

import dev.conclave.workflows.api.AgentStatus;
import java.util.Map;

/** How artifacts name who contributed. */
public final class Contributors {
  private static final Map<String, String> NAMES =
      Map.of("gemini", "Gemini", "codex", "Codex", "qwen", "Qwen", "claude", "Claude");

  /** The rules that hold analyses against each other. */
  public static final Contributor SYSTEM = new Contributor("System", "cross-verification");

  private Contributors() {}

  /** A name for people and an id for programs. */
  public record Contributor(String name, String id) {}

  /** An agent; the built-in analyst is no CLI. */
  public static Contributor agent(String agent) {
    String id = agent.equals(AgentStatus.DIRECT) ? agent : agent + "-cli";
    return new Contributor(NAMES.getOrDefault(agent, agent), id);
  }

  /** A person. */
  public static Contributor human(String by) {
    return new Contributor("Human", by.isBlank() ? "human" : by);
  }
}
