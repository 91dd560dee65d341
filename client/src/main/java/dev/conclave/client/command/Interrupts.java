package dev.conclave.client.command;

import java.util.Optional;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.Terminal.SignalHandler;
import org.jline.utils.Signals;

/**
 * While open, the first Ctrl-C interrupts the thread that opened it, so that it can say goodbye;
 * the second ends the process at once.
 */
final class Interrupts implements AutoCloseable {
  private static final String INT = "INT";

  private final Runnable restore;
  private final Runnable leave;
  private boolean once;

  /**
   * Opens it.
   *
   * @param terminal that reads keys, when there is one: its reader takes the signal while it asks
   *     and hands it back afterwards
   */
  Interrupts(Optional<Terminal> terminal) {
    Thread thread = Thread.currentThread();
    if (terminal.isPresent()) {
      Terminal own = terminal.get();
      Attributes attributes = own.getAttributes();
      leave = () -> own.setAttributes(attributes);
      SignalHandler before = own.handle(Signal.INT, signal -> interrupt(thread));
      restore = () -> own.handle(Signal.INT, before);
    } else {
      Object before = Signals.register(INT, () -> interrupt(thread));
      restore = () -> Signals.unregister(INT, before);
      leave = () -> {};
    }
  }

  private synchronized void interrupt(Thread thread) {
    if (once) {
      leave.run(); // nobody else will: a halt runs no hooks
      Runtime.getRuntime().halt(dev.conclave.workflows.temporal.ExitCodes.INTERRUPTED);
    }
    once = true;
    thread.interrupt();
  }

  @Override
  public void close() {
    restore.run();
  }
}
