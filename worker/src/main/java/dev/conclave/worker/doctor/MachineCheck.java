package dev.conclave.worker.doctor;

import dev.conclave.activities.agent.cli.Programs;
import dev.conclave.activities.agent.process.PidNamespace;
import dev.conclave.worker.Surroundings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What is under everything: Java, Git, Node, and how the processes of an agent are ended. */
record MachineCheck(Surroundings around, Programs programs) implements Check {
  private static final String OLDEST_GIT = "2.30";
  private static final int USUAL_NODE = 20;

  @Override
  public String subject() {
    return "machine";
  }

  @Override
  public List<Diagnosis> examine() {
    return List.of(
        Diagnosis.of(java()),
        Diagnosis.of(git()),
        Diagnosis.of(node()),
        Diagnosis.of(agentProcesses(PidNamespace.ofHost())));
  }

  private static Finding java() {
    return Finding.ok("java", System.getProperty("java.home") + ", " + Runtime.version());
  }

  private Finding git() {
    Optional<Path> git = programs.find("git", around.environment());
    if (git.isEmpty()) {
      return Finding.missing("git", "not on PATH", "install git, " + OLDEST_GIT + " or newer");
    }
    Optional<String> version = programs.version(git.get(), around.environment());
    String found = git.get() + version.map(v -> ", " + v).orElse(", does not say its version");
    boolean recent =
        version.map(v -> Release.of(v).compareTo(Release.of(OLDEST_GIT)) >= 0).orElse(false);
    return recent
        ? Finding.ok("git", found)
        : Finding.doubtful("git", found, "install git, " + OLDEST_GIT + " or newer");
  }

  private Finding node() {
    return programs
        .find("node", around.environment())
        .map(
            node ->
                Finding.ok(
                    "node",
                    node
                        + programs
                            .version(node, around.environment())
                            .map(v -> ", " + v)
                            .orElse("")))
        .orElseGet(
            () ->
                Finding.optional(
                    "node",
                    "not on PATH; most agent CLIs are written for it",
                    "install Node.js " + USUAL_NODE + " or newer"));
  }

  static Finding agentProcesses(PidNamespace namespace) {
    String subject = "processes";
    return namespace
        .refusal()
        .map(
            refusal ->
                Finding.optional(
                    subject,
                    "no PID namespaces ("
                        + refusal
                        + "): a process that an agent hides on purpose can outlive its call",
                    "on Linux install util-linux 2.35 or newer, or permit user namespaces;"
                        + " see docs/agents.md, Processes"))
        .orElseGet(
            () -> Finding.ok(subject, "each call in a PID namespace, which ends with all in it"));
  }
}
