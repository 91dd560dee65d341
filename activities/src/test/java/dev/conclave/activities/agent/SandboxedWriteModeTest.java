package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.tool.Tool;
import dev.conclave.workflows.model.SandboxLevel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs all write-mode tests in a sandbox. */
class SandboxedWriteModeTest extends WriteModeTest {
  @BeforeAll
  static void bubblewrap() {
    Tool.needed("bwrap");
  }

  @Override
  Map<String, Object> level() {
    return Map.of("sandbox", "require");
  }

  @Test
  void it_may_write_without_permission_and_reaches_only_its_own_folder() throws Exception {
    Path secret = Files.writeString(root.resolve("secret"), "hunter22");

    CallResult result =
        call(
            "objects=$(cat .git/objects/info/alternates); echo x > \"$objects/x\"; cd ..; echo x > x;"
                + " cat '%s'; ls '%s' '%s' '%s'; cd tree; git status --porcelain; git fsck; echo A > a.txt; echo done"
                    .formatted(secret, user, data.spool(), data.executions()));

    assertThat(result.receipt().level()).contains(SandboxLevel.SANDBOXED);
    assertThat(result.text()).doesNotContain("hunter22").endsWith("done");
    assertThat(result.text()).doesNotContain("b.txt", "result.json", "workspace");
    assertThat(result.tree()).isNotNull();
    try (var all = Files.walk(data.executions())) {
      assertThat(all).noneMatch(path -> path.endsWith("x"));
    }
  }
}
