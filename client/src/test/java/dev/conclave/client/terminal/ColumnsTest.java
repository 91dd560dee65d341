package dev.conclave.client.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnsTest {
  private static final String FAMILY = "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67";
  private static final String THUMB = "\uD83D\uDC4D\uD83C\uDFFD";
  private static final String FLAG = "\uD83C\uDDE9\uD83C\uDDEA";
  private static final String HEART = "\u2764\uFE0F";
  private static final String ACUTE = "e\u0301";

  @ParameterizedTest
  @CsvSource({"plain, 5", "令牌桶, 6", "한글, 4", "ｆｕｌｌ, 8", "…→·, 3", "'', 0", "café, 4", "ก็, 1"})
  void letters_take_what_a_terminal_gives_them(String text, int columns) {
    assertThat(Columns.of(text)).isEqualTo(columns);
  }

  @Test
  void what_a_reader_sees_as_one_is_measured_as_one() {
    assertThat(List.of(FAMILY, THUMB, FLAG, HEART, "\uD83D\uDE80"))
        .allMatch(e -> Columns.of(e) == 2);
    assertThat(Columns.of(ACUTE + ACUTE)).isEqualTo(2);
    assertThat(Columns.of(FLAG + FLAG)).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 7})
  void wrapping_cuts_no_character_apart_and_loses_none(int width) {
    String text = FAMILY + ACUTE.repeat(5) + FLAG + THUMB + "令牌桶" + HEART + "x" + FAMILY;

    List<String> lines = Columns.wrap(text, width);

    assertThat(lines).allMatch(line -> Columns.of(line) <= width);
    assertThat(String.join("", lines)).isEqualTo(text);
    assertThat(lines).noneMatch(line -> line.startsWith("\u0301") || line.startsWith("\u200D"));
  }

  @Test
  void a_line_is_cut_at_its_end_only_when_it_is_too_long() {
    assertThat(Columns.fit("令牌桶 limiter", 6)).isEqualTo("令牌…");
    assertThat(Columns.fit("令牌桶", 6)).isEqualTo("令牌桶");
  }

  @Test
  void an_option_is_not_parted_from_its_dashes() {
    assertThat(Columns.wrap("approve with --accept-drift, -y or `--yes`", 15))
        .containsExactly("approve with", "--accept-drift,", "-y or `--yes`");
    assertThat(Columns.wrap("- a - b -", 4)).containsExactly("- a", "- b", "-");
  }

  @Test
  void a_path_is_not_parted_and_a_command_for_copying_stays_in_one_piece() {
    assertThat(Columns.wrap("found at schedule/__init__.py:686, near run-all", 25))
        .containsExactly("found at", "schedule/__init__.py:686,", "near run-all");
    assertThat(Columns.wrap("See `conclave show MCP-pause-and-resume --round 2` for it.", 30))
        .containsExactly("See", "`conclave show MCP-pause-and-resume --round 2`", "for it.");
    assertThat(Columns.wrap("x".repeat(7), 3)).containsExactly("xxx", "xxx", "x");
  }
}
