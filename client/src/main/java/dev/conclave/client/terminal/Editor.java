package dev.conclave.client.terminal;

import dev.conclave.client.session.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jline.utils.Signals;

/** The user's own editor: {@code VISUAL}, else {@code EDITOR}. */
public final class Editor {
  private static final String BELOW = "# ------ what stands below this line is not sent ------";
  private static final String INT = "INT";

  /** How a shell says that a command is not there, or is no program. */
  private static final int NOT_FOUND = 127;

  private static final int NOT_EXECUTABLE = 126;

  private Editor() {}

  /**
   * Lets a person at a terminal write a text; empty when there is none, or no editor is set.
   *
   * @param json whether a program reads the output, so that nobody writes
   * @param question what it is for
   * @throws Refusal when nothing was written, or the editor fails
   */
  public static Optional<String> ask(Surroundings around, boolean json, String question) {
    return around.console().isEmpty() || json ? Optional.empty() : ask(around, question);
  }

  /**
   * Lets the person at the terminal write a text; empty when no editor is set.
   *
   * @param question what it is for
   * @throws Refusal when nothing was written, or the editor fails
   */
  public static Optional<String> ask(Surroundings around, String question) {
    String command =
        around.variable("VISUAL").isBlank() ? around.variable("EDITOR") : around.variable("VISUAL");
    if (command.isBlank()) {
      return Optional.empty();
    }
    String text = write(command.strip(), question);
    if (text.isBlank()) {
      throw new Refusal("Nothing was written, so nothing was sent.");
    }
    return Optional.of(text);
  }

  private static String write(String command, String question) {
    String template =
        BELOW + "\n" + question.lines().map(line -> ("# " + line).strip()).collect(lines());
    try {
      Path file = Files.createTempFile("conclave-", ".md");
      boolean kept = false;
      try {
        Files.writeString(file, "\n" + template + "\n");
        int code = run(command, file);
        String text = written(Files.readString(file), template);
        kept = code != 0 && !text.isBlank();
        if (code != 0) {
          throw new Refusal(
              failed(command, code) + (kept ? " What was written is kept in " + file + "." : ""));
        }
        return text;
      } finally {
        if (!kept) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      throw new Refusal(
          "The text cannot be had from editor \"%s\" (%s): set EDITOR, or give the text as an argument or with -f."
              .formatted(command, e.getMessage()),
          e);
    }
  }

  private static String failed(String command, int code) {
    return code == NOT_FOUND || code == NOT_EXECUTABLE
        ? "The editor \"%s\" cannot be started: set VISUAL or EDITOR to one that is installed, or give the text as an argument or with -f."
            .formatted(command)
        : "The editor \"" + command + "\" ended with " + code + ", so nothing was sent.";
  }

  /** What stands above our line; where that was deleted, what is none of our lines. */
  private static String written(String text, String template) {
    int end = text.indexOf(BELOW);
    Set<String> ours = template.lines().collect(Collectors.toSet());
    return end < 0
        ? text.lines().filter(line -> !ours.contains(line)).collect(lines()).strip()
        : text.substring(0, end).strip();
  }

  private static java.util.stream.Collector<CharSequence, ?, String> lines() {
    return Collectors.joining("\n");
  }

  /** By the shell, as Git does it: the variable may hold arguments and quotes. */
  private static int run(String command, Path file) throws IOException {
    // Ctrl-C belongs to the editor, which shares our terminal.
    Object before = Signals.register(INT, () -> {});
    try {
      ProcessBuilder editor =
          new ProcessBuilder(List.of("sh", "-c", command + " \"$@\"", command, file.toString()))
              .inheritIO();
      // Our standard output may be a file.
      Pager.terminal().ifPresent(editor::redirectOutput);
      return editor.start().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refusal("Interrupted, so nothing was sent.", e);
    } finally {
      Signals.unregister(INT, before);
    }
  }
}
