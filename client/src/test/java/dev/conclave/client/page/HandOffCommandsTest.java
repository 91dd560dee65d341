package dev.conclave.client.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.agent.endpoint.InstalledAgents;
import dev.conclave.activities.agent.endpoint.Scenario;
import dev.conclave.activities.agent.endpoint.ScriptedModelEndpoint;
import dev.conclave.client.Run;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.config.SearchPath;
import dev.conclave.workflows.model.Mode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs the printed hand-off commands in a shell, with the pinned agent programs and a scripted
 * model that writes one file.
 */
@Order(5) // slow
@Execution(ExecutionMode.CONCURRENT)
class HandOffCommandsTest {
  private static final String SAID = "All that the plan asks for is done.";

  @TempDir private Path root;
  @AutoClose private ScriptedModelEndpoint endpoint;
  private Path repository;

  @BeforeEach
  void open() throws Exception {
    endpoint = new ScriptedModelEndpoint();
    repository = Files.createDirectory(root.resolve("a repository"));
    Files.writeString(repository.resolve("A.java"), "class A {}\n");
    run(Map.of(), "git init -q && git add . && git -c user.name=a -c user.email=a@b commit -qm a");
  }

  @ParameterizedTest
  @EnumSource
  void the_review_writes_nothing_and_the_plan_command_writes_in_the_workspace(AgentProgram cli)
      throws Exception {
    Path target = repository.resolve("written.txt");
    String plan = "Carry out the plan in it's/IMPL_PLAN.md";

    String reviewed = call(cli.id(), cli.handOff(Mode.ANALYSIS, "Review the changes"), target);

    assertThat(target).doesNotExist();
    assertThat(reviewed).contains(SAID);
    assertThat(run(Map.of(), "git status --porcelain")).isEmpty();

    String said = call(cli.id(), cli.handOff(Mode.WRITE, plan), target);

    assertThat(target).as(said).hasContent("written by a tool");
    assertThat(said).contains(SAID);
    assertThat(endpoint.requests("write"))
        .anySatisfy(request -> assertThat(request.prompt()).contains(plan));
  }

  private String call(String agent, String command, Path target) throws Exception {
    String url = endpoint.script("write", new Scenario.WriteFile(target.toString(), SAID));
    AgentConfiguration settings = InstalledAgents.configuration(agent, url, Map.of());
    configure(agent, url);
    return run(settings.extraEnv(), command);
  }

  /** Writes the settings a user of a custom endpoint needs besides the variables. */
  private void configure(String agent, String url) throws Exception {
    switch (agent) {
      case "codex" ->
          home(
              ".codex/config.toml",
              """
              model = "scripted"
              model_provider = "scripted"
              check_for_update_on_startup = false
              [model_providers.scripted]
              name = "scripted"
              base_url = "%s/v1"
              env_key = "SCRIPTED_KEY"
              wire_api = "responses"
              """
                  .formatted(url));
      case "gemini" ->
          // Without a model it asks another one to choose, which the scripted model does not
          // understand.
          home(
              ".gemini/settings.json",
              "{\"security\":{\"auth\":{\"selectedType\":\"gemini-api-key\"}},"
                  + "\"model\":{\"name\":\"gemini-2.5-flash\"}}");
      case "qwen" ->
          home(".qwen/settings.json", "{\"security\":{\"auth\":{\"selectedType\":\"openai\"}}}");
      default -> {}
    }
  }

  private void home(String file, String content) throws Exception {
    Path path = root.resolve("home").resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
  }

  private String run(Map<String, String> variables, String command) throws Exception {
    Path programs = InstalledAgents.program("claude").getParent();
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", command);
    builder.directory(repository.toFile());
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.putAll(variables);
    environment.put("PATH", programs + File.pathSeparator + path());
    environment.put("HOME", root.resolve("home").toString());
    // Otherwise they relaunch themselves for more memory.
    environment.put("GEMINI_CLI_NO_RELAUNCH", "true");
    environment.put("QWEN_CODE_NO_RELAUNCH", "true");
    Run run = Run.of(builder, root).ended(0);
    return run.out() + run.err();
  }

  /** Returns a PATH without bwrap, which codex would use and which fails with a home below /tmp. */
  private String path() throws IOException {
    Path links = root.resolve("programs");
    if (!Files.exists(links)) {
      Files.createDirectory(links);
      for (String program : List.of("sh", "bash", "env", "node", "git", "cat", "uname")) {
        Path found = SearchPath.of(System.getenv()).find(program).orElseThrow();
        Files.createSymbolicLink(links.resolve(program), found);
      }
    }
    return links.toString();
  }
}
