package dev.conclave.worker.doctor;

import dev.conclave.activities.agent.cli.AgentCli;
import dev.conclave.activities.agent.cli.Programs;
import dev.conclave.worker.Surroundings;
import dev.conclave.worker.WorkerProcess;
import dev.conclave.workflows.config.AgentConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks at everything that a session on this host may need; asks no agent. */
public final class Doctor {
  /** Measured with these; a newer one may do as well. */
  private static final Map<String, String> PACKAGES =
      Map.of(
          "gemini", "@google/gemini-cli@0.61.0",
          "codex", "@openai/codex@0.169.0",
          "qwen", "@qwen-code/qwen-code@0.15.10",
          "claude", "@anthropic-ai/claude-code@2.1.197",
          "opencode", "opencode-ai@1.18.33");

  private final Surroundings around;
  private final Programs programs = new Programs();

  public Doctor(Surroundings around) {
    this.around = around;
  }

  /** Everything, the most basic first. */
  public List<Finding> examine() throws IOException {
    List<Finding> findings = new ArrayList<>();
    findings.add(java());
    findings.add(dataFolder());
    findings.add(
        program("git")
            .map(found -> Finding.ok("git", found))
            .orElseGet(() -> Finding.missing("git", "not on PATH", "install git, 2.30 or newer")));
    findings.addAll(new ServerCheck(around).examine());
    findings.add(
        program("node")
            .map(found -> Finding.ok("node", found))
            .orElseGet(
                () ->
                    Finding.optional(
                        "node", "not on PATH", "install Node.js 20 or newer for the agent CLIs")));
    WorkerProcess.agents(around.configuration()).forEach(agent -> findings.add(agent(agent)));
    return findings;
  }

  private static Finding java() {
    return Finding.ok("java", System.getProperty("java.home") + ", " + Runtime.version());
  }

  Finding dataFolder() {
    Path root = around.folder().root();
    try {
      Files.createDirectories(root);
      Files.delete(Files.createTempFile(root, "doctor", ".tmp"));
      return Finding.ok("data folder", root.toString());
    } catch (IOException e) {
      return Finding.missing(
          "data folder",
          root + " cannot be written: " + e.getMessage(),
          "make it writable, or set CONCLAVE_HOME to another folder");
    }
  }

  private Finding agent(String agent) {
    AgentConfiguration settings = around.configuration().agent(agent);
    String subject = "agent " + agent;
    if (settings.typeFor(agent).equals("direct")) {
      return Finding.ok(subject, "built in");
    }
    String binary =
        settings.binary() != null
            ? settings.binary()
            : settings.argv().isEmpty()
                ? AgentCli.of(agent, settings).program()
                : settings.argv().get(0);
    return program(binary)
        .map(found -> Finding.ok(subject, found))
        .orElseGet(
            () -> Finding.optional(subject, binary + " is not there", install(agent, settings)));
  }

  private static String install(String agent, AgentConfiguration settings) {
    String known = PACKAGES.get(settings.typeFor(agent));
    return known == null || settings.binary() != null
        ? "mend agents." + agent + " in config.yaml"
        : "npm install -g " + known;
  }

  private Optional<String> program(String name) {
    return programs
        .find(name, around.environment())
        .map(
            path ->
                path + programs.version(path, around.environment()).map(v -> ", " + v).orElse(""));
  }
}
