package dev.conclave.activities.agent.endpoint;

import dev.conclave.activities.tool.Tool;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.text.WireMapper;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The agent programs pinned in worker/src/test/agents, for use with a scripted endpoint. */
public final class InstalledAgents {
  private InstalledAgents() {}

  /** Returns the program; as with {@link Tool#needed}, a missing one skips or fails the test. */
  public static Path program(String agent) {
    Path root = Path.of(System.getProperty("conclave.root", "..")).toAbsolutePath().normalize();
    Path program = root.resolve("worker/src/test/agents/node_modules/.bin").resolve(agent);
    return Tool.needed(
        agent + " (npm ci in worker/src/test/agents)",
        Optional.of(program).filter(Files::isExecutable));
  }

  /**
   * Returns the configuration that points an agent to an endpoint.
   *
   * @param url from {@link ScriptedModelEndpoint#script}
   * @param more settings that override these, such as {@code stale_after}
   */
  public static AgentConfiguration configuration(
      String agent, String url, Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(settings(agent, url));
    settings.put("binary", program(agent).toString());
    settings.put("network_allow", List.of(URI.create(url).getAuthority()));
    settings.putAll(more);
    return WireMapper.get().convertValue(settings, AgentConfiguration.class);
  }

  private static Map<String, Object> settings(String agent, String url) {
    return switch (agent) {
      case "gemini" ->
          Map.of(
              "model",
              "gemini-2.5-flash",
              "extra_env",
              Map.of("GEMINI_API_KEY", "scripted-key", "GOOGLE_GEMINI_BASE_URL", url));
      case "codex" ->
          Map.of(
              "model",
              "scripted",
              "extra_env",
              Map.of("SCRIPTED_KEY", "scripted-key"),
              "extra_args",
              List.of(
                  "-c",
                  "model_provider=scripted",
                  "-c",
                  "model_providers.scripted={name=\"scripted\",base_url=\""
                      + url
                      + "/v1\",env_key=\"SCRIPTED_KEY\",wire_api=\"responses\"}"));
      case "qwen" ->
          Map.of(
              "model",
              "scripted",
              "extra_env",
              Map.of(
                  "OPENAI_API_KEY", "scripted-key",
                  "OPENAI_BASE_URL", url + "/v1",
                  "OPENAI_MODEL", "scripted"));
      case "claude" ->
          Map.of(
              "extra_env", Map.of("ANTHROPIC_API_KEY", "scripted-key", "ANTHROPIC_BASE_URL", url));
      case "opencode" ->
          Map.of(
              "model", "scripted/m", "extra_env", Map.of("OPENCODE_CONFIG_CONTENT", opencode(url)));
      default -> throw new IllegalArgumentException(agent);
    };
  }

  private static String opencode(String url) {
    return Json.of(
            """
            {'autoupdate':false,'share':'disabled','model':'scripted/m','small_model':'scripted/m',
             'enabled_providers':['scripted'],
             'provider':{'scripted':{'npm':'@ai-sdk/openai-compatible','name':'scripted',
               'options':{'baseURL':%s,'apiKey':'scripted-key'},
               'models':{'m':{'name':'m','limit':{'context':200000,'output':8192}}}}}}
            """,
            url + "/v1")
        .toString();
  }
}
