package dev.conclave.workflows.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.text.ControlCharacters;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rendering of each text was checked in Temporal UI 2.42. */
class UiPagesTest {
  private static final String PAGE = "/namespaces/default/workflows/MCP-x-%E9%99%90";

  @TempDir Path folder;

  @Test
  void a_user_setting_precedes_the_local_stack_and_that_the_default() {
    Optional<String> own = Optional.of("http://127.0.0.1:40123");

    assertThat(page("127.0.0.1:7233", own, " https://ui.example.org/ "))
        .contains("https://ui.example.org" + PAGE);
    assertThat(page("127.0.0.1:7233", own, "")).contains("http://127.0.0.1:40123" + PAGE);
    assertThat(page("127.0.0.1:7233", Optional.empty(), " "))
        .contains("http://127.0.0.1:8233" + PAGE);
    assertThat(page("127.0.0.1:7233", Optional.of(""), "")).as("ours has none").isEmpty();
    assertThat(page("temporal.example.org:7233", Optional.empty(), "")).isEmpty();
  }

  private Optional<String> page(String address, Optional<String> own, String named) {
    return UiPages.of(
            ConnectionSettings.load(Map.of("TEMPORAL_ADDRESS", address), new DataFolder(folder)),
            own,
            Map.of(UiPages.VARIABLE, named))
        .map(pages -> pages.session("MCP-x-限"));
  }

  @Test
  void the_list_of_sessions_awaiting_a_human_is_a_workflow_list_query() {
    assertThat(new UiPages("http://127.0.0.1:8233/namespaces/default").awaiting())
        .isEqualTo(
            "http://127.0.0.1:8233/namespaces/default/workflows?query="
                + "ConclaveAwaiting%20%21%3D%20%22none%22%20AND%20ExecutionStatus%20%3D%20%22Running%22");
  }

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
      })
  void text_is_never_interpreted_as_markup(String raw, String escaped) {
    assertThat(UiPages.plain(raw, 100)).isEqualTo(escaped);
  }

  @Test
  void a_text_is_one_line_truncated_between_characters_without_control_characters() {
    assertThat(UiPages.plain(" a\n\tb ", 100)).isEqualTo("a b");
    assertThat(UiPages.plain("限".repeat(50) + "🚦".repeat(200), 160))
        .isEqualTo("限".repeat(50) + "🚦".repeat(109) + "…");
    assertThat(UiPages.plain("a\u202Eb\u2066c\u200Fd\u009B31me\u001B[0mf\uFEFF", 100))
        .isEqualTo("abcd31mef");
    assertThat(ControlCharacters.removed("one\u2028two\u0085three\r\n\tfour"))
        .isEqualTo("onetwothree\r\n\tfour");
  }

  @Test
  void a_long_word_in_a_cell_can_be_broken() {
    assertThat(UiPages.cell("in " + "x".repeat(70), 100))
        .isEqualTo("in " + "x".repeat(32) + "\u200B" + "x".repeat(32) + "\u200B" + "x".repeat(6));
    assertThat(UiPages.cell("x".repeat(32) + " 限", 100)).isEqualTo("x".repeat(32) + " 限");
  }
}
