package dev.conclave.client.terminal;

import java.io.IOException;

/** Stops this process, until a signal continues it. */
interface Suspension {

  /** By the signal that nothing can catch, as the terminal itself would have done. */
  Suspension OF_THIS_PROCESS =
      () -> {
        long self = ProcessHandle.current().pid();
        if (self == 1) {
          throw new IOException("the first process of a container does not stop");
        }
        // The shell's own: a program of that name is not on every machine.
        int exit =
            new ProcessBuilder("sh", "-c", "kill -STOP " + self).inheritIO().start().waitFor();
        if (exit != 0) {
          throw new IOException("kill -STOP ended with " + exit);
        }
      };

  /**
   * Begins it. The process may run on for a moment after this has returned, and has often been
   * continued by then.
   *
   * @throws IOException when this system cannot
   */
  void begin() throws IOException, InterruptedException;
}
