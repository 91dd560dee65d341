package dev.conclave.workflows.analyze;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.ControlCharacters;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.WireMapper;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The findings of an analysis's tasks, in order of arrival. Of entries with the same key the first
 * is kept; for discussion points the last, because it has the newest state. Immutable.
 *
 * @param malformed number of entries without a key
 * @param leftOut number of entries beyond the limits: {@link #OF_TASK} per task, {@link #BYTES} in
 *     all
 */
public record Discoveries(List<Discovery> entries, int malformed, int leftOut) {
  public static final Discoveries NONE = new Discoveries(List.of(), 0, 0);

  static final int OF_TASK = 50;

  /** Total limit, in bytes of JSON. */
  static final int BYTES = 256 << 10;

  /** Limit of {@link #shown}, in characters. */
  static final int SHOWN = 32_000;

  /** Start of an analysis that disputes an entry, with the entry's number. */
  public static final Pattern WRONG = Pattern.compile("D(\\d{1,5}) is wrong");

  private static final Set<DiscoveryType> IN_LEDGER =
      Set.of(DiscoveryType.ANALYSIS, DiscoveryType.DISCUSSION_POINT);

  public Discoveries {
    entries = List.copyOf(entries);
  }

  /** Returns the discoveries plus those reported by a task. */
  public Discoveries plus(List<Discovery> reported) {
    List<Discovery> all = new ArrayList<>(entries);
    Map<List<String>, Integer> places = new HashMap<>();
    entries.forEach(entry -> places.putIfAbsent(entry.key(), places.size()));
    long bytes = entries.stream().mapToLong(Bounds::bytes).sum();
    int wrong = malformed;
    int over = leftOut;
    for (Discovery entry : reported) {
      long then = bytes + Bounds.bytes(entry);
      long ofTask = all.stream().filter(one -> one.worker().equals(entry.worker())).count();
      Integer known = places.get(entry.key());
      if (entry.key().contains("")) {
        wrong++;
      } else if (known != null) {
        if (entry.type() == DiscoveryType.DISCUSSION_POINT
            && !entry.data().equals(all.get(known).data())) {
          all.set(known, entry);
        }
      } else if (then > BYTES || ofTask >= OF_TASK) {
        over++;
      } else {
        places.put(entry.key(), all.size());
        bytes = then;
        all.add(entry);
      }
    }
    return new Discoveries(all, wrong, over);
  }

  public List<Discovery> of(DiscoveryType type) {
    return entries.stream().filter(entry -> entry.type() == type).toList();
  }

  /** Whether a field tells a reader something: several entries do not all have the same. */
  public static boolean differ(List<Discovery> some, String field) {
    return some.size() == 1 || some.stream().map(one -> one.text(field)).distinct().count() > 1;
  }

  /**
   * Returns the analyses that dispute an entry, by entry number: they begin with {@code D3 is
   * wrong}, where 3 is its line in the file.
   */
  public Map<Integer, List<Discovery>> disputes() {
    Map<Integer, List<Discovery>> against = new HashMap<>();
    for (Discovery one : of(DiscoveryType.ANALYSIS)) {
      Matcher wrong = WRONG.matcher(one.text("insight"));
      if (wrong.lookingAt()) {
        against
            .computeIfAbsent(Integer.parseInt(wrong.group(1)), any -> new ArrayList<>())
            .add(one);
      }
    }
    return against;
  }

  /** Returns one JSON object per line, without control characters. */
  public String ndjson() {
    return entries.stream()
        .map(
            entry ->
                ControlCharacters.removed(WireMapper.get().valueToTree(entry).toString()) + "\n")
        .collect(Collectors.joining());
  }

  /**
   * Formats the discoveries for a prompt, one per line, with the tasks that dispute them. If they
   * exceed the limit, only the last ones are kept, in full.
   *
   * @param judged whether a ledger covers analyses and discussions, so that they are omitted
   */
  String shown(boolean judged) {
    Map<Integer, List<Discovery>> against = disputes();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      if (!judged || !IN_LEDGER.contains(entries.get(i).type())) {
        String by =
            against.getOrDefault(i + 1, List.of()).stream()
                .map(one -> "; disputed by " + one.worker())
                .collect(Collectors.joining());
        lines.add("D%d %s%s".formatted(i + 1, entries.get(i).line(), by));
      }
    }
    return TaskTable.lastThatFit(lines, SHOWN);
  }

  /** The types with their fields, key fields first; lists have brackets. */
  public enum DiscoveryType {
    EXPLORATION(2, "perspective", "file", "relevance", "summary", "patterns[]"),
    ANALYSIS(2, "perspective", "insight", "confidence", "evidence", "file_ref"),
    PATTERN(1, "name", "file", "description", "type"),
    DISCUSSION_POINT(1, "topic", "perspectives[]", "convergence", "open_questions[]"),
    RECOMMENDATION(1, "action", "rationale", "priority", "confidence"),
    CONCLUSION(1, "point", "evidence", "confidence", "perspectives_supporting[]");

    private final int keys;
    private final List<String> fields;

    DiscoveryType(int keys, String... fields) {
      this.keys = keys;
      this.fields = List.of(fields);
    }

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A finding of a task; one line of {@code discoveries.ndjson}.
   *
   * @param worker the id of the task
   * @param data all fields of its type
   */
  public record Discovery(Instant ts, String worker, DiscoveryType type, JsonNode data) {
    private static final int TEXT = 1_500;
    private static final int ENTRIES = 20;

    /** Omitted from prompts because the summary covers them. */
    private static final Set<String> UNTOLD = Set.of("relevance", "patterns");

    /**
     * Creates a discovery from a task's report: missing fields are empty, unknown fields are
     * dropped, long texts are truncated.
     */
    public static Discovery of(Instant ts, String worker, DiscoveryType type, JsonNode given) {
      ObjectNode data = JsonNodeFactory.instance.objectNode();
      for (String field : type.fields) {
        String name = field.replace("[]", "");
        List<String> texts = texts(given.path(name));
        if (name.equals(field)) {
          data.put(name, Cut.shorten(String.join("; ", texts), TEXT));
        } else {
          texts.stream().limit(ENTRIES).forEach(data.putArray(name)::add);
        }
      }
      return new Discovery(ts, worker, type, data);
    }

    /** Returns the texts of a field, which may be a single text or number. */
    private static List<String> texts(JsonNode value) {
      return (value.isArray() ? StreamSupport.stream(value.spliterator(), false) : Stream.of(value))
          .map(item -> Cut.shorten(item.asText("").strip(), TEXT))
          .filter(text -> !text.isEmpty())
          .toList();
    }

    /** Returns the key that identifies duplicates; case-sensitive only for file names. */
    List<String> key() {
      List<String> key = new ArrayList<>();
      key.add(type.word());
      for (String field : type.fields.subList(0, type.keys)) {
        String text = text(field).replaceAll("\\s+", " ");
        key.add(field.equals("file") ? text : text.toLowerCase(Locale.ROOT));
      }
      return key;
    }

    public String text(String field) {
      return String.join(", ", list(field));
    }

    public List<String> list(String field) {
      return texts(data.path(field));
    }

    /**
     * Formats it for a prompt: {@code [EXPLORE-001 exploration] perspective: technical; file:
     * src/a.ts; …}.
     */
    public String line() {
      String told =
          type.fields.stream()
              .map(field -> field.replace("[]", ""))
              .filter(name -> !UNTOLD.contains(name) && !text(name).isEmpty())
              .map(name -> name + ": " + text(name).replaceAll("\\s+", " "))
              .collect(Collectors.joining("; "));
      return "[%s %s] %s".formatted(worker, type.word(), told);
    }
  }
}
