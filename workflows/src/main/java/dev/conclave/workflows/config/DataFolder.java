package dev.conclave.workflows.config;

import java.nio.file.Path;
import java.util.Map;

/**
 * The folder on a host in which Conclave keeps what is its own: documents, spools, snapshots,
 * indexes, the embedded server. One owner for each name in it.
 *
 * @param root absolute
 */
public record DataFolder(Path root) {

  /**
   * {@code CONCLAVE_HOME}, else {@code XDG_DATA_HOME/conclave}, else {@code
   * ~/.local/share/conclave}.
   */
  public static DataFolder of(Map<String, String> environment, Path home) {
    String own = environment.getOrDefault("CONCLAVE_HOME", "");
    if (!own.isBlank()) {
      return new DataFolder(Path.of(own).toAbsolutePath().normalize());
    }
    String xdg = environment.getOrDefault("XDG_DATA_HOME", "");
    Path base = xdg.isBlank() ? home.resolve(".local/share") : Path.of(xdg);
    return new DataFolder(base.resolve("conclave").toAbsolutePath().normalize());
  }

  /** Content by SHA-256: contexts, replies, syntheses. */
  public Path documents() {
    return root.resolve("documents");
  }

  /** One folder for each agent call: what went in, what came out, how it ended. */
  public Path spool() {
    return root.resolve("spool");
  }

  /** Bare Git repositories of our own that hold tree ids, one for each workspace. */
  public Path trees() {
    return root.resolve("trees");
  }

  /** Checked-out trees that agents work in. */
  public Path snapshots() {
    return root.resolve("snapshots");
  }

  /** Search indexes, one for each workspace. */
  public Path indexes() {
    return root.resolve("indexes");
  }

  /** Native libraries of the grammars, unpacked once for all processes. */
  public Path libraries() {
    return root.resolve("libraries");
  }

  /** Clones of workspaces that were given by URL. */
  public Path clones() {
    return root.resolve("clones");
  }

  /** Session folders of workspaces that were given by URL. */
  public Path sessions() {
    return root.resolve("sessions");
  }

  /** The embedded server's database, program, pid files. */
  public Path server() {
    return root.resolve("server");
  }

  /** The address at which the embedded server was last started. */
  public Path serverAddressFile() {
    return server().resolve("address");
  }

  /** Logs of background processes. */
  public Path logs() {
    return root.resolve("logs");
  }

  /** Settings folders that agent CLIs are pointed at in place of the user's own. */
  public Path agentSettings() {
    return root.resolve("agents");
  }

  /**
   * The agents that workers of this host have served, with the day since which one is configured no
   * more.
   */
  public Path servedAgentsFile() {
    return root.resolve("agents-served");
  }

  /** The file with this host's id. */
  public Path hostIdFile() {
    return root.resolve("host-id");
  }
}
