package dev.conclave.client.terminal;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;

/** How a command that is suspended leaves its terminal to others, and takes it back. */
public interface Lending {

  /** Sets the terminal as others want it. */
  void lend(Attributes others) throws IOException;

  /** Sets it as this command wants it. */
  void takeBack() throws IOException;

  /** For a terminal whose modes no other thread sets meanwhile. */
  static Lending of(Terminal terminal) {
    AtomicReference<Attributes> ours = new AtomicReference<>(terminal.getAttributes());
    return new Lending() {
      @Override
      public void lend(Attributes others) {
        ours.set(terminal.getAttributes());
        terminal.setAttributes(others);
      }

      @Override
      public void takeBack() {
        terminal.setAttributes(ours.get());
      }
    };
  }
}
