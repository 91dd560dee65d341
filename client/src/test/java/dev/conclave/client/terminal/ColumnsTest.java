package dev.conclave.client.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnsTest {

  @ParameterizedTest
  @CsvSource({"plain, 5", "令牌桶, 6", "한글, 4", "ｆｕｌｌ, 8", "…→·, 3", "'', 0", "café, 4", "ก็, 1"})
  void characters_have_the_width_a_terminal_gives_them(String text, int columns) {
    assertThat(Columns.of(text)).isEqualTo(columns);
  }

  @Test
  void a_line_is_truncated_at_its_end_only_if_too_long() {
    assertThat(Columns.fit("令牌桶 limiter", 6)).isEqualTo("令牌…");
    assertThat(Columns.fit("令牌桶", 6)).isEqualTo("令牌桶");
  }

  @Test
  void an_option_is_not_separated_from_its_dashes() {
    assertThat(Columns.wrap("approve with --accept-drift, -y or `--yes`", 15))
        .containsExactly("approve with", "--accept-drift,", "-y or `--yes`");
  }

  @Test
  void paths_and_commands_for_copying_are_not_broken() {
    assertThat(Columns.wrap("found at schedule/__init__.py:686, near run-all", 25))
        .containsExactly("found at", "schedule/__init__.py:686,", "near run-all");
    assertThat(Columns.wrap("See `conclave show MCP-pause-and-resume --round 2` for it.", 30))
        .containsExactly("See", "`conclave show MCP-pause-and-resume --round 2`", "for it.");
    assertThat(Columns.wrap("x".repeat(7), 3)).containsExactly("xxx", "xxx", "x");
  }
}
