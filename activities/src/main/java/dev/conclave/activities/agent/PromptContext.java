package dev.conclave.activities.agent;

import dev.conclave.activities.agent.CodeAround.Piece;
import dev.conclave.workflows.api.ContextMap;
import dev.conclave.workflows.api.ContextMap.Entry;
import dev.conclave.workflows.api.ContextMap.Place;
import dev.conclave.workflows.api.ContextMap.Source;
import dev.conclave.workflows.discussion.CodeLocation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a prompt says of the code: in an agent's first one a map of where to look, in later ones the
 * code around cited places. See docs/search.md, "The map". Thread-safe.
 *
 * @param code the tree that the agent works in
 * @param map absent when no context was gathered
 */
public record PromptContext(CodeAround code, Optional<ContextMap> map) {
  private static final List<String> PROJECT =
      List.of(".workflow/project-tech.json", ".workflow/project-guidelines.json");
  private static final int MOST_BODIES = 5;

  /** Files that are told with their tests and commits; of the others the path and symbols. */
  private static final int DETAILED = 12;

  /**
   * For the first prompt of an agent: the workspace, the map, the best functions in full, and what
   * the project says of itself.
   *
   * @param bytes bound on all pieces together
   */
  public List<Piece> first(int bytes) {
    List<Piece> project = project(bytes / 4);
    Piece workspace = new Piece("", lines(workspace(), bytes / 4));
    int left = bytes - sum(project) - workspace.bytes();
    // A quarter at most is bodies: signatures say more of where to look.
    List<Piece> bodies = bodies(left / 4);
    List<Piece> pieces = new ArrayList<>(List.of(workspace));
    pieces.addAll(entries(entries(), left - sum(bodies)));
    pieces.addAll(bodies);
    pieces.addAll(project);
    return pieces;
  }

  /**
   * For the later prompts of an agent that has had the map: what a human's words brought into it,
   * and the code around the places of what is open.
   *
   * @param bytes bound on all pieces together; a quarter is for what a human brought
   */
  List<Piece> later(List<CodeLocation> places, int bytes) {
    List<Piece> pieces =
        new ArrayList<>(
            entries(
                entries().stream().filter(entry -> entry.source() != Source.FOUND).toList(),
                bytes / 4));
    pieces.addAll(code.of(places, bytes - bytes / 4));
    return pieces;
  }

  /**
   * For the planner: how to build and test, the tests that name what the places' files define, and
   * the code around the places.
   *
   * @param places of the chosen option and of what was agreed, those that matter most first
   * @param bytes bound on all pieces together
   */
  List<Piece> forPlanner(List<CodeLocation> places, int bytes) {
    String tests =
        entries().stream()
            .filter(entry -> places.stream().anyMatch(place -> place.file().equals(entry.path())))
            .flatMap(entry -> entry.tests().stream())
            .distinct()
            .collect(Collectors.joining(", "));
    List<Piece> pieces = new ArrayList<>();
    pieces.add(new Piece("", lines(workspace(), bytes / 4)));
    pieces.add(
        new Piece(
            "", tests.isEmpty() ? "" : lines("Tests that name the symbols: " + tests, bytes / 4)));
    pieces.addAll(project(bytes / 4));
    pieces.addAll(code.of(places, bytes - sum(pieces)));
    return pieces;
  }

  private String workspace() {
    return map.map(ContextMap::workspace).orElse("");
  }

  private List<Entry> entries() {
    return map.map(ContextMap::entries).orElse(List.of());
  }

  /** As many files as fit, each with its weightiest definition, then the weightiest of all. */
  private static List<Piece> entries(List<Entry> entries, int bytes) {
    Map<Entry, List<Place>> shown = new LinkedHashMap<>();
    int left = bytes;
    for (Entry entry : entries) {
      // What the user names is shown with its definition, before all else gets a place.
      List<Place> named =
          entry.symbols().stream().limit(entry.source() == Source.NAMED ? 1 : 0).toList();
      int cost = CodeAround.length(head(entry, shown.size() < DETAILED) + lines(named));
      if (cost <= left) {
        shown.put(entry, new ArrayList<>(named));
        left -= cost;
      }
    }
    for (Map.Entry<Entry, Place> next : ranked(shown.keySet())) {
      List<Place> places = shown.getOrDefault(next.getKey(), List.of());
      int cost = CodeAround.length(line(next.getValue()));
      if (cost <= left && !places.contains(next.getValue())) {
        places.add(next.getValue());
        left -= cost;
      }
    }
    List<Piece> pieces = new ArrayList<>();
    shown.forEach(
        (entry, places) -> {
          places.sort(Comparator.comparingInt(Place::from));
          String head = head(entry, pieces.size() < DETAILED);
          pieces.add(new Piece(entry.path(), head + lines(places)));
        });
    return pieces;
  }

  /** Definitions with their files: the first of each file, then the weightiest. */
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
    return (entry.path() + ": " + entry.why() + "\n")
        + (detailed && !entry.tests().isEmpty() ? tests : "")
        + (detailed && !entry.commits().isEmpty() ? commits : "");
  }

  private static String lines(List<Place> places) {
    return places.stream().map(PromptContext::line).collect(Collectors.joining());
  }

  private static String line(Place place) {
    String range = place.from() == place.to() ? "" + place.from() : place.from() + "-" + place.to();
    String by =
        place.namedBy().stream()
            .map(path -> path.substring(path.lastIndexOf('/') + 1))
            .collect(Collectors.joining(", "));
    int more = place.count() - place.namedBy().size();
    String users = by.isEmpty() ? "" : " < " + by + (more > 0 ? " +" + more : "");
    return " " + range + " " + place.signature() + users + "\n";
  }

  private List<Piece> bodies(int bytes) {
    List<CodeLocation> best =
        ranked(entries()).stream()
            .filter(one -> one.getValue().function())
            .sorted(Comparator.comparingDouble(one -> -one.getValue().weight()))
            .limit(MOST_BODIES)
            .map(one -> new CodeLocation(one.getKey().path(), one.getValue().from(), ""))
            .toList();
    return code.definitions(best, bytes);
  }

  private List<Piece> project(int bytes) {
    return PROJECT.stream()
        .flatMap(
            file ->
                code
                    .text(file)
                    .map(text -> new Piece(file, lines(file + "\n" + text, bytes / 2)))
                    .stream())
        .toList();
  }

  /** As many whole lines of a text as fit. */
  private static String lines(String text, int bytes) {
    StringBuilder lines = new StringBuilder();
    int left = bytes;
    for (String line : text.strip().split("\n", -1)) {
      left -= CodeAround.length(line) + 1;
      if (left < 0 || text.isBlank()) {
        break;
      }
      lines.append(line).append('\n');
    }
    return lines.toString();
  }

  private static int sum(List<Piece> pieces) {
    return pieces.stream().mapToInt(Piece::bytes).sum();
  }
}
