package dev.conclave.client.terminal;

import dev.conclave.client.terminal.Prompt.Left.Why;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;

/** A terminal with a person at it. */
public final class Console implements Prompt {
  private static final long KEY_MILLIS = 10;

  private final Terminal terminal;
  private final Lending lending;
  private final Suspension suspension;
  private final LineReader reader;

  public Console(Terminal terminal) {
    this(terminal, Lending.of(terminal), Suspension.OF_THIS_PROCESS);
  }

  /**
   * A console.
   *
   * @param lending of the terminal's modes to the shell, while this command is suspended
   */
  public Console(Terminal terminal, Lending lending) {
    this(terminal, lending, Suspension.OF_THIS_PROCESS);
  }

  Console(Terminal terminal, Lending lending, Suspension suspension) {
    this.terminal = terminal;
    this.lending = lending;
    this.suspension = suspension;
    this.reader = new SteadyLineReader(terminal, this::takeBack);
    terminal.handle(Signal.TSTP, signal -> suspend());
    terminal.handle(Signal.CONT, signal -> takeBack());
  }

  /**
   * Ctrl-Z: whoever is at the terminal meanwhile has it as it was found. It is taken back by the
   * signal to continue and by nothing else: a process stops some time after it was told to.
   */
  private void suspend() {
    try {
      lending.lend();
      suspension.begin();
    } catch (IOException e) {
      takeBack();
      remark("This system cannot suspend the command: " + e.getMessage());
    } catch (InterruptedException e) {
      takeBack();
      Thread.currentThread().interrupt();
    }
  }

  private void takeBack() {
    try {
      lending.takeBack();
    } catch (IOException e) {
      throw new UncheckedIOException("The terminal cannot be set: " + e.getMessage(), e);
    }
  }

  public Terminal terminal() {
    return terminal;
  }

  /** Calls the person who is not looking. */
  public void ring() {
    terminal.writer().print('\u0007');
    terminal.flush();
  }

  @Override
  public String ask(String question) throws Left {
    try {
      return Printable.text(reader.readLine(prompt(question) + " ")).strip();
    } catch (UserInterruptException e) {
      throw new Left(Why.INTERRUPTED, Printable.text(e.getPartialLine()).strip());
    } catch (EndOfFileException e) {
      throw new Left(Why.END_OF_INPUT);
    }
  }

  /** The last line of a question, after those before it were shown; room is left for the answer. */
  private String prompt(String question) {
    int width = Math.max(Screen.NARROWEST, terminal.getWidth());
    List<String> lines = Columns.wrap(Printable.text(question), width - 1);
    int last = lines.size() - 1;
    boolean full = last > 0 && Columns.of(lines.get(last)) > width / 2;
    lines.subList(0, full ? last + 1 : last).forEach(terminal.writer()::println);
    return full ? ">" : lines.get(last);
  }

  /** Tells something, above the line that is being typed if there is one. */
  void remark(String line) {
    String printable = Printable.text(line);
    if (reader.isReading()) {
      reader.printAbove(printable);
    } else {
      terminal.writer().println(printable);
      terminal.flush();
    }
  }

  /**
   * Drops what was typed while nothing was asked: an Enter of a minute ago is no answer to a
   * question that it did not see.
   */
  public void forgetKeys() {
    if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
      return; // its keys may come from a script that is ahead
    }
    Attributes before = terminal.enterRawMode();
    try {
      while (terminal.reader().peek(KEY_MILLIS) >= 0) {
        if (terminal.reader().read(KEY_MILLIS) < 0) {
          return;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The terminal cannot be read: " + e.getMessage(), e);
    } finally {
      terminal.setAttributes(before);
    }
  }

  @Override
  public void show(Page page) {
    terminal.writer().print(page);
    terminal.flush();
  }
}
