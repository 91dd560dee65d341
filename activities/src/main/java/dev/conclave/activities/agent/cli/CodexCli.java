package dev.conclave.activities.agent.cli;

import dev.conclave.workflows.api.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Codex CLI, 0.169. */
final class CodexCli implements AgentCli {

  @Override
  public String program() {
    return "codex";
  }

  @Override
  public Set<String> inherits() {
    return Set.of("OPENAI_API_KEY", "CODEX_API_KEY", "CODEX_HOME");
  }

  @Override
  public CommandLine commandLine(CliCall call) throws IOException {
    if (call.has("CODEX_HOME")) {
      // It refuses to start without the folder.
      Files.createDirectories(Path.of(call.inherited().getOrDefault("CODEX_HOME", "")));
    }
    List<String> arguments = new ArrayList<>();
    arguments.addAll(
        List.of("exec", "--json", "--ephemeral", "--skip-git-repo-check", "--color", "never"));
    arguments.addAll(List.of("-C", call.directory().toString()));
    arguments.addAll(List.of("-s", call.mode() == Mode.ANALYSIS ? "read-only" : "workspace-write"));
    arguments.addAll(List.of("-c", "approval_policy=never"));
    arguments.addAll(List.of("-c", "check_for_update_on_startup=false"));
    arguments.addAll(List.of("--disable", "plugins"));
    call.configuration().model().ifPresent(model -> arguments.addAll(List.of("-m", model)));
    arguments.addAll(call.configuration().extraArgs());
    arguments.add("-");
    return new CommandLine(arguments, Map.of());
  }

  @Override
  public OutputReader reader() {
    return new CodexReader();
  }

  @Override
  public String perspective() {
    return "implementation-verification";
  }
}
