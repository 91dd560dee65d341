package dev.conclave.worker.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.host.HostServices;
import dev.conclave.workflows.host.PlanPreview;
import dev.conclave.workflows.host.PlanPreview.SentFile;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.plan.PlanRequest;
import dev.conclave.workflows.temporal.HostId;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real search and prompt; an agent program that runs leaves a trace. */
class HostServicesImplTest {
  @TempDir Path temporary;
  private Path repo;
  private Path programs;
  private DataFolder data;

  @BeforeEach
  void a_folder_with_code_and_two_agents() throws IOException {
    repo = Files.createDirectories(temporary.resolve("订单 service"));
    Files.writeString(
        repo.resolve("limiter.py"),
        "class RateLimiter:\n    def acquire(self):\n        return True\n".repeat(40));
    Files.writeString(repo.resolve("README.md"), "# Orders\n\nRate limiting is missing.\n");
    programs = Files.createDirectories(temporary.resolve("bin"));
    agent("gemini");
    agent("codex");
    data = new DataFolder(temporary.toRealPath().resolve("data"));
  }

  @Test
  void it_lists_agents_and_what_they_are_sent_without_asking_any() throws IOException {
    PlanPreview preview = preview("{}", request(List.of("gemini", "codex"), false, 60 << 10));

    assertThat(preview.sentTo()).containsExactly("gemini", "codex");
    assertThat(preview.agents())
        .filteredOn(agent -> agent.agent().equals("claude"))
        .singleElement()
        .satisfies(
            claude -> {
              assertThat(claude.usable()).isFalse();
              assertThat(claude.reason().orElse("")).contains("program \"claude\" not found");
            });
    assertThat(preview.files()).extracting(SentFile::path).contains("limiter.py");
    long excerpts = preview.files().stream().mapToLong(SentFile::bytes).sum();
    assertThat(excerpts).isPositive();
    assertThat(preview.promptBytes()).isGreaterThan(excerpts);
    assertThat(temporary.resolve("asked")).doesNotExist();
    assertThat(repo.resolve(".workflow")).doesNotExist();
  }

  @Test
  void the_sent_bytes_stay_within_the_limit_of_a_session() throws IOException {
    PlanPreview preview = preview("{}", request(List.of("gemini"), true, 500));

    assertThat(preview.files().stream().mapToLong(SentFile::bytes).sum()).isBetween(1L, 500L);
  }

  @Test
  void the_cost_is_unknown_without_prices_and_names_the_agents() throws IOException {
    PlanPreview preview = preview("{}", request(List.of("gemini", "codex"), false, 4 << 10));

    assertThat(preview.usd()).isEmpty();
    assertThat(preview.notes())
        .anySatisfy(n -> assertThat(n).contains("Unknown price for gemini, codex"));
  }

  @Test
  void the_cost_covers_every_round_at_the_configured_prices() throws IOException {
    String prices =
        """
        agents: {gemini: {model: gemini-2.5-pro}}
        prices: {gemini-2.5: {input: 1.0, output: 10.0}}
        """;
    PlanPreview preview = preview(prices, request(List.of("gemini"), true, 4 << 10));

    double once = (preview.promptBytes() / 4 + 30_000 + 6_000 * 10.0) / 1_000_000;
    assertThat(preview.usd().orElseThrow()).isCloseTo(3 * once, within());
  }

  @Test
  void a_missing_tool_is_replaced_and_direct_alone_remains_if_none_is_installed()
      throws IOException {
    PlanPreview one = preview("{}", request(List.of("claude", "gemini"), false, 4 << 10));
    assertThat(one.sentTo()).containsExactly("gemini");
    assertThat(one.notes()).anyMatch(note -> note.startsWith("claude cannot run on this host;"));

    PlanPreview alone = preview("{}", request(List.of("claude"), true, 4 << 10));
    assertThat(alone.asked()).containsExactly("direct");
    assertThat(alone.notes().get(0))
        .isEqualTo("claude cannot run on this host; `conclave doctor` shows how to fix it.");
    assertThat(alone.sentTo()).isEmpty();
    assertThat(alone.promptBytes()).isZero();
    assertThat(alone.files()).isEmpty();
    assertThat(alone.usd()).contains(0.0);
  }

  @Test
  void a_search_server_is_named_but_not_queried() throws IOException {
    agent("ace");
    String ace = "search: {ace: {command: [" + programs.resolve("ace") + "]}}\n";

    PlanPreview preview = preview(ace, request(List.of("gemini"), true, 4 << 10));

    assertThat(preview.notes())
        .anySatisfy(n -> assertThat(n).contains("search server").contains("ace"));
    assertThat(temporary.resolve("asked")).doesNotExist();
  }

  @Test
  void a_workspace_a_session_would_refuse_is_refused() {
    PlanRequest root = request(List.of("gemini"), true, "/", 4 << 10);

    assertThatThrownBy(() -> preview("{}", root))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("give a project's folder");
  }

  @Test
  void it_is_loaded_through_the_service_loader() {
    assertThat(HostServices.load()).containsInstanceOf(HostServicesImpl.class);
  }

  private static org.assertj.core.data.Offset<Double> within() {
    return org.assertj.core.data.Offset.offset(1e-9);
  }

  /** Installs an agent that reports its version and leaves a trace for any other command. */
  private void agent(String name) throws IOException {
    Path program =
        Files.writeString(
            programs.resolve(name),
            "#!/bin/sh\n[ \"$1\" = --version ] && echo 1.2.3 || touch '"
                + temporary.resolve("asked")
                + "'\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
  }

  private PlanPreview preview(String yaml, PlanRequest request) throws IOException {
    Path file = Files.writeString(temporary.resolve("config.yaml"), yaml);
    Map<String, String> environment = environment(file);
    Configuration configuration = Configuration.load(environment, temporary);
    return new HostServicesImpl().preview(environment, data, configuration, request, line -> {});
  }

  private Map<String, String> environment(Path file) {
    return Map.of(
        "PATH", programs + ":/usr/bin:/bin",
        "HOME", temporary.toString(),
        "CONCLAVE_CONFIG", file.toString());
  }

  private PlanRequest request(List<String> tools, boolean named, int contextBytes) {
    return request(tools, named, repo.toString(), contextBytes);
  }

  private PlanRequest request(List<String> tools, boolean named, String path, int contextBytes) {
    List<String> fallback = named ? List.of() : List.of("gemini", "codex", "claude", "direct");
    ObjectNode request = WireMapper.get().createObjectNode();
    request.put("task", "Add rate limiting to the limiter").put("by", "ada");
    request.putPOJO("tools", tools).put("tools_named", named).putPOJO("fallback", fallback);
    request.putPOJO("workspace", WorkspaceSpec.ofPath(HostId.of(data, Map.of()).id(), path));
    request.put("max_rounds", 3).put("mode", "parallel").put("context", "search");
    request.putPOJO("budget", Configuration.defaults().budget());
    request.putPOJO("languages", List.of("en")).put("context_bytes", contextBytes);
    return WireMapper.get().convertValue(request, PlanRequest.class);
  }
}
