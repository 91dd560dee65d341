package dev.conclave.workflows.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellWordTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "conclave",
        "",
        "it's no new library",
        "/home/ada/my code/$HOME/`id`",
        "~/bin/conclave",
        "A=b",
        "%1",
        "a\\b\"c\"",
        "two\nlines",
        "*.py; echo more # not a comment",
        "{a,b}!",
        "'",
      })
  void a_shell_takes_it_for_one_word_and_gives_it_back_as_it_was(String text) throws Exception {
    Process shell =
        new ProcessBuilder("/bin/sh", "-c", "printf '[%s]' " + ShellWord.of(text))
            .redirectErrorStream(true)
            .start();
    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(said).isEqualTo("[" + text + "]");
    assertThat(shell.waitFor()).isZero();
  }

  @Test
  void what_stands_for_itself_at_any_place_is_left_bare() {
    assertThat(ShellWord.of("./tools-2/a_b.c:8,9+1@host")).isEqualTo("./tools-2/a_b.c:8,9+1@host");
    assertThat(ShellWord.of("A=b/conclave")).isEqualTo("'A=b/conclave'");
    assertThat(ShellWord.of("~ada/conclave")).isEqualTo("'~ada/conclave'");
    assertThat(ShellWord.of("计划")).isEqualTo("'计划'");
  }
}
