package dev.conclave.activities.context;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.document.Folders;
import dev.conclave.activities.search.source.Eligibility;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads files of people and agents in a workspace, each below a folder and at most 1 MiB. */
final class WorkspaceFiles {
  static final int MOST_BYTES = 1 << 20;

  /**
   * Refuses to read, change or trust a file. The message is a predicate to append to the file's
   * name.
   */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refused(String message) {
      super(message);
    }

    static void throwIf(boolean wrong, String message) {
      if (wrong) {
        throw new Refused(message);
      }
    }

    static String why(Exception e) {
      return e instanceof Refused ? String.valueOf(e.getMessage()) : "cannot be used: " + e;
    }
  }

  private WorkspaceFiles() {}

  /**
   * Returns a file's text, which encodes to the same bytes. The path may contain links, but must
   * not leave the folder.
   */
  static String text(Path top, Path path) {
    return text(top, path, MOST_BYTES);
  }

  static String text(Path top, Path path, int most) {
    try {
      Path real = path.toRealPath();
      Path inside = top.toRealPath().relativize(real);
      Refused.throwIf(inside.startsWith(".."), "is outside " + top);
      Refused.throwIf(!Files.isRegularFile(real), "is not a file");
      Refused.throwIf(
          Eligibility.isSecret(inside.toString()) || ("/" + inside).contains("/.git/"),
          "may hold secrets");
      Refused.throwIf(Files.size(real) > most, "is larger than %d MiB".formatted(most >> 20));
      String text = Files.readString(real);
      Refused.throwIf(text.indexOf('\0') >= 0, "is binary");
      return text;
    } catch (CharacterCodingException e) {
      throw new Refused("is not UTF-8: save it as UTF-8");
    } catch (NoSuchFileException e) {
      throw new Refused("is missing");
    } catch (IOException e) {
      throw new Refused("cannot be read: " + e);
    }
  }

  static JsonNode json(String text) {
    try {
      return WireMapper.get().readTree(text);
    } catch (JsonProcessingException e) {
      throw new Refused("is not valid JSON");
    }
  }

  /**
   * Returns whether the file to change exists. Refuses a path through a link, which would change
   * another file.
   */
  static boolean isThere(Path top, Path file) {
    Optional<Path> met = Folders.obstacle(top, file); // the file itself, if no link is in its way
    Refused.throwIf(
        met.isPresent() && !(met.get().equals(file) && Files.isRegularFile(file, NOFOLLOW_LINKS)),
        "is behind a symbolic link, %s: only real files are changed"
            .formatted(met.map(Path::getFileName).orElse(file)));
    Refused.throwIf(Files.isDirectory(file), "is not a file");
    return met.isPresent();
  }

  /** Returns the files below a folder, sorted; empty if the folder is missing or unreadable. */
  static List<Path> below(Path folder, int deepest) {
    try (Stream<Path> walk = Files.walk(folder, deepest)) {
      return walk.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }
}
