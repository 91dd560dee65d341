package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.temporal.WireMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PerspectivesTest {
  private static Perspectives with(Map<String, Map<String, Object>> agents) {
    return new Perspectives(
        WireMapper.get().convertValue(Map.of("agents", agents), Configuration.class));
  }

  private static Map<String, Object> custom(String... perspective) {
    return perspective.length == 0
        ? Map.of("argv", List.of("/bin/true"))
        : Map.of("argv", List.of("/bin/true"), "perspective", perspective[0]);
  }

  @Test
  void no_two_analysts_of_ones_own_look_from_the_same_place() {
    Perspectives perspectives =
        with(Map.of("zeta", custom(), "alpha", custom(), "mid", custom(), "own", custom("cost")));
    List<String> dealt = new ArrayList<>();
    for (String agent :
        List.of("gemini", "codex", "qwen", "claude", "opencode", "alpha", "mid", "zeta", "own")) {
      dealt.add(perspectives.of(agent));
    }

    assertThat(dealt).doesNotHaveDuplicates().contains("cost");
    assertThat(perspectives.of("zeta")).isEqualTo(dealt.get(7));
  }

  @Test
  void a_known_program_keeps_its_own_perspective_whoever_is_declared_beside_it() {
    Perspectives alone = with(Map.of());
    Perspectives among = with(Map.of("aaa", custom()));
    for (String agent : List.of("gemini", "codex", "qwen", "claude")) {
      assertThat(among.of(agent)).isEqualTo(alone.of(agent));
    }
  }

  @Test
  void what_the_configuration_says_is_dealt_to_nobody_else() {
    Perspectives perspectives =
        with(Map.of("mine", custom("alternative-analysis"), "other", custom()));

    assertThat(perspectives.of("mine")).isEqualTo("alternative-analysis");
    assertThat(perspectives.of("qwen")).isNotEqualTo("alternative-analysis");
    assertThat(perspectives.of("other")).isNotEqualTo(perspectives.of("qwen"));
  }
}
