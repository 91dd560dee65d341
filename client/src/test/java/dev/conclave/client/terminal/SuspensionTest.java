package dev.conclave.client.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.Test;

/** Ctrl-Z, with a process that is told to stop and has not stopped yet. */
class SuspensionTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Terminal terminal = terminal();
  private int begun;

  private Terminal terminal() {
    try {
      return new DumbTerminal(new ByteArrayInputStream(new byte[0]), out);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void console(Suspension suspension) {
    new Console(terminal, Lending.of(terminal), suspension);
  }

  private String modes() {
    return terminal.getAttributes().toString();
  }

  @Test
  void the_terminal_stays_as_it_was_found_until_the_command_is_continued() {
    String found = modes();
    console(() -> begun++);
    terminal.enterRawMode();
    String ours = modes();
    assertThat(ours).isNotEqualTo(found);

    terminal.raise(Signal.TSTP);
    assertThat(begun).isEqualTo(1);
    assertThat(modes()).isEqualTo(found);

    terminal.raise(Signal.CONT);
    assertThat(modes()).isEqualTo(ours);
    terminal.raise(Signal.CONT);
    assertThat(modes()).isEqualTo(ours);
  }

  @Test
  void a_second_ctrl_z_before_the_process_has_stopped_does_not_take_the_found_modes_for_its_own() {
    String found = modes();
    console(() -> begun++);
    terminal.enterRawMode();
    String ours = modes();

    terminal.raise(Signal.TSTP);
    terminal.raise(Signal.TSTP);
    assertThat(modes()).isEqualTo(found);
    terminal.raise(Signal.CONT);
    assertThat(modes()).isEqualTo(ours);
  }

  @Test
  void a_system_that_cannot_suspend_says_so_and_the_command_keeps_its_terminal() {
    console(
        () -> {
          throw new IOException("no kill here");
        });
    terminal.enterRawMode();
    String ours = modes();

    terminal.raise(Signal.TSTP);

    assertThat(modes()).isEqualTo(ours);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("This system cannot suspend the command: no kill here");
  }
}
