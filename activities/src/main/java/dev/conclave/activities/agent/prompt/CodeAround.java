package dev.conclave.activities.agent.prompt;

import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.search.source.Eligibility;
import dev.conclave.activities.search.source.SourceText;
import dev.conclave.activities.search.symbols.Definition;
import dev.conclave.activities.search.symbols.Outline;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The code around cited places of a tree: whole definitions where they fit, else the lines around a
 * place. Documentation comments are left out.
 *
 * @param directory the tree's root; nothing outside is read, whatever links lead there
 */
public record CodeAround(Path directory) {
  private static final int LONGEST = 60;
  private static final int AROUND = 8;
  private static final Pattern CITED =
      Pattern.compile("([\\p{L}\\p{N}_@.+/-]*[\\p{L}\\p{N}_+-]):(\\d{1,6})(?!\\d)");

  /**
   * A cited place.
   *
   * @param line from 1
   */
  public record Place(String path, int line) {

    /** The places that a text cites as {@code path:line}, in its order, without repeats. */
    public static List<Place> citedIn(String text) {
      Set<Place> places = new LinkedHashSet<>();
      Matcher matcher = CITED.matcher(text);
      while (matcher.find()) {
        places.add(new Place(matcher.group(1), Integer.parseInt(matcher.group(2))));
      }
      return List.copyOf(places);
    }
  }

  /**
   * A piece of a file.
   *
   * @param whole whether it is a whole definition, not lines around a place
   * @param text its lines with their numbers
   */
  public record Piece(String path, int from, int to, boolean whole, String text) {

    /** Length in UTF-8, heading included. */
    public int bytes() {
      return shown().getBytes(StandardCharsets.UTF_8).length;
    }

    /** As it stands in a prompt. */
    public String shown() {
      return path + "\n" + text;
    }

    private boolean holds(Place place) {
      return path.equals(place.path()) && from <= place.line() && place.line() <= to;
    }
  }

  /**
   * The code around places, the first ones first; a place whose file is missing, or around which
   * nothing fits any more, has none.
   *
   * @param bytes bound on {@link Piece#bytes} of all pieces together
   */
  public List<Piece> of(List<Place> places, int bytes) {
    Map<String, Optional<Source>> sources = new HashMap<>();
    List<Piece> pieces = new ArrayList<>();
    int left = bytes;
    for (Place place : places) {
      if (pieces.stream().anyMatch(piece -> piece.holds(place))) {
        continue;
      }
      Optional<Source> source = sources.computeIfAbsent(place.path(), this::source);
      int room = left;
      Optional<Piece> piece =
          source
              .filter(code -> 0 < place.line() && place.line() <= code.lines.length)
              .flatMap(code -> code.around(place, room));
      if (piece.isPresent()) {
        pieces.add(piece.get());
        left -= piece.get().bytes();
      }
    }
    return List.copyOf(pieces);
  }

  /** A whole file, when it is a text of this tree. */
  Optional<String> text(String path) {
    try {
      Path root = directory.toRealPath();
      Path file = RawNames.resolve(root, path).toRealPath();
      if (!file.startsWith(root)
          || !Files.isRegularFile(file)
          || Files.size(file) > Eligibility.MAX_BYTES
          || Eligibility.isSecret(path)) {
        return Optional.empty();
      }
      return SourceText.of(Files.readAllBytes(file));
    } catch (IOException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  private Optional<Source> source(String path) {
    return text(path).map(text -> new Source(path, text.split("\n", -1), Outline.of(path, text)));
  }

  private record Source(String path, String[] lines, Outline outline) {

    Optional<Piece> around(Place place, int bytes) {
      Optional<Piece> whole =
          outline
              .enclosing(place.line())
              .map(around -> piece(around.from(), around.to(), true))
              .filter(piece -> piece.text.lines().count() <= LONGEST && piece.bytes() <= bytes);
      return whole.or(() -> Optional.of(lines(place))).filter(piece -> piece.bytes() <= bytes);
    }

    /** Not beyond the definition around the place. */
    private Piece lines(Place place) {
      Optional<Definition> around = outline.enclosing(place.line());
      int first = around.map(Definition::from).orElse(1);
      int last = around.map(Definition::to).orElse(lines.length);
      return piece(
          Math.max(first, place.line() - AROUND), Math.min(last, place.line() + AROUND), false);
    }

    private Piece piece(int from, int to, boolean whole) {
      StringBuilder text = new StringBuilder();
      for (int i = from; i <= Math.min(to, lines.length); i++) {
        if (!outline.isDocumentation(i)) {
          text.append(i).append(": ").append(lines[i - 1]).append('\n');
        }
      }
      return new Piece(path, from, to, whole, text.toString());
    }
  }
}
