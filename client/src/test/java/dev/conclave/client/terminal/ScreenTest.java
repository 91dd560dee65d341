package dev.conclave.client.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScreenTest {
  private static final Screen CHECKOUT = Screen.PLAIN.calledAs("./conclave");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "see `conclave show last`, or continue with `conclave resume last`|see `./conclave show last`, or continue with `./conclave resume last`",
        "conclave answer MCP-x approve 1|./conclave answer MCP-x approve 1",
        "All commands: conclave --help|All commands: ./conclave --help",
        "queue conclave, polled by conclave-worker|queue conclave, polled by conclave-worker",
        "/home/ada/conclave show|/home/ada/conclave show",
        "conclave planning is a word|conclave planning is a word",
        "`conclave analyze --continue`, `conclave context \"x\"`|`./conclave analyze --continue`, `./conclave context \"x\"`",
      })
  void commands_are_shown_as_the_user_types_them_and_other_text_is_unchanged(
      String text, String spoken) {
    assertThat(CHECKOUT.typed(text)).isEqualTo(spoken);
    assertThat(Screen.PLAIN.typed(text)).isEqualTo(text);
  }

  @Test
  void quoted_text_is_printed_verbatim() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    Output output = new Output(out, out, CHECKOUT, CHECKOUT);

    output.result("To continue: conclave resume MCP-x");
    output.quoted("conclave resume MCP-x");

    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("To continue: ./conclave resume MCP-x", "conclave resume MCP-x");
  }
}
