package dev.conclave.client.command;

import static java.util.stream.Collectors.joining;

import dev.conclave.client.session.UsageException;
import dev.conclave.workflows.session.SessionTerms;
import dev.conclave.workflows.temporal.ServerException;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jline.utils.Signals;

/**
 * Reads text from an argument, a file ({@code -f}), standard input ({@code -}) or the editor in
 * {@code VISUAL} or {@code EDITOR}.
 */
final class TextInput {
  private static final String BELOW = "# ------ nothing below this line is sent ------";

  private final CommandContext context;

  /** Text from the editor that has not been sent. */
  private Optional<Path> written = Optional.empty();

  TextInput(CommandContext context) {
    this.context = context;
  }

  /**
   * Reads the text; empty when none is given.
   *
   * @throws UsageException when both are given, or the text is not readable UTF-8
   */
  Optional<String> read(Optional<String> argument, Optional<Path> file) {
    if (argument.isPresent() && file.isPresent()) {
      throw new UsageException("Pass the text as an argument or with -f, not both.");
    }
    if (file.isEmpty() && argument.filter("-"::equals).isEmpty()) {
      return argument;
    }
    String from =
        file.map(context.directory()::resolve).map(Path::toString).orElse("standard input");
    try {
      if (file.isEmpty()) {
        return Optional.of(decoded(context.in(), from)); // not closed: gates may read it
      }
      try (InputStream in = Files.newInputStream(Path.of(from))) {
        return Optional.of(decoded(in, from));
      }
    } catch (IOException e) {
      throw unreadable(from, e);
    }
  }

  private static String decoded(InputStream in, String what) throws IOException {
    byte[] bytes = in.readNBytes(SessionTerms.MAX_TASK_BYTES + 1);
    requireShort(bytes.length, what);
    return decoded(bytes, what);
  }

  /**
   * Reads the edited task table.
   *
   * @param named a file; empty for the one in the session's folder
   * @param folder the session's, if it is known
   */
  String table(Optional<String> named, Optional<String> folder) {
    Path file =
        named
            .map(context.directory()::resolve)
            .or(() -> folder.map(there -> Path.of(there, "tasks.csv")))
            .orElseThrow(
                () -> new UsageException("Specify the file of the edited table: edit FILE."));
    try {
      return decoded(Files.readAllBytes(file), file.toString());
    } catch (IOException e) {
      throw unreadable(file.toString(), e);
    }
  }

  /** Returns the real path of a file, which must be readable UTF-8 text of any length. */
  static Path requireText(Path file) {
    try {
      decoded(Files.readAllBytes(file), file.toString());
      return file.toRealPath();
    } catch (IOException e) {
      throw unreadable(file.toString(), e);
    }
  }

  private static UsageException unreadable(String from, IOException e) {
    return new UsageException("Cannot read " + from + ": use an existing, readable text file.", e);
  }

  private static String decoded(byte[] bytes, String what) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (text.indexOf('\0') < 0) {
        return text.startsWith("\ufeff") ? text.substring(1) : text;
      }
    } catch (CharacterCodingException e) {
      throw new UsageException(what + " is not UTF-8 text: convert it, then try again.", e);
    }
    throw new UsageException(what + " is binary: use a text file.");
  }

  static void requireShort(int bytes, String what) {
    if (bytes > SessionTerms.MAX_TASK_BYTES) {
      throw new UsageException(
          "%s is longer than %d KiB: shorten it, and put the details into a file in the repository."
              .formatted(what, SessionTerms.MAX_TASK_BYTES >> 10));
    }
  }

  /**
   * Opens the editor for a text; empty without an editor or a terminal.
   *
   * @throws UsageException when nothing was written, or the editor fails
   */
  Optional<String> openEditor(String question) {
    String visual = context.environment().getOrDefault("VISUAL", "").strip();
    String editor = context.environment().getOrDefault("EDITOR", "").strip();
    String command = visual.isEmpty() ? editor : visual;
    if (command.isEmpty() || context.console().isEmpty()) {
      return Optional.empty();
    }
    try {
      Path file = Files.createTempFile("conclave-", ".md");
      String shown = question.lines().map(line -> "# " + line).collect(joining("\n"));
      String below = context.ours(BELOW);
      Files.writeString(file, "\n" + below + "\n" + shown + "\n");
      int code = run(command, file);
      String whole = Files.readString(file);
      int end = whole.indexOf(below);
      // If only the marker line was deleted, do not send the question.
      String text = (end < 0 ? whole.replace(shown, "") : whole.substring(0, end)).strip();
      if (code != 0) {
        throw new UsageException(
            "The editor \"%s\" exited with %d, so nothing was sent; your text is in %s. Set VISUAL or EDITOR to an installed editor, or pass the text as an argument or with -f."
                .formatted(command, code, file));
      }
      Files.writeString(file, text + "\n");
      if (text.isBlank()) {
        Files.delete(file);
        throw new UsageException("The text is empty, so nothing was sent.");
      }
      written = Optional.of(file);
      return Optional.of(text);
    } catch (IOException e) {
      throw new UsageException(
          "Cannot get the text from editor \"%s\" (%s): set EDITOR, or pass the text as an argument or with -f."
              .formatted(command, e.getMessage()),
          e);
    }
  }

  /** Runs the editor in a shell, like Git: the variable may contain arguments and quotes. */
  private static int run(String command, Path file) throws IOException {
    // The editor shares the terminal and handles Ctrl-C.
    Object before = Signals.register("INT", () -> {});
    try {
      ProcessBuilder editor =
          new ProcessBuilder("/bin/sh", "-c", command + " \"$@\"", command, file.toString())
              .inheritIO();
      File terminal = new File("/dev/tty");
      try (FileOutputStream there = new FileOutputStream(terminal)) {
        there.flush();
        editor.redirectOutput(terminal); // standard output may be a file
      } catch (IOException e) {
        // no terminal: inherit standard output
      }
      return editor.start().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageException("Interrupted, so nothing was sent.", e);
    } finally {
      Signals.unregister("INT", before);
    }
  }

  /** Sends the text; on failure, keeps text from the editor. */
  <T> T sendOrKeep(Supplier<T> sending) {
    T sent;
    try {
      sent = sending.get();
    } catch (UsageException | ServerException e) {
      written.ifPresent(file -> context.say("Your text was kept: send it with -f " + file));
      throw e;
    }
    written.map(Path::toFile).ifPresent(File::delete);
    return sent;
  }
}
