package dev.conclave.activities.agent.cli;

import dev.conclave.workflows.api.Mode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Gemini CLI, 0.61. */
final class GeminiCli implements AgentCli {
  /** It ends with the HTTP status, of which a process's exit code keeps eight bits. */
  private static final List<Integer> STATUSES =
      List.of(400, 401, 403, 404, 413, 429, 500, 502, 503, 504);

  private static final int NO_AUTHENTICATION = 41;

  @Override
  public String program() {
    return "gemini";
  }

  @Override
  public Set<String> inherits() {
    return Set.of(
        "GEMINI_API_KEY",
        "GEMINI_MODEL",
        "GOOGLE_API_KEY",
        "GOOGLE_GEMINI_BASE_URL",
        "GOOGLE_CLOUD_PROJECT",
        "GOOGLE_CLOUD_LOCATION",
        "GOOGLE_APPLICATION_CREDENTIALS",
        "GOOGLE_GENAI_USE_VERTEXAI",
        "GOOGLE_GENAI_USE_GCA");
  }

  @Override
  public CommandLine commandLine(CliCall call) throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--approval-mode", call.mode() == Mode.ANALYSIS ? "plan" : "yolo"));
    arguments.addAll(List.of("-o", "stream-json", "--skip-trust"));
    call.configuration().model().ifPresent(model -> arguments.addAll(List.of("-m", model)));
    arguments.addAll(call.configuration().extraArgs());
    return new CommandLine(
        arguments,
        Map.of(
            "GEMINI_CLI_NO_RELAUNCH",
            "true",
            "GEMINI_CLI_HOME",
            GeminiHome.prepare(call).toString()));
  }

  @Override
  public OutputReader reader() {
    return new GeminiReader();
  }

  @Override
  public String perspective() {
    return "deep-code-analysis";
  }

  @Override
  public Optional<Integer> statusOfExit(int exit) {
    return exit == NO_AUTHENTICATION
        ? Optional.of(401)
        : STATUSES.stream().filter(status -> (status & 255) == exit).findFirst();
  }
}
