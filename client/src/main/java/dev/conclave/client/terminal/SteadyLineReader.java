package dev.conclave.client.terminal;

import java.util.HashMap;
import org.jline.reader.impl.LineReaderImpl;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;

/**
 * A reader whose line is drawn anew as a whole when the terminal changes its size or comes back:
 * JLine's draws it while a key that arrives at that moment is drawn, too, and takes the terminal
 * for its own when it has just stopped reading.
 */
final class SteadyLineReader extends LineReaderImpl {
  private final Runnable back;

  /**
   * A reader.
   *
   * @param back what comes first when the suspended command is continued
   */
  SteadyLineReader(Terminal terminal, Runnable back) {
    super(terminal, terminal.getName(), new HashMap<>());
    this.back = back;
    setVariable(DISABLE_HISTORY, true);
    option(Option.DISABLE_EVENT_EXPANSION, true);
    option(Option.DISABLE_HIGHLIGHTER, true);
  }

  @Override
  protected void handleSignal(Signal signal) {
    if (signal == Signal.CONT) {
      back.run();
    }
    lock.lock();
    try {
      if (isReading()) {
        super.handleSignal(signal);
      }
    } finally {
      lock.unlock();
    }
  }
}
