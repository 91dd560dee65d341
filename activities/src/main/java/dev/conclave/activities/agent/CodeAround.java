package dev.conclave.activities.agent;

import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.search.source.Eligibility;
import dev.conclave.activities.search.source.Outline;
import dev.conclave.activities.search.source.Outline.Definition;
import dev.conclave.activities.search.source.SourceText;
import dev.conclave.workflows.discussion.CodeLocation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The code around cited places of a tree: the innermost definition whole where it fits, else the
 * lines around the place. Documentation comments are left out.
 *
 * @param directory the tree's root; nothing outside is read, whatever links lead there
 */
public record CodeAround(Path directory) {
  private static final int LONGEST = 60;
  private static final int AROUND = 8;

  /**
   * A piece of a prompt's context.
   *
   * @param path of the file it speaks of; empty when it is none
   * @param from first line of its code, from 1; 0 when it shows none
   * @param whole whether it is a whole definition
   */
  public record Piece(String path, int from, int to, boolean whole, String text) {

    static Piece of(String path, String text) {
      return new Piece(path, 0, 0, false, text);
    }

    /** Length in UTF-8. */
    public int bytes() {
      return text.getBytes(StandardCharsets.UTF_8).length;
    }
  }

  /**
   * The code around places, the first ones first; a place whose file is missing, or around which
   * nothing fits any more, has none.
   *
   * @param bytes bound on all pieces together
   */
  public List<Piece> of(List<CodeLocation> places, int bytes) {
    Map<String, Optional<Source>> sources = new HashMap<>();
    List<Piece> pieces = new ArrayList<>();
    int left = bytes;
    for (CodeLocation place : places) {
      boolean shown =
          pieces.stream()
              .filter(piece -> piece.path().equals(place.file()))
              .anyMatch(piece -> piece.from() <= place.line() && place.line() <= piece.to());
      Optional<Source> source = sources.computeIfAbsent(place.file(), this::source);
      if (!shown
          && source.isPresent()
          && 0 < place.line()
          && place.line() <= source.get().lines.length) {
        Piece piece = source.get().around(place.line(), left);
        if (piece.bytes() <= left) {
          pieces.add(piece);
          left -= piece.bytes();
        }
      }
    }
    return pieces;
  }

  /** A whole file, when it is a text of this tree. */
  Optional<String> text(String path) {
    try {
      Path root = directory.toRealPath();
      Path file = RawNames.resolve(root, path).toRealPath();
      boolean shown =
          file.startsWith(root)
              && Files.isRegularFile(file)
              && Files.size(file) <= Eligibility.MAX_BYTES
              && !Eligibility.isSecret(path);
      return shown ? SourceText.of(Files.readAllBytes(file)) : Optional.empty();
    } catch (IOException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  private Optional<Source> source(String path) {
    return text(path).map(text -> new Source(path, text.split("\n", -1), Outline.of(path, text)));
  }

  private record Source(String path, String[] lines, Outline outline) {

    /** Lines around a place do not reach beyond the definition around it. */
    Piece around(int line, int bytes) {
      Optional<Definition> around = outline.enclosing(line);
      int first = around.map(Definition::from).orElse(1);
      int last = around.map(Definition::to).orElse(lines.length);
      if (around.isPresent() && last - first < LONGEST) {
        Piece whole = piece(first, last, true);
        if (whole.bytes() <= bytes) {
          return whole;
        }
      }
      return piece(Math.max(first, line - AROUND), Math.min(last, line + AROUND), false);
    }

    private Piece piece(int from, int to, boolean whole) {
      StringBuilder text = new StringBuilder(path).append('\n');
      for (int i = from; i <= Math.min(to, lines.length); i++) {
        if (!outline.isDocumentation(i)) {
          text.append(i).append(": ").append(lines[i - 1]).append('\n');
        }
      }
      return new Piece(path, from, to, whole, text.toString());
    }
  }
}
