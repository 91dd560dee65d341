package dev.conclave.client.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jline.builtins.ScreenTerminal;
import org.jline.terminal.Size;
import org.jline.terminal.impl.jni.JniTerminalProvider;
import org.jline.terminal.spi.Pty;

/**
 * A real pseudo terminal running one program. Keys pass through the kernel's line discipline, and
 * an emulator renders the output.
 */
final class Tty implements AutoCloseable {
  private static final long LOOK_MILLIS = 10;

  /**
   * A test runner may ignore signals, as under nohup or in the background, and its children inherit
   * that. A terminal's shell does not ignore them.
   */
  private static final List<String> HEEDING_SIGNALS =
      List.of("env", "--default-signal=HUP,INT,QUIT,TERM,TSTP");

  private final Pty pty;
  private final Process process;
  private final ScreenTerminal screen;
  private final StringBuilder written = new StringBuilder();
  private final Thread eyes;

  private Tty(Pty pty, Process process, Size size) {
    this.pty = pty;
    this.process = process;
    this.screen = new ScreenTerminal(size.getColumns(), size.getRows());
    this.eyes = new Thread(this::look, "eyes");
    eyes.setDaemon(true);
    eyes.start();
  }

  /** Runs a command with this as its controlling terminal. */
  static Tty open(
      List<String> command, Map<String, String> environment, Path directory, int columns, int rows)
      throws IOException {
    assumeTrue(
        System.getProperty("os.name").equals("Linux"), "skipped: no pseudo terminal but Linux's");
    Size size = new Size(columns, rows);
    Pty pty = new JniTerminalProvider().open(null, size);
    // The shell opens the terminal, so that it does not become this JVM's own.
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", "exec \"$@\" <\"$TTY\" >\"$TTY\" 2>&1", "sh");
    builder.command().addAll(HEEDING_SIGNALS);
    builder.command().addAll(command);
    builder.directory(directory.toFile());
    builder.environment().putAll(environment);
    builder.environment().put("TTY", name(pty));
    builder.environment().put("TERM", "xterm");
    return new Tty(pty, builder.start(), size);
  }

  private static String name(Pty pty) {
    return ((org.jline.terminal.impl.jni.JniNativePty) pty).getName();
  }

  /** Reads only what is available: a blocking read would keep a closed terminal open. */
  private void look() {
    try {
      Reader in = new InputStreamReader(pty.getMasterInput(), StandardCharsets.UTF_8);
      char[] chars = new char[4096];
      while (true) {
        if (in.ready()) {
          String news = new String(chars, 0, Math.max(0, in.read(chars)));
          synchronized (written) {
            written.append(news);
            screen.write(news);
          }
        } else {
          Thread.sleep(LOOK_MILLIS);
        }
      }
    } catch (IOException | InterruptedException e) {
      // It was closed.
    }
  }

  /** Returns the current screen without trailing blanks. */
  String screen() {
    synchronized (written) {
      return screen.toString().replaceAll(" +\\n", "\n").stripTrailing() + "\n";
    }
  }

  /** Returns the cells of the screen by row: a character with its style in the higher bits. */
  long[] cells(int columns, int rows) {
    long[] cells = new long[columns * rows];
    synchronized (written) {
      screen.dump(cells, 0, 0, rows, columns, new int[2]);
    }
    return cells;
  }

  /** Returns all output so far, including escape sequences. */
  String written() {
    synchronized (written) {
      return written.toString();
    }
  }

  /** Waits until the screen shows these texts. */
  Tty sees(String... texts) {
    for (String text : texts) {
      try {
        Laptop.until(text, () -> screen().contains(text));
      } catch (AssertionError e) {
        throw new AssertionError(e.getMessage() + " on\n" + screen(), e);
      }
    }
    return this;
  }

  /** Types as fast as a paste. */
  Tty types(String keys) throws IOException {
    pty.getMasterOutput().write(keys.getBytes(StandardCharsets.UTF_8));
    pty.getMasterOutput().flush();
    return this;
  }

  Tty resized(int columns, int rows) throws IOException {
    synchronized (written) {
      screen.setSize(columns, rows);
      pty.setSize(new Size(columns, rows));
    }
    return this;
  }

  /** Returns all terminal settings, which a shell expects to be restored. */
  String modes() {
    try {
      Process stty = new ProcessBuilder("stty", "-F", name(pty), "-g").start();
      return new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  ProcessHandle program() {
    return process.toHandle();
  }

  int exit() {
    try {
      if (!process.waitFor(4, TimeUnit.MINUTES)) {
        throw new AssertionError("it does not end:\n" + screen());
      }
      Thread.sleep(10 * LOOK_MILLIS); // its last output is still in transit
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Closes the terminal's window: the kernel sends SIGHUP to its processes. */
  void hangUp() {
    eyes.interrupt();
    try {
      eyes.join();
      pty.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    hangUp();
    process.destroyForcibly();
  }
}
