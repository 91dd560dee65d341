package dev.conclave.workflows.host;

import dev.conclave.workflows.model.AgentStatus;
import java.util.List;
import java.util.Optional;

/**
 * What a session would send, and to which agents.
 *
 * @param asked in the first round: the usable tools and the fallbacks of the others
 * @param sentTo agents that get a prompt; not {@code direct}, which reads on this host
 * @param files sent in part to each of them
 */
public record PlanPreview(
    List<AgentStatus> agents,
    List<String> asked,
    List<String> sentTo,
    Optional<String> moderator,
    List<SentFile> files,
    long promptBytes,
    Optional<Double> usd,
    List<String> notes) {

  public record SentFile(String path, long bytes) {}
}
