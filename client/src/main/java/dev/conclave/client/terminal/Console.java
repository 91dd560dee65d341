package dev.conclave.client.terminal;

import dev.conclave.client.terminal.Prompt.PromptAbandoned;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;

/** An interactive terminal. */
public final class Console implements Prompt {
  private static final long KEY_MILLIS = 10;

  private final Terminal terminal;
  private final LineReader reader;

  public Console(Terminal terminal) {
    this.terminal = terminal;
    this.reader =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .build();
  }

  public Terminal terminal() {
    return terminal;
  }

  public void ring() {
    terminal.writer().print('\u0007');
    terminal.flush();
  }

  @Override
  public String ask(String question) throws PromptAbandoned {
    return askAgain(question, "");
  }

  /**
   * Offers the refused line for correction, except on a dumb terminal, where a script retypes it.
   */
  @Override
  public String askAgain(String question, String typed) throws PromptAbandoned {
    String before = terminal.getType().startsWith(Terminal.TYPE_DUMB) ? "" : typed;
    try {
      return Printable.text(reader.readLine(prompt(question) + " ", null, before)).strip();
    } catch (UserInterruptException e) {
      throw new PromptAbandoned(true);
    } catch (EndOfFileException e) {
      throw new PromptAbandoned(false);
    }
  }

  /** Prints all but the last line of a question and returns that, leaving room for the answer. */
  private String prompt(String question) {
    int width = Math.max(Screen.NARROWEST, terminal.getWidth());
    List<String> lines = Columns.wrap(Printable.text(question), width - 1);
    int last = lines.size() - 1;
    boolean full = last > 0 && Columns.of(lines.get(last)) > width / 2;
    lines.subList(0, full ? last + 1 : last).forEach(terminal.writer()::println);
    return full ? ">" : lines.get(last);
  }

  /** Discards keys typed before a question is shown. */
  public void forgetKeys() {
    if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
      return; // a script may type ahead
    }
    Attributes before = terminal.enterRawMode();
    try {
      while (terminal.reader().peek(KEY_MILLIS) >= 0) {
        if (terminal.reader().read(KEY_MILLIS) < 0) {
          return;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read from the terminal: " + e.getMessage(), e);
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
