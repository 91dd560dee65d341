package dev.conclave.client.terminal;

import java.io.IOException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

/** How a command that is suspended leaves its terminal to others, and takes it back. */
public interface Lending {

  /** Sets the terminal as it was found; what this command wants meanwhile waits. */
  void lend() throws IOException;

  /** Sets it as this command wants it; without effect when it is not lent. */
  void takeBack() throws IOException;

  /** For a terminal, found as it is now, whose modes no other thread sets meanwhile. */
  static Lending of(Terminal terminal) {
    Attributes found = terminal.getAttributes();
    return new Lending() {
      private @Nullable Attributes ours;

      @Override
      public synchronized void lend() {
        if (ours == null) {
          ours = terminal.getAttributes();
          terminal.setAttributes(found);
        }
      }

      @Override
      public synchronized void takeBack() {
        if (ours != null) {
          terminal.setAttributes(ours);
          ours = null;
        }
      }
    };
  }
}
