package dev.conclave.activities.agent.cli;

import dev.conclave.workflows.api.Mode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** opencode, 1.18. */
final class OpencodeCli implements AgentCli {
  // Its plan agent alone ran shell commands.
  private static final String READ_ONLY =
      "{\"edit\":\"deny\",\"bash\":\"deny\",\"webfetch\":\"deny\"}";

  @Override
  public String program() {
    return "opencode";
  }

  @Override
  public Set<String> inherits() {
    return Set.of(
        "ANTHROPIC_API_KEY",
        "OPENAI_API_KEY",
        "GEMINI_API_KEY",
        "OPENROUTER_API_KEY",
        "OPENCODE_CONFIG",
        "OPENCODE_CONFIG_DIR",
        "OPENCODE_CONFIG_CONTENT");
  }

  @Override
  public CommandLine commandLine(CliCall call) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("run", "--title", "conclave", "--format", "json"));
    arguments.addAll(List.of("--dir", call.directory().toString()));
    Map<String, String> environment = new HashMap<>();
    environment.put("OPENCODE_DISABLE_AUTOUPDATE", "1");
    environment.put("OPENCODE_DISABLE_LSP_DOWNLOAD", "1");
    if (call.mode() == Mode.ANALYSIS) {
      arguments.addAll(List.of("--agent", "plan"));
      environment.put("OPENCODE_PERMISSION", READ_ONLY);
    } else {
      arguments.addAll(List.of("--agent", "build", "--auto"));
    }
    call.configuration().model().ifPresent(model -> arguments.addAll(List.of("-m", model)));
    arguments.addAll(call.configuration().extraArgs());
    return new CommandLine(arguments, environment);
  }

  @Override
  public OutputReader reader() {
    return new OpencodeReader();
  }

  @Override
  public String perspective() {
    return "alternative-analysis";
  }
}
