package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Foretells what a session would send and to whom, without asking any agent. Needs the workspace on
 * this host. Found through {@code ServiceLoader}; absent when the client runs alone.
 */
public interface PlanPreview {

  /**
   * Searches as the session would, and reads which agents are usable. Asks nobody outside this
   * host.
   *
   * @param progress takes lines for people while it takes long
   * @throws IllegalArgumentException when a session would refuse the workspace; the message names
   *     the fix
   */
  Preview preview(
      Map<String, String> environment,
      DataFolder folder,
      Configuration configuration,
      PlanRequest request,
      Consumer<String> progress);

  /**
   * What would happen.
   *
   * @param agents of the request's tools and fallback
   * @param sentTo those that would be asked first and are sent a prompt: the usable tools, and who
   *     stands in for others; not {@code direct}, which reads on this host
   * @param moderator who would moderate; empty when nobody would
   * @param files of which every one of them would be sent a part
   * @param promptBytes size of one prompt, about
   * @param usd expected cost of all rounds, when prices are known
   * @param notes what cannot be known, one sentence each
   */
  record Preview(
      List<AgentStatus> agents,
      List<String> sentTo,
      Optional<String> moderator,
      List<SentFile> files,
      long promptBytes,
      Optional<Double> usd,
      List<String> notes) {}

  /**
   * A file of which a part would be sent.
   *
   * @param bytes of its part: its entry in the map, and functions in full
   */
  record SentFile(String path, long bytes) {}
}
