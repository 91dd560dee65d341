package dev.conclave.activities.agent.prompt;

import dev.conclave.activities.agent.prompt.CodeAround.Piece;
import dev.conclave.workflows.search.ContextMap;
import dev.conclave.workflows.search.ContextMap.Entry;
import dev.conclave.workflows.search.ContextMap.Place;
import dev.conclave.workflows.search.ContextMap.Source;
import dev.conclave.workflows.search.ContextPackage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a prompt says of the code: in the first one a map of where to look, in later ones the code
 * around cited places. See docs/search.md, "The map". Thread-safe.
 *
 * @param code the tree that the agent works in
 */
public record ContextPart(CodeAround code) {
  private static final List<String> PROJECT =
      List.of(".workflow/project-tech.json", ".workflow/project-guidelines.json");
  private static final int MOST_BODIES = 5;

  /** Of a map, so much may be bodies: signatures say more of where to look. */
  private static final double BODIES = 0.25;

  /** Files that are told with their tests and commits; of the others the path and symbols. */
  private static final int DETAILED = 12;

  /**
   * A text of a prompt.
   *
   * @param path of the file it speaks of; empty when it is none
   */
  public record Part(String path, String text) {
    /** Length in UTF-8. */
    public int bytes() {
      return text.getBytes(StandardCharsets.UTF_8).length;
    }
  }

  /**
   * For the first prompt of a role: the workspace, the map, the best functions in full, and what
   * the project says of itself.
   *
   * @param bytes bound on all parts together
   */
  public List<Part> first(Optional<ContextPackage> context, int bytes) {
    List<Part> parts = new ArrayList<>();
    int left = bytes;
    List<Part> project = project(bytes / 4);
    left -= sum(project);
    Optional<ContextMap> map = context.flatMap(ContextPackage::map);
    if (map.isPresent()) {
      Part workspace = new Part("", lines(map.get().workspace(), bytes / 4));
      parts.add(workspace);
      left -= workspace.bytes();
      List<Part> bodies = bodies(map.get().entries(), (int) (left * BODIES));
      parts.addAll(map(map.get().entries(), left - sum(bodies)));
      parts.addAll(bodies);
    }
    parts.addAll(project);
    return parts.stream().filter(part -> !part.text().isBlank()).toList();
  }

  /**
   * For a later prompt: what the user named, and what was found for words said since the task.
   *
   * @param bytes bound on all parts together; the specification gives 4 KiB
   */
  public List<Part> broughtByHuman(Optional<ContextPackage> context, int bytes) {
    List<Entry> entries =
        entries(context).stream().filter(entry -> entry.source() != Source.FOUND).toList();
    return map(entries, bytes);
  }

  /**
   * For the planner: how to build and test, the tests that name what the places' files define, and
   * the code around the places.
   *
   * @param places of the chosen option and of what was agreed, those that matter most first
   * @param bytes bound on all parts together
   */
  public List<Part> forPlanner(
      Optional<ContextPackage> context, List<CodeAround.Place> places, int bytes) {
    List<Part> parts = new ArrayList<>();
    String workspace = context.flatMap(ContextPackage::map).map(ContextMap::workspace).orElse("");
    Set<String> files = new HashSet<>();
    places.forEach(place -> files.add(place.path()));
    Set<String> tests = new LinkedHashSet<>();
    entries(context).stream()
        .filter(entry -> files.contains(entry.path()))
        .forEach(entry -> tests.addAll(entry.tests()));
    String told =
        tests.isEmpty()
            ? workspace
            : workspace + "\nTests that name the symbols: " + String.join(", ", tests);
    Part head = new Part("", lines(told.strip(), bytes / 4));
    parts.add(head);
    code.of(places, bytes - head.bytes())
        .forEach(piece -> parts.add(new Part(piece.path(), piece.shown())));
    return parts.stream().filter(part -> !part.text().isBlank()).toList();
  }

  private static List<Entry> entries(Optional<ContextPackage> context) {
    return context.flatMap(ContextPackage::map).map(ContextMap::entries).orElse(List.of());
  }

  /**
   * As many files as fit, each with its weightiest definition, then of all others the weightiest.
   */
  private static List<Part> map(List<Entry> entries, int bytes) {
    Map<Entry, List<Place>> shown = new LinkedHashMap<>();
    int left = bytes;
    for (Entry entry : entries) {
      // What the user names is shown with its definition, before all else gets a place.
      List<Place> named =
          entry.source() == Source.NAMED
              ? entry.symbols().stream().limit(1).toList()
              : List.<Place>of();
      int cost =
          length(head(entry, shown.size() < DETAILED))
              + named.stream().mapToInt(place -> length(line(place))).sum();
      if (cost <= left) {
        shown.put(entry, new ArrayList<>(named));
        left -= cost;
      }
    }
    for (Ranked next : ranked(shown.keySet())) {
      List<Place> places = shown.getOrDefault(next.entry, new ArrayList<>());
      int cost = length(line(next.place));
      if (cost <= left && !places.contains(next.place)) {
        places.add(next.place);
        left -= cost;
      }
    }
    List<Part> parts = new ArrayList<>();
    shown.forEach(
        (entry, places) -> {
          places.sort(Comparator.comparingInt(Place::from));
          String head = head(entry, parts.size() < DETAILED);
          parts.add(
              new Part(
                  entry.path(),
                  head + places.stream().map(ContextPart::line).collect(Collectors.joining())));
        });
    return parts;
  }

  private record Ranked(Entry entry, Place place, boolean first) {}

  private static List<Ranked> ranked(Collection<Entry> entries) {
    List<Ranked> ranked = new ArrayList<>();
    for (Entry entry : entries) {
      entry.symbols().forEach(p -> ranked.add(new Ranked(entry, p, p == entry.symbols().get(0))));
    }
    ranked.sort(Comparator.comparing((Ranked r) -> !r.first).thenComparing(r -> -r.place.weight()));
    return ranked;
  }

  private static String head(Entry entry, boolean detailed) {
    StringBuilder head = new StringBuilder(entry.path() + ": " + entry.why() + "\n");
    if (detailed && !entry.tests().isEmpty()) {
      head.append(" tests: ").append(String.join(", ", entry.tests())).append('\n');
    }
    if (detailed && !entry.commits().isEmpty()) {
      head.append(" commits: ").append(String.join("; ", entry.commits())).append('\n');
    }
    return head.toString();
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

  private List<Part> bodies(List<Entry> entries, int bytes) {
    List<CodeAround.Place> best =
        ranked(entries).stream()
            .filter(ranked -> ranked.place.function())
            .sorted(Comparator.comparingDouble(ranked -> -ranked.place.weight()))
            .limit(MOST_BODIES)
            .map(ranked -> new CodeAround.Place(ranked.entry.path(), ranked.place.from()))
            .toList();
    return code.of(best, bytes).stream()
        .filter(Piece::whole)
        .map(piece -> new Part(piece.path(), piece.shown()))
        .toList();
  }

  private List<Part> project(int bytes) {
    List<Part> project = new ArrayList<>();
    for (String file : PROJECT) {
      code.text(file)
          .map(text -> lines(file + "\n" + text, bytes / PROJECT.size()))
          .ifPresent(text -> project.add(new Part(file, text)));
    }
    return project;
  }

  /** As many whole lines of a text as fit. */
  private static String lines(String text, int bytes) {
    StringBuilder lines = new StringBuilder();
    int left = bytes;
    for (String line : text.split("\n", -1)) {
      left -= length(line) + 1;
      if (left < 0) {
        break;
      }
      lines.append(line).append('\n');
    }
    return lines.toString();
  }

  private static int sum(List<Part> parts) {
    return parts.stream().mapToInt(Part::bytes).sum();
  }

  private static int length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
