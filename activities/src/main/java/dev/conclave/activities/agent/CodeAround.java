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
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

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
   */
  public record Piece(String path, String text) {

    /** Length in UTF-8. */
    public int bytes() {
      return length(text);
    }
  }

  /**
   * The code around places, a piece for each file, its lines in order and none twice. The first
   * places go first; one whose file is missing, or around which nothing fits any more, has none.
   *
   * @param bytes bound on all pieces together
   */
  public List<Piece> of(List<CodeLocation> places, int bytes) {
    return of(places, bytes, false);
  }

  /** Of places, only the definitions that can be shown as a whole. */
  List<Piece> definitions(List<CodeLocation> places, int bytes) {
    return of(places, bytes, true);
  }

  private List<Piece> of(List<CodeLocation> places, int bytes, boolean whole) {
    Map<String, Optional<Source>> sources = new LinkedHashMap<>();
    int left = bytes;
    for (CodeLocation place : places) {
      Optional<Source> source = sources.computeIfAbsent(place.file(), this::source);
      if (source.isPresent() && 0 < place.line() && place.line() <= source.get().lines.length) {
        left -= source.get().show(place.line(), left, whole);
      }
    }
    return sources.values().stream().flatMap(Optional::stream).flatMap(Source::piece).toList();
  }

  static int length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
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
    return text(path)
        .map(text -> new Source(path, text.split("\n", -1), Outline.of(path, text), new BitSet()));
  }

  /**
   * A file of which lines are shown.
   *
   * @param shown numbers of lines, from 1
   */
  private record Source(String path, String[] lines, Outline outline, BitSet shown) {

    /** Shows the code around a line as far as the bytes allow, and returns those that it takes. */
    int show(int line, int bytes, boolean whole) {
      if (shown.get(line)) {
        return 0;
      }
      // Lines around a place do not reach beyond the definition around it.
      Optional<Definition> around = outline.enclosing(line);
      int first = around.map(Definition::from).orElse(1);
      int last = around.map(Definition::to).orElse(lines.length);
      boolean isShort = around.isPresent() && last - first < LONGEST;
      int taken = isShort ? show(first, last, bytes) : 0;
      return taken > 0 || whole
          ? taken
          : show(Math.max(first, line - AROUND), Math.min(last, line + AROUND), bytes);
    }

    private int show(int from, int to, int bytes) {
      BitSet all = (BitSet) shown.clone();
      all.set(from, Math.min(to, lines.length) + 1);
      int taken = length(text(all)) - length(text(shown));
      if (taken > bytes) {
        return 0;
      }
      shown.or(all);
      return taken;
    }

    private String text(BitSet numbers) {
      StringBuilder text = new StringBuilder(numbers.isEmpty() ? "" : path + "\n");
      numbers.stream()
          .filter(number -> !outline.isDocumentation(number))
          .forEach(
              number -> text.append(number).append(": ").append(lines[number - 1]).append('\n'));
      return text.toString();
    }

    Stream<Piece> piece() {
      return shown.isEmpty() ? Stream.empty() : Stream.of(new Piece(path, text(shown)));
    }
  }
}
