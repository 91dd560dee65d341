package dev.conclave.activities.context;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.document.Folders;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Reads what people and agents keep in a workspace: files below a folder, of at most 1 MiB. */
final class WorkspaceFiles {
  static final int MOST_BYTES = 1 << 20;

  /** A file that is not read, changed or believed; its message says why, to go behind its name. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refused(String message) {
      super(message);
    }

    static String why(Exception e) {
      return e instanceof Refused ? String.valueOf(e.getMessage()) : "cannot be written: " + e;
    }
  }

  private WorkspaceFiles() {}

  /** A path as a user or an agent writes it. */
  static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new Refused("has no name that a file can have");
    }
  }

  /** Where a file stands below a folder, behind links; refused when that is elsewhere. */
  static Path inside(Path top, Path path) {
    try {
      Path file = path.toRealPath();
      if (!file.startsWith(top.toRealPath())) {
        throw new Refused("is outside of " + top + ": name a copy inside");
      }
      if (!Files.isRegularFile(file)) {
        throw new Refused("is no file: name one");
      }
      return top.toRealPath().relativize(file);
    } catch (NoSuchFileException e) {
      throw new Refused("is missing: give its path from the top of the workspace");
    } catch (IOException e) {
      throw new Refused("cannot be read: " + e);
    }
  }

  static byte[] bytes(Path top, Path path) {
    try (InputStream in = Files.newInputStream(top.resolve(inside(top, path)))) {
      byte[] content = in.readNBytes(MOST_BYTES + 1);
      if (content.length > MOST_BYTES) {
        throw new Refused("is larger than 1 MiB");
      }
      return content;
    } catch (IOException e) {
      throw new Refused("cannot be read: " + e);
    }
  }

  /** A text, which written again gives the same bytes. */
  static String text(Path top, Path path) {
    try {
      ByteBuffer content = ByteBuffer.wrap(bytes(top, path));
      String text = StandardCharsets.UTF_8.newDecoder().decode(content).toString();
      if (text.indexOf('\0') >= 0) {
        throw new Refused("is binary");
      }
      return text;
    } catch (CharacterCodingException e) {
      throw new Refused("is not UTF-8: save it as UTF-8");
    }
  }

  static JsonNode json(byte[] content) {
    try {
      return WireMapper.get().readTree(content);
    } catch (IOException e) {
      throw new Refused("is no JSON");
    }
  }

  /** The items of a JSON list. */
  static Stream<JsonNode> items(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  /** Whether there is a file to change; refused when another would be changed through a link. */
  static boolean isThere(Path top, Path file) {
    Optional<Path> met = Folders.obstacle(top, file); // the file itself, if nothing is in its way
    if (met.isPresent()
        && !(met.get().equals(file) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))) {
      throw new Refused(
          "is reached through a symbolic link, %s: only real files are changed"
              .formatted(met.get().getFileName()));
    }
    if (Files.isDirectory(file)) {
      throw new Refused("is no file");
    }
    return met.isPresent();
  }

  /** The files below a folder, in order; none where there is none to be read. */
  static List<Path> below(Path folder, int deepest) {
    try (Stream<Path> walk = Files.walk(folder, deepest)) {
      return walk.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }
}
