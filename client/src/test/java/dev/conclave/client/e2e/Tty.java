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
 * A real pseudo terminal with one program in it, whose keyboard and eyes are ours: keys go through
 * the kernel's line discipline, and what is written is what an emulator shows.
 */
final class Tty implements AutoCloseable {
  private static final long LOOK_MILLIS = 10;

  /**
   * What runs the tests may ignore signals, as nohup and the background of a script do, and who is
   * started by it then does, too. A terminal's shell does not.
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

  /** Runs a command that makes the terminal its own. */
  static Tty open(
      List<String> command, Map<String, String> environment, Path directory, int columns, int rows)
      throws IOException {
    assumeTrue(
        System.getProperty("os.name").equals("Linux"), "skipped: no pseudo terminal but Linux's");
    Size size = new Size(columns, rows);
    Pty pty = new JniTerminalProvider().open(null, size);
    // The shell of the line opens the terminal: this JVM must not take it for its own.
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

  /** Reads only what is there: a read that waits would keep the terminal open when it is closed. */
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

  /** What a person sees now, without the blanks at the ends of its lines. */
  String screen() {
    synchronized (written) {
      return screen.toString().replaceAll(" +\\n", "\n").stripTrailing() + "\n";
    }
  }

  /** The cells of the screen, row by row: a character, and above it how it looks. */
  long[] cells(int columns, int rows) {
    long[] cells = new long[columns * rows];
    synchronized (written) {
      screen.dump(cells, 0, 0, rows, columns, new int[2]);
    }
    return cells;
  }

  /** Everything written so far, escape sequences included. */
  String written() {
    synchronized (written) {
      return written.toString();
    }
  }

  /** Waits until the person sees something. */
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

  /** Types, as fast as a paste. */
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

  /** How the terminal is set, speed and all: what a shell wants to find as it left it. */
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

  /** The exit code, once the program has ended. */
  int exit() {
    try {
      if (!process.waitFor(4, TimeUnit.MINUTES)) {
        throw new AssertionError("it does not end:\n" + screen());
      }
      Thread.sleep(10 * LOOK_MILLIS); // its last words are still on their way to our eyes
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Closes the terminal's window: the kernel sends SIGHUP to what runs in it. */
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
