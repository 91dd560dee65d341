package dev.conclave.client.terminal;

import dev.conclave.client.session.Refusal;
import dev.conclave.workflows.plan.PlanRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A text that a person gives as an argument, in a file ({@code -f}) or on standard input. */
public final class Texts {
  /** The argument that stands for standard input. */
  static final String STDIN = "-";

  /** What is longer is not even read to its end, in bytes of UTF-8. */
  private static final int MOST = PlanRequest.MAX_TASK_BYTES;

  private final Surroundings around;

  public Texts(Surroundings around) {
    this.around = around;
  }

  /**
   * The text, wherever it comes from; empty when none is given.
   *
   * @throws Refusal when both are given, or what is given cannot be read as UTF-8 text
   */
  public Optional<String> read(Optional<String> argument, Optional<Path> file) {
    if (argument.isPresent() && file.isPresent()) {
      throw new Refusal("Give the text either as an argument or with -f, not both.");
    }
    if (file.isPresent()) {
      return Optional.of(ofFile(around.directory().resolve(file.get())));
    }
    return argument.map(text -> text.equals(STDIN) ? ofStdin() : bounded(text, "The text"));
  }

  private String ofFile(Path file) {
    if (Files.isDirectory(file)) {
      throw new Refusal(file + " is a directory: name a text file after -f.");
    }
    try (InputStream in = Files.newInputStream(file)) {
      return decode(in, file.toString());
    } catch (IOException e) {
      throw new Refusal("Cannot read " + file + ": name an existing, readable text file.", e);
    }
  }

  private String ofStdin() {
    try {
      return decode(around.in(), "standard input");
    } catch (IOException e) {
      throw new Refusal("Cannot read standard input: " + e.getMessage(), e);
    }
  }

  private static String decode(InputStream in, String what) throws IOException {
    byte[] bytes = in.readNBytes(MOST + 1);
    if (bytes.length > MOST) {
      throw tooLong(what, MOST);
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (text.indexOf('\0') < 0) {
        return text.startsWith("\ufeff") ? text.substring(1) : text;
      }
    } catch (CharacterCodingException e) {
      throw new Refusal(what + " is not UTF-8 text: convert it, then try again.", e);
    }
    throw new Refusal(what + " is binary: give a text.");
  }

  private static String bounded(String text, String what) {
    if (text.getBytes(StandardCharsets.UTF_8).length > MOST) {
      throw tooLong(what, MOST);
    }
    return text;
  }

  public static Refusal tooLong(String what, int most) {
    return new Refusal(
        what
            + " is longer than "
            + (most >> 10)
            + " KiB: shorten it, and put the details into a file of the repository.");
  }
}
