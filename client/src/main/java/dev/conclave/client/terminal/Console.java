package dev.conclave.client.terminal;

import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;

/** A terminal with a person at it. */
public final class Console implements Prompt {
  private final Terminal terminal;
  private final LineReader reader;

  public Console(Terminal terminal) {
    this.terminal = terminal;
    this.reader =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .option(LineReader.Option.DISABLE_HIGHLIGHTER, true)
            .variable(LineReader.DISABLE_HISTORY, true)
            .build();
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
      return Printable.text(reader.readLine(question + " ")).strip();
    } catch (UserInterruptException e) {
      throw new Left(true);
    } catch (EndOfFileException e) {
      throw new Left(false);
    }
  }

  @Override
  public void show(Page page) {
    terminal.writer().print(page);
    terminal.flush();
  }
}
