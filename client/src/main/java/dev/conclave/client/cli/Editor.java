package dev.conclave.client.cli;

import dev.conclave.client.session.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The user's own editor: {@code VISUAL}, else {@code EDITOR}. */
final class Editor {
  private static final String BELOW = "# ---- what stands below this line is not part of it ----";

  private Editor() {}

  /** The command of the editor with its arguments; empty when none is set. */
  static Optional<List<String>> command(Surroundings around) {
    String command =
        around.variable("VISUAL").isBlank() ? around.variable("EDITOR") : around.variable("VISUAL");
    return command.isBlank()
        ? Optional.empty()
        : Optional.of(List.copyOf(Arrays.asList(command.strip().split("\\s+"))));
  }

  /**
   * Lets the user write a text.
   *
   * @param question what it is for
   * @throws Refusal when the editor fails
   */
  static String write(List<String> command, String question) {
    try {
      Path file = Files.createTempFile("conclave-", ".md");
      try {
        Files.writeString(file, "\n" + BELOW + "\n" + question + "\n");
        run(command, file);
        String text = Files.readString(file);
        int end = text.indexOf(BELOW);
        return (end < 0 ? text : text.substring(0, end)).strip();
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new Refusal(
          "The editor \""
              + command.get(0)
              + "\" cannot be used ("
              + e.getMessage()
              + "): set EDITOR, or give the text as an argument or with -f.",
          e);
    }
  }

  private static void run(List<String> command, Path file) throws IOException {
    List<String> argv = new ArrayList<>(command);
    argv.add(file.toString());
    Process editor = new ProcessBuilder(argv).inheritIO().start();
    try {
      int code = editor.waitFor();
      if (code != 0) {
        throw new Refusal("The editor ended with " + code + ", so nothing was sent.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      editor.destroy();
      throw new Refusal("Interrupted, so nothing was sent.", e);
    }
  }
}
