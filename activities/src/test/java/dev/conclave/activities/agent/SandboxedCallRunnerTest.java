package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.tool.Tool;
import dev.conclave.workflows.model.SandboxLevel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs all call tests in a sandbox. */
class SandboxedCallRunnerTest extends CallRunnerTest {
  @BeforeAll
  static void bubblewrap() {
    Tool.needed("bwrap");
  }

  @Override
  Map<String, Object> sandbox() {
    return Map.of("sandbox", "require");
  }

  @Test
  @Override
  void an_agent_that_writes_in_analysis_mode_is_detected() throws Exception {
    CallResult answer = call("echo x > sneaky.txt; echo a fine answer", Map.of());

    assertThat(answer.text()).isEqualTo("a fine answer");
    assertThat(work.resolve("sneaky.txt")).doesNotExist();
    assertThat(answer.receipt().level()).contains(SandboxLevel.SANDBOXED);
  }

  @Test
  @Override
  void snapshot_writes_never_reach_the_user_and_are_seen_by_an_adopting_attempt() throws Exception {
    String script = snapshotWriter();
    lose(script, p -> Files.exists(till));

    CallResult answer = call(script, Map.of());

    assertThat(answer.text()).startsWith("content\n" + data.snapshots().toRealPath());
    assertThat(work.resolve("a.txt")).hasContent("content");
  }

  @Test
  void a_failure_caused_by_a_hidden_file_names_the_setting(@TempDir Path elsewhere)
      throws Exception {
    Path tool = Files.writeString(elsewhere.resolve("tool.sh"), "echo hi");

    assertThat(failure("cat " + tool, Map.of()).message())
        .contains("No such file", "the sandbox hides " + tool)
        .contains("agents.script.readable");
    assertThat(failure("printf 'not found: /a\\000b' >&2; exit 1", Map.of()).message())
        .as("no path of the host has such a character")
        .contains("not found")
        .doesNotContain("readable");
    assertThat(failure("cat /nowhere", Map.of()).message()).doesNotContain("readable");
  }
}
