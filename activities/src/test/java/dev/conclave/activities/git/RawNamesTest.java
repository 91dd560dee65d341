package dev.conclave.activities.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RawNamesTest {
  @TempDir Path folder;

  private static String bytes(String name, Charset charset) {
    return new String(name.getBytes(charset), StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "src/Main.java",
        "new\nline",
        "a\tb",
        "\"quoted\"",
        "\"",
        "C:\\temp",
        "\"caf\\351\"",
        "esc\u001b[31m",
        "del\u007f"
      })
  void text_and_raw_name_round_trip(String raw) {
    assertThat(RawNames.raw(RawNames.text(raw))).isEqualTo(raw);
    assertThat(RawNames.text(raw)).doesNotContain("\n", "\t", "\u001b", "\u007f");
  }

  @ParameterizedTest
  @CsvSource({"café/menu.txt, ISO-8859-1", "限流器.java, GBK", "限流器.java, UTF-8", "é限.md, UTF-8"})
  void names_of_any_encoding_round_trip_and_open_their_file(String name, Charset charset)
      throws Exception {
    String raw = bytes(name, charset);
    String text = RawNames.text(raw);
    assertThat(RawNames.raw(text)).isEqualTo(raw);

    Path file = RawNames.path(folder, raw);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "here");
    assertThat(RawNames.resolve(folder, text)).hasContent("here");
    assertThat(raw).endsWith(RawNames.rawFileName(file));
  }

  @Test
  void only_names_that_are_not_plain_utf_8_are_quoted_as_git_does() {
    assertThat(RawNames.text(bytes("限流器.java", StandardCharsets.UTF_8))).isEqualTo("限流器.java");
    assertThat(RawNames.text("it's a \"name\"")).isEqualTo("it's a \"name\"");
    assertThat(RawNames.text("caf\u00e9\tx")).isEqualTo("\"caf\\351\\tx\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"C:\\users\"", "\"open", "\"\\9\"", "\"\\400\""})
  void a_name_that_was_not_quoted_is_unchanged(String text) {
    assertThat(RawNames.raw(text)).isEqualTo(text);
  }
}
