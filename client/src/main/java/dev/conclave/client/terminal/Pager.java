package dev.conclave.client.terminal;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jline.terminal.Terminal;
import org.jline.utils.Signals;

/**
 * Shows a page that is longer than the terminal through the user's pager ({@code PAGER}, else less
 * where it is installed); any other page, or without a pager, in place.
 */
public final class Pager {
  private static final String INT = "INT";
  private static final File TERMINAL = new File("/dev/tty");

  private final Surroundings around;
  private final Console console;

  public Pager(Surroundings around, Console console) {
    this.around = around;
    this.console = console;
  }

  public void show(Page page) {
    Terminal terminal = console.terminal();
    boolean fits =
        page.toString().lines().count() < terminal.getHeight() - 1
            || terminal.getType().startsWith(Terminal.TYPE_DUMB);
    Optional<String> command = fits ? Optional.empty() : command();
    if (command.isEmpty() || !paged(command.get(), page)) {
      console.show(page);
    }
  }

  private Optional<String> command() {
    String own = around.variable("PAGER").strip();
    if (!own.isEmpty()) {
      return Optional.of(own);
    }
    return Stream.of(around.variable("PATH").split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder).resolve("less"))
        .filter(Files::isExecutable)
        .findFirst()
        // Who never met it would not find the way out.
        .map(less -> "less -R -P'q goes back to the session, space goes on'");
  }

  /** The terminal of this process; the file is there, and may be written, also without one. */
  static Optional<File> terminal() {
    try (FileOutputStream there = new FileOutputStream(TERMINAL)) {
      there.flush();
      return Optional.of(TERMINAL);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Whether the pager did it. */
  private static boolean paged(String command, Page page) {
    // Ctrl-C belongs to the pager, which shares our terminal.
    Object before = Signals.register(INT, () -> {});
    try {
      Path file = Files.createTempFile("conclave-", ".txt");
      try {
        Files.writeString(file, page.toString());
        ProcessBuilder pager =
            new ProcessBuilder(List.of("sh", "-c", command + " \"$@\"", command, file.toString()))
                .inheritIO();
        // Our standard output may be a file.
        terminal().ifPresent(pager::redirectOutput);
        return pager.start().waitFor() == 0;
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    } finally {
      Signals.unregister(INT, before);
    }
  }
}
