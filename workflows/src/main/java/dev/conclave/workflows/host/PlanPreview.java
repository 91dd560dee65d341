package dev.conclave.workflows.host;

import dev.conclave.workflows.model.AgentStatus;
import java.util.List;
import java.util.Optional;

/**
 * What a session would send, and to whom.
 *
 * @param asked in the first round: the usable tools, and who stands in for others
 * @param sentTo those of them that are sent a prompt; not {@code direct}, which reads on this host
 * @param files of which every one of them would be sent a part
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
