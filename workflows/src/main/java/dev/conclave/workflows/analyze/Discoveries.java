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
 * What the tasks of an analysis found, in the order in which it came. Of entries with one key the
 * first stays, but of a discussed point the last: that is what has become of it. Immutable.
 *
 * @param malformed how many entries lack what tells them from others
 * @param leftOut how many did not fit: at most {@link #OF_TASK} of a task and {@link #BYTES} in all
 */
public record Discoveries(List<Discovery> entries, int malformed, int leftOut) {
  public static final Discoveries NONE = new Discoveries(List.of(), 0, 0);

  static final int OF_TASK = 50;

  /** Most that is kept, in bytes of its JSON. */
  static final int BYTES = 256 << 10;

  /** Longest {@link #shown}, in characters. */
  static final int SHOWN = 32_000;

  /** How an analysis begins that calls an entry wrong, with the number of the entry. */
  public static final Pattern WRONG = Pattern.compile("D(\\d{1,5}) is wrong");

  private static final Set<DiscoveryType> IN_LEDGER =
      Set.of(DiscoveryType.ANALYSIS, DiscoveryType.DISCUSSION_POINT);

  public Discoveries {
    entries = List.copyOf(entries);
  }

  /** The same with what a task reported. */
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

  /** The entries of a type. */
  public List<Discovery> of(DiscoveryType type) {
    return entries.stream().filter(entry -> entry.type() == type).toList();
  }

  /**
   * The analyses that call entries wrong, by the number of the entry: those that begin with {@code
   * D3 is wrong}, where 3 is its line in the file.
   */
  public Map<Integer, List<Discovery>> against() {
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

  /** One JSON object a line; without characters that are not seen. */
  public String ndjson() {
    return entries.stream()
        .map(
            entry ->
                ControlCharacters.removed(WireMapper.get().valueToTree(entry).toString()) + "\n")
        .collect(Collectors.joining());
  }

  /**
   * The discoveries so far for a prompt, a line each, with who calls it wrong. Of more than fit the
   * last ones, whole.
   *
   * @param judged whether a ledger says what became of analyses and discussions, which are left out
   */
  String shown(boolean judged) {
    Map<Integer, List<Discovery>> against = against();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      if (!judged || !IN_LEDGER.contains(entries.get(i).type())) {
        String by =
            against.getOrDefault(i + 1, List.of()).stream()
                .map(one -> "; called wrong by " + one.worker())
                .collect(Collectors.joining());
        lines.add("D%d %s%s".formatted(i + 1, entries.get(i).line(), by));
      }
    }
    return TaskTable.lastThatFit(lines, SHOWN);
  }

  /** The types with their fields, lists with brackets; the key of an entry comes first. */
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
   * What a task found, one line of {@code discoveries.ndjson}.
   *
   * @param worker the id of the task
   * @param data the fields of its type, each of them there
   */
  public record Discovery(Instant ts, String worker, DiscoveryType type, JsonNode data) {
    private static final int TEXT = 1_500;
    private static final int ENTRIES = 20;

    /** What a prompt leaves out: it says again what the summary says. */
    private static final Set<String> UNTOLD = Set.of("relevance", "patterns");

    /**
     * What a task reported: a missing field is empty, one too many is left out, a long text is cut.
     */
    public static Discovery of(Instant ts, String worker, DiscoveryType type, JsonNode given) {
      ObjectNode data = JsonNodeFactory.instance.objectNode();
      for (String field : type.fields) {
        String name = field.replace("[]", "");
        List<String> texts = texts(given.path(name));
        if (name.equals(field)) {
          data.put(name, Cut.shown(String.join("; ", texts), TEXT));
        } else {
          texts.stream().limit(ENTRIES).forEach(data.putArray(name)::add);
        }
      }
      return new Discovery(ts, worker, type, data);
    }

    /** The texts of a field, also of one text or number. */
    private static List<String> texts(JsonNode value) {
      return (value.isArray() ? StreamSupport.stream(value.spliterator(), false) : Stream.of(value))
          .map(item -> Cut.shown(item.asText("").strip(), TEXT))
          .filter(text -> !text.isEmpty())
          .toList();
    }

    /**
     * What two entries that say the same have in common; case counts in the name of a file alone.
     */
    List<String> key() {
      List<String> key = new ArrayList<>();
      key.add(type.word());
      for (String field : type.fields.subList(0, type.keys)) {
        String text = text(field).replaceAll("\\s+", " ");
        key.add(field.equals("file") ? text : text.toLowerCase(Locale.ROOT));
      }
      return key;
    }

    /** A field's text; of a list its entries. */
    public String text(String field) {
      return String.join(", ", list(field));
    }

    /** A field's texts, none when it is empty. */
    public List<String> list(String field) {
      return texts(data.path(field));
    }

    /**
     * For a prompt: {@code [EXPLORE-001 exploration] perspective: technical; file: src/a.ts; …}.
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
