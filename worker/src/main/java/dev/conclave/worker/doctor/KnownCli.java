package dev.conclave.worker.doctor;

import dev.conclave.workflows.agentcli.AgentCli;
import dev.conclave.workflows.agentcli.AgentClis;
import java.lang.module.ModuleDescriptor.Version;
import java.util.List;
import java.util.Optional;

/**
 * An agent program that we measured, and where it comes from.
 *
 * @param type of the agent
 * @param npm its package
 * @param tested releases, oldest first
 */
record KnownCli(String type, String npm, List<AgentCli.Release> tested) {

  /** The program of a type; empty for a custom one. */
  static Optional<KnownCli> of(String type) {
    return AgentClis.find(type).map(cli -> new KnownCli(type, cli.npmPackage(), cli.tested()));
  }

  /** Whether this very release was measured. */
  boolean isTested(String release) {
    return tested.stream().anyMatch(one -> one.version().equals(release));
  }

  /** Whether it is older than all that were measured. */
  boolean isOlder(String release) {
    return isBefore(release, tested.get(0).version());
  }

  /** The oldest Node.js for a release: that of the nearest measured one that is not newer. */
  int nodeFor(String release) {
    return tested.stream()
        .filter(one -> !isBefore(release, one.version()))
        .reduce((a, b) -> b)
        .orElse(tested.get(0))
        .node();
  }

  /** {@code tested with 0.15.10 and 0.24.4}. */
  String measured(String release) {
    String all = String.join(" and ", tested.stream().map(AgentCli.Release::version).toList());
    return isTested(release)
        ? "tested"
        : isOlder(release) ? "older than what was tested, " + all : "tested with " + all;
  }

  /**
   * The command that installs the newest measured release that runs here.
   *
   * @param node the major release of Node.js on this host; 0 without one
   */
  String install(int node) {
    AgentCli.Release fitting =
        tested.stream().filter(one -> one.node() <= node).reduce((a, b) -> b).orElse(tested.get(0));
    String command = "npm install -g " + npm + "@" + fitting.version();
    return node == 0 || fitting.node() > node
        ? "install Node.js %d or newer, then: %s"
            .formatted(node == 0 ? 20 : fitting.node(), command)
        : command;
  }

  /** 2.9 is before 2.10. */
  static boolean isBefore(String release, String other) {
    return Version.parse(release).compareTo(Version.parse(other)) < 0;
  }
}
