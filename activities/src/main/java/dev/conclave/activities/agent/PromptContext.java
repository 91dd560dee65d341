package dev.conclave.activities.agent;

import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.search.source.Eligibility;
import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.Outline;
import dev.conclave.activities.search.source.Outline.Definition;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.source.SourceText;
import dev.conclave.workflows.api.ContextMap;
import dev.conclave.workflows.api.ContextMap.Entry;
import dev.conclave.workflows.api.ContextMap.EntrySource;
import dev.conclave.workflows.api.ContextMap.Place;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.text.Cut;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Selects the code that a prompt shows: first a map of where to look, later the code around cited
 * places. See docs/search.md, "The map". Thread-safe.
 *
 * @param directory the agent's working folder; links out of it are not followed
 * @param map absent when no context was gathered
 */
public record PromptContext(Path directory, @Nullable ContextMap map) {
  /**
   * The project's own records, guidelines first; {@link #PROJECT_BYTES} of each go into a prompt.
   */
  private static final List<String> PROJECT =
      List.of(".workflow/project-guidelines.json", ".workflow/project-tech.json");

  private static final int PROJECT_BYTES = 4 << 10;
  private static final int MOST_BODIES = 5;
  private static final int LONGEST = 60;

  /** Lines shown before and after a place. */
  private static final int AROUND = 5;

  /** The same, in documents and settings. */
  private static final int NEAR = 2;

  /** Number of files shown with their tests and commits; the others have only path and symbols. */
  private static final int DETAILED = 6;

  /** Maximum bytes of workspace summary, map and bodies; agents do not read more. */
  private static final int MAP = 10 << 10;

  /** Maximum signatures of a file that the user did not name. */
  private static final int MOST_SIGNATURES = 24;

  /** Characters of such a signature, enough to contain the name. */
  private static final int SHORT = 36;

  /**
   * Returns the context of an agent's first prompt: the workspace, the map, and the bodies of
   * functions that the user names.
   *
   * @param briefing Markdown of what explorations found; replaces the map unless empty
   */
  public List<Piece> first(String briefing, int most) {
    int bytes = briefing.isEmpty() ? Math.min(most, MAP) : most;
    Piece workspace = new Piece("", Cut.lines(workspace(), bytes / 4));
    int left = bytes - workspace.bytes();
    List<Piece> pieces = new ArrayList<>(List.of(workspace));
    if (!briefing.isEmpty()) {
      pieces.add(new Piece("", Cut.lines(briefing, left)));
    } else {
      List<Piece> bodies = bodies(left / 3);
      pieces.addAll(entries(entries(), left - sum(bodies)));
      pieces.addAll(bodies);
    }
    return pieces;
  }

  /**
   * Returns the context of later prompts: code around the places of open entries, then map entries
   * for the user's later words.
   */
  List<Piece> later(List<CodeLocation> disputed, List<CodeLocation> places, int bytes) {
    List<Piece> pieces = new ArrayList<>(around(disputed, places, bytes - bytes / 4));
    pieces.addAll(
        entries(
            entries().stream().filter(one -> one.source() == EntrySource.SAID).toList(),
            bytes / 4));
    return pieces;
  }

  /**
   * Returns the context for the planner: how to build and test, tests that name the symbols, and
   * code around places.
   *
   * @param chosen places of the chosen option, shown as whole short definitions
   * @param agreed places of agreed points
   */
  List<Piece> forPlanner(List<CodeLocation> chosen, List<CodeLocation> agreed, int bytes) {
    List<CodeLocation> places = Stream.concat(chosen.stream(), agreed.stream()).toList();
    String tests =
        entries().stream()
            .filter(entry -> places.stream().anyMatch(place -> place.file().equals(entry.path())))
            .flatMap(entry -> entry.tests().stream())
            .distinct()
            .collect(Collectors.joining(", "));
    List<Piece> pieces = new ArrayList<>();
    pieces.add(new Piece("", Cut.lines(workspace(), bytes / 4)));
    pieces.add(
        new Piece(
            "",
            tests.isEmpty() ? "" : Cut.lines("Tests that name the symbols: " + tests, bytes / 4)));
    pieces.addAll(around(List.of(), places, chosen, bytes - sum(pieces)));
    return pieces;
  }

  private String workspace() {
    return map == null ? "" : map.workspace();
  }

  private List<Entry> entries() {
    return map == null ? List.of() : map.entries();
  }

  /**
   * Selects as many files as fit, each with its highest-ranked definition, then further definitions
   * by rank.
   */
  private static List<Piece> entries(List<Entry> entries, int bytes) {
    Map<Entry, List<Place>> shown = new LinkedHashMap<>();
    int left = bytes;
    for (Entry entry : entries) {
      // Files that the user names always include their definition.
      List<Place> named = entry.symbols().stream().limit(entry.isAskedFor() ? 1 : 0).toList();
      int cost = length(head(entry, shown.size() < DETAILED) + lines(entry, named));
      if (cost <= left) {
        shown.put(entry, new ArrayList<>(named));
        left -= cost;
      }
    }
    for (Map.Entry<Entry, Place> next : ranked(shown.keySet())) {
      List<Place> places = shown.getOrDefault(next.getKey(), List.of());
      int cost = length(line(next.getKey(), next.getValue()));
      boolean wanted = next.getKey().isAskedFor() || places.size() < MOST_SIGNATURES;
      if (cost <= left && wanted && !places.contains(next.getValue())) {
        places.add(next.getValue());
        left -= cost;
      }
    }
    List<Piece> pieces = new ArrayList<>();
    shown.forEach(
        (entry, places) -> {
          places.sort(Comparator.comparingInt(Place::from));
          String head = head(entry, pieces.size() < DETAILED);
          pieces.add(new Piece(entry.path(), head + lines(entry, places)));
        });
    return pieces;
  }

  private static List<Map.Entry<Entry, Place>> ranked(Collection<Entry> entries) {
    return entries.stream()
        .flatMap(entry -> entry.symbols().stream().map(place -> Map.entry(entry, place)))
        .sorted(
            Comparator.comparing(
                    (Map.Entry<Entry, Place> one) ->
                        one.getValue() != one.getKey().symbols().get(0))
                .thenComparing(one -> -one.getValue().weight()))
        .toList();
  }

  private static String head(Entry entry, boolean detailed) {
    String tests = " tests: " + String.join(", ", entry.tests()) + "\n";
    String commits = " commits: " + String.join("; ", entry.commits()) + "\n";
    return (entry.path() + (entry.why().isEmpty() ? "" : ": " + entry.why()) + "\n")
        + (detailed && !entry.tests().isEmpty() ? tests : "")
        + (detailed && !entry.commits().isEmpty() ? commits : "");
  }

  private static String lines(Entry entry, List<Place> places) {
    return places.stream().map(place -> line(entry, place)).collect(Collectors.joining());
  }

  private static String line(Entry entry, Place place) {
    String range = place.from() == place.to() ? "" + place.from() : place.from() + "-" + place.to();
    if (!entry.isAskedFor()) {
      return " " + range + " " + Cut.shorten(place.signature(), SHORT) + "\n";
    }
    int more = place.count() - place.namedBy().size();
    String users =
        place.namedBy().isEmpty()
            ? ""
            : " < "
                + String.join(", ", place.namedBy())
                + (more > 0 ? " and " + more + " more" : "");
    return " " + range + " " + place.signature() + users + "\n";
  }

  private List<Piece> bodies(int bytes) {
    List<CodeLocation> best =
        ranked(entries()).stream()
            .filter(one -> one.getValue().function())
            .limit(MOST_BODIES)
            .map(one -> new CodeLocation(one.getKey().path(), one.getValue().from(), ""))
            .toList();
    return around(best, List.of(), bytes);
  }

  /** Returns the project's own records, which every prompt contains. */
  List<Piece> project() {
    return PROJECT.stream()
        .flatMap(
            file ->
                text(file)
                    .map(text -> (file + "\n" + text).replaceAll("\n\\s+", "\n"))
                    .map(text -> new Piece(file, Cut.lines(text, PROJECT_BYTES)))
                    .stream())
        .toList();
  }

  private static int sum(List<Piece> pieces) {
    return pieces.stream().mapToInt(Piece::bytes).sum();
  }

  /**
   * A piece of a prompt's context.
   *
   * @param path of the file it shows; empty for other pieces
   */
  public record Piece(String path, String text) {

    public int bytes() {
      return length(text);
    }
  }

  /**
   * Returns the code around places, one piece for each file, lines in order and without duplicates.
   * By rank, each place gets a few lines, then whole short definitions while they fit. Omits places
   * that do not fit or whose file is missing.
   *
   * @param whole places shown before all others, as whole short definitions or not at all
   */
  List<Piece> around(List<CodeLocation> whole, List<CodeLocation> places, int bytes) {
    return around(whole, places, places, bytes);
  }

  private List<Piece> around(
      List<CodeLocation> whole, List<CodeLocation> places, List<CodeLocation> filled, int bytes) {
    Map<String, ShownFile> sources = new LinkedHashMap<>();
    int left = bytes - show(sources, whole, bytes, true);
    left -= show(sources, places, left, false);
    show(sources, filled, left, true);
    return sources.values().stream().flatMap(ShownFile::piece).toList();
  }

  private int show(
      Map<String, ShownFile> sources, List<CodeLocation> places, int bytes, boolean whole) {
    int left = bytes;
    for (CodeLocation place : places) {
      ShownFile source = sources.computeIfAbsent(place.file(), this::source);
      if (0 < place.line() && place.line() <= source.lines.length) {
        left -= source.show(place.line(), left, whole);
      }
    }
    return bytes - left;
  }

  static int length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Returns a whole file; empty if missing, binary, too large, secret or outside the tree. */
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

  private ShownFile source(String path) {
    String text = text(path).orElse("");
    String[] lines = text.isEmpty() ? new String[0] : text.split("\n", -1);
    return new ShownFile(path, lines, Outline.of(path, text), new BitSet());
  }

  /**
   * A file, with the lines to show.
   *
   * @param shown line numbers from 1
   */
  private record ShownFile(String path, String[] lines, Outline outline, BitSet shown) {

    /** Shows the code around a line if it fits, and returns the bytes used. */
    int show(int line, int bytes, boolean whole) {
      // Stay within the enclosing definition.
      Definition around = outline.enclosing(line).orElse(null);
      int first = around == null ? 1 : around.from();
      int last = around == null ? lines.length : around.to();
      // For a test, the lines around the place are enough.
      boolean fills =
          around != null && last - first < LONGEST && PathKind.of(path) != PathKind.TEST;
      int beside = around == null && !Language.of(path).isCode() ? NEAR : AROUND;
      return whole
          ? fills ? show(first, last, bytes) : 0
          : show(Math.max(first, line - beside), Math.min(last, line + beside), bytes);
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
