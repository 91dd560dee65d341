package dev.conclave.workflows.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the Temporal UI 2.42 renders each of these was looked at. */
class MarkdownTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '"',
      value = {
        "**bold** and `code` → \\*\\*bold\\*\\* and \\`code\\`",
        "a | b <img src=x> → a \\| b \\<img src=x\\>",
        "[see](http://evil.example) → \\[see\\](http\\://evil.example)",
        "mailto:eve@evil.example → mailto\\:eve@evil.example",
        "costs $5 or $6 → costs \\$5 or \\$6",
        "--yes and a-b → \\-\\-yes and a-b",
        "- a list → \\- a list",
        "12. a list → 12\\. a list",
        "version 1.2 → version 1.2",
        "限流 → 限流"
      })
  void nothing_in_a_text_is_markup(String raw, String escaped) {
    assertThat(Markdown.plain(raw, 100)).isEqualTo(escaped);
  }

  @Test
  void a_text_is_one_line_cut_between_characters() {
    assertThat(Markdown.plain(" a\n\tb ", 100)).isEqualTo("a b");
    assertThat(Markdown.plain("限".repeat(50) + "🚦".repeat(200), 160))
        .isEqualTo("限".repeat(50) + "🚦".repeat(109) + "…");
  }

  @Test
  void what_changes_the_display_unseen_is_left_out() {
    assertThat(Markdown.plain("a\u202Eb\u2066c\u200Fd\u009B31me\u001B[0mf\uFEFF", 100))
        .isEqualTo("abcd31mef");
    assertThat(Invisible.removed("one\u2028two\u0085three\r\n\tfour"))
        .isEqualTo("onetwothree\n\tfour");
  }

  @Test
  void escaped_json_means_the_same() throws Exception {
    String json = "{\n  \"a\" : \"x\u202E\u009B\u007F限\"\n}";

    assertThat(Invisible.isIn(Invisible.escaped(json))).isFalse();
    assertThat(WireMapper.get().readTree(Invisible.escaped(json)))
        .isEqualTo(WireMapper.get().readTree(json));
  }

  @Test
  void a_long_word_in_a_cell_can_be_broken() {
    assertThat(Markdown.cell("in " + "x".repeat(70), 100))
        .isEqualTo("in " + "x".repeat(32) + "\u200B" + "x".repeat(32) + "\u200B" + "x".repeat(6));
    assertThat(Markdown.cell("x".repeat(32) + " 限", 100)).isEqualTo("x".repeat(32) + " 限");
  }
}
