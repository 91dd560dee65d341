package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.text.WireMapper;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PerspectivesTest {
  @Test
  void analysts_have_different_perspectives_unless_configured_otherwise() {
    Map<String, Object> own = Map.of("argv", List.of("/bin/true"));
    Map<String, Object> told = Map.of("argv", List.of("/bin/true"), "perspective", "cost");
    Perspectives perspectives =
        new Perspectives(
            WireMapper.get()
                .convertValue(
                    Map.of(
                        "agents",
                        Map.of("zeta", own, "alpha", Map.of("type", "gemini"), "told", told)),
                    Configuration.class));

    assertThat(
            Stream.of("gemini", "codex", "qwen", "claude", "opencode", "alpha", "zeta", "told")
                .map(perspectives::of))
        .doesNotHaveDuplicates()
        .startsWith("deep-code-analysis")
        .endsWith("data-and-state", "testing-and-operations", "cost");
    assertThat(Perspectives.explained("architecture")).startsWith("architecture (where the change");
    assertThat(Perspectives.explained("cost")).isEqualTo("cost");
  }
}
