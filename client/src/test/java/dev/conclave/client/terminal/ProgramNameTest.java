package dev.conclave.client.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramNameTest {
  private static final ProgramName CHECKOUT = new ProgramName("./conclave");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "see `conclave show last`, or go on with `conclave resume last`|see `./conclave show last`, or go on with `./conclave resume last`",
        "conclave answer MCP-x approve 1|./conclave answer MCP-x approve 1",
        "All commands: conclave --help|All commands: ./conclave --help",
        "queue conclave, polled by conclave-worker|queue conclave, polled by conclave-worker",
        "/home/ada/conclave show|/home/ada/conclave show",
        "conclave planning is a word|conclave planning is a word",
      })
  void commands_are_called_as_the_user_calls_them_and_nothing_else_is_touched(
      String text, String spoken) {
    assertThat(CHECKOUT.in(text)).isEqualTo(spoken);
    assertThat(ProgramName.INSTALLED.in(text)).isEqualTo(text);
  }

  @Test
  void a_path_with_a_space_is_quoted_and_none_is_on_path() {
    assertThat(ProgramName.of(Map.of("CONCLAVE_CALLED", "/my tools/conclave")).typed())
        .isEqualTo("'/my tools/conclave'");
    assertThat(ProgramName.of(Map.of())).isEqualTo(ProgramName.INSTALLED);
  }

  @Test
  void a_page_is_wrapped_with_the_command_as_it_is_called() {
    Screen screen = new Screen(60, false).calledAs(new ProgramName("../tools/conclave"));
    String page =
        new Page(screen)
            .text("The server has it no more: `conclave resume MCP-x` goes on")
            .verbatim(2, "conclave watch MCP-x")
            .toString();

    assertThat(page).contains("`../tools/conclave resume", "  ../tools/conclave watch MCP-x");
    assertThat(page.lines()).allMatch(line -> line.length() <= 60);
  }

  @Test
  void what_others_said_is_printed_as_it_is() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    Screen screen = Screen.PLAIN.calledAs(CHECKOUT);
    Output output = new Output(out, out, screen, screen);

    output.result("Go on with: conclave resume MCP-x");
    output.quoted("conclave resume MCP-x");

    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("Go on with: ./conclave resume MCP-x", "conclave resume MCP-x");
  }
}
