package dev.conclave.activities.discussion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The fields of one object of a reply, found whatever the case and the separators of their names,
 * and read however an agent wrote them; docs/discussion.md, section 3. The first of several names
 * is the one that was asked for. What is mended is noted; nothing throws.
 */
public final class Fields {
  /** Ends the note of a score that was. */
  static final String OUT_OF_RANGE = ", out of range: the nearest bound was taken";

  private static final Pattern NUMBER =
      Pattern.compile(
          "([-+]?\\d{0,9}(?:[.,]\\d{1,9})?)\\s*(%|/\\s*(\\d{1,4}))?(?!\\d).*", Pattern.DOTALL);
  private static final Map<String, Double> SCORES =
      Map.of("very high", 0.9, "high", 0.8, "medium", 0.5, "moderate", 0.5, "low", 0.2);
  private static final Map<Level, Pattern> LEVELS =
      Map.of(
          Level.LOW,
          Pattern.compile(
              "very low|low|small|minor|minimal|trivial|easy|simple|tiny|xs|s|低|小|较低|很低|容易|简单"),
          Level.MEDIUM,
          Pattern.compile(
              "medium|med|moderate|mid|average|normal|m|中|中等|一般|适中|medium[ -](low|high)"
                  + "|low[ -](to[ -])?medium"),
          Level.HIGH,
          Pattern.compile(
              "high|very high|large|big|major|significant|hard|complex|severe|critical|xl|l"
                  + "|高|大|较高|很高|困难|复杂|medium[ -]to[ -]high"));
  private static final Pattern PATH_LINE =
      Pattern.compile(
          "(.{1,1000}?)(?::|#L|\\s+lines?\\s+)(\\d{1,9})(?:[-:–]L?\\d{1,9})?"
              + "(?:\\s*[-–—:(]?\\s+(.*))?",
          Pattern.DOTALL);
  private static final Pattern LINE = Pattern.compile("\\D{0,10}(\\d{1,9}).*", Pattern.DOTALL);

  /** Trees are made of paths, and written recursively. */
  private static final int DEEPEST = 100;

  private final Map<String, Map.Entry<String, JsonNode>> fields = new LinkedHashMap<>();
  private final Set<String> asked = new HashSet<>();
  private final Notes notes;

  /** The fields of a node, none when it is no object. */
  public Fields(JsonNode object, Notes notes) {
    this.notes = notes;
    object.properties().forEach(field -> fields.putIfAbsent(normal(field.getKey()), field));
  }

  /** What was mended in a reply: no note twice, and a flood of them is counted, not kept. */
  public static final class Notes {
    private static final int KEPT = 60;
    private static final int LONGEST = 300;

    private final Set<String> notes = new LinkedHashSet<>();
    private int more;

    void add(String said) {
      String note = Cut.shown(said, LONGEST);
      if (notes.size() < KEPT) {
        notes.add(note);
      } else if (!notes.contains(note)) {
        more++;
      }
    }

    List<String> list() {
      return more == 0
          ? List.copyOf(notes)
          : Stream.concat(notes.stream(), Stream.of(more + " more repairs of this kind")).toList();
    }
  }

  /** A value as a note quotes it. */
  static String quoted(String value) {
    return '"' + Cut.shown(value.strip().replaceAll("\\s+", " "), 80) + '"';
  }

  private static String normal(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[_\\-\\s]", "");
  }

  /** Whether any of these fields is there. */
  boolean hasAny(Collection<String> names) {
    return names.stream().anyMatch(name -> fields.containsKey(normal(name)));
  }

  /** The names, as given, of the fields that nobody asked for. */
  List<String> unread() {
    return fields.entrySet().stream()
        .filter(field -> !asked.contains(field.getKey()))
        .map(field -> field.getValue().getKey())
        .toList();
  }

  /** The value under the first name that is there; missing also when it is null. */
  public JsonNode get(String... names) {
    JsonNode value = MissingNode.getInstance();
    for (String name : names) {
      asked.add(normal(name));
      var field = fields.get(normal(name));
      if (value.isMissingNode() && field != null && !field.getValue().isNull()) {
        value = field.getValue();
        if (!name.equals(names[0])) {
          notes.add("\"" + name + "\" was read as \"" + names[0] + "\"");
        }
      }
    }
    return value;
  }

  /** One text; a list is joined. */
  public String text(String... names) {
    JsonNode value = get(names);
    return value.isContainerNode()
        ? Cut.shown(String.join("; ", texts(value, names[0])), ReplyBounds.READ.characters())
        : value.asText("").strip();
  }

  /** A list of texts; of a single text each line, an object becomes a sentence. */
  public List<String> texts(String... names) {
    return texts(get(names), names[0]);
  }

  private List<String> texts(JsonNode value, String name) {
    List<String> texts = new ArrayList<>();
    if (value.isTextual()) {
      value.asText().lines().map(Fields::withoutBullet).forEach(texts::add);
    } else {
      items(value).forEach(item -> addText(item, name, texts));
    }
    if (texts.removeIf(String::isBlank)) {
      notes.add("an empty entry of " + name + " was left out");
    }
    if (!value.isArray() && !value.isMissingNode()) {
      notes.add(name + " was no list");
    }
    if (texts.size() > ReplyBounds.READ.entries()) {
      notes.add(ReplyBounds.EXCEEDED);
    }
    return texts.stream().limit(ReplyBounds.READ.entries()).toList();
  }

  private void addText(JsonNode item, String name, List<String> texts) {
    if (item.isArray()) {
      item.forEach(inner -> addText(inner, name, texts));
    } else {
      texts.add(item.isObject() ? sentence(item) : item.isNull() ? "" : item.asText().strip());
    }
    if (item.isContainerNode()) {
      notes.add(name + " held more than texts: what they say was taken");
    }
  }

  /** What an object says: its words, then its other texts, then the place that it names. */
  private static String sentence(JsonNode object) {
    Fields fields = new Fields(object, new Notes());
    CodeLocation place = fields.cited();
    String words =
        fields.text(
            "finding",
            "description",
            "text",
            "statement",
            "concern",
            "summary",
            "decision",
            "risk",
            "action",
            "title",
            "name");
    StringBuilder said = new StringBuilder(words.isEmpty() ? object.toString() : words);
    for (String name : words.isEmpty() ? List.<String>of() : fields.unread()) {
      // Once: each level of nesting asks the next one.
      String told = fields.get(name).isNumber() ? "" : fields.text(name);
      if (!told.isEmpty() && said.indexOf(told) < 0) {
        said.append("; ").append(name).append(": ").append(told);
      }
    }
    if (!place.file().isEmpty() && said.indexOf(place.file()) < 0) {
      String line = place.line() > 0 ? ":" + place.line() : "";
      said.append(" [").append(place.file()).append(line).append("]");
    }
    return Cut.shown(said.toString(), ReplyBounds.READ.characters());
  }

  /** A line without the bullet or number it begins with. */
  static String withoutBullet(String line) {
    return line.strip().replaceFirst("^(?:[-*•+·]|\\d{1,3}[.)、]|[(（]\\d{1,3}[)）])\\s+", "").strip();
  }

  /** The entries of a list; a single value counts as a list of one. */
  public List<JsonNode> items(String... names) {
    return items(get(names));
  }

  private static List<JsonNode> items(JsonNode value) {
    List<JsonNode> items = new ArrayList<>();
    if (value.isArray()) {
      value.forEach(items::add);
    } else if (!value.isMissingNode()) {
      items.add(value);
    }
    return items;
  }

  /**
   * The objects of a list.
   *
   * @param given the field for which an entry is taken that is a text and no object
   */
  public List<Fields> objects(String given, String... names) {
    List<Fields> objects = new ArrayList<>();
    for (JsonNode item : items(names)) {
      if (item.isObject()) {
        objects.add(new Fields(item, notes));
      } else if (!item.isContainerNode() && !item.asText("").isBlank() && !item.isNull()) {
        notes.add("an entry of " + names[0] + " was no object: it was taken for its " + given);
        var object = JsonNodeFactory.instance.objectNode().put(given, item.asText());
        objects.add(new Fields(object, notes));
      } else {
        notes.add("an entry of " + names[0] + " that is no object was left out");
      }
    }
    return objects;
  }

  /** An object; empty when there is none. */
  Optional<Fields> object(String name) {
    return Optional.of(get(name)).filter(JsonNode::isObject).map(one -> new Fields(one, notes));
  }

  /** The places of a list; those without a file are left out. */
  List<CodeLocation> places(String... names) {
    List<CodeLocation> places = new ArrayList<>();
    for (JsonNode item : items(names)) {
      CodeLocation place =
          item.isObject() ? new Fields(item, notes).place() : place(item.asText(""));
      if (place.file().isEmpty()) {
        notes.add(
            "an entry of %s without a file was left out: %s"
                .formatted(names[0], quoted(item.toString())));
      } else {
        places.add(place);
      }
    }
    return List.copyOf(places);
  }

  /** The place that this object names, with its reason; the file is empty when it names none. */
  public CodeLocation place() {
    CodeLocation cited = cited();
    String reason = text("reason", "why", "change", "comment", "description");
    return reason.isEmpty() ? cited : new CodeLocation(cited.file(), cited.line(), reason);
  }

  private CodeLocation cited() {
    CodeLocation named = place(text("file", "path", "file_path", "filename", "location"));
    int line = number("line", "line_number", "start_line", "lines").orElse(0);
    return line > 0 ? new CodeLocation(named.file(), line, named.reason()) : named;
  }

  /** A place that a text is: {@code src/a.ts:12 - the entry}. */
  public static CodeLocation place(String text) {
    Matcher place = PATH_LINE.matcher(text.strip());
    if (!place.matches()) {
      return new CodeLocation(path(text), 0, "");
    }
    String reason = Optional.ofNullable(place.group(3)).orElse("").strip();
    return new CodeLocation(path(place.group(1)), Integer.parseInt(place.group(2)), reason);
  }

  /** A path without quotes and {@code ./}, with {@code /}; empty for one deeper than any. */
  private static String path(String given) {
    String path =
        given
            .strip()
            .replaceAll("^[`'\"\\[(]+|[`'\"\\])]+$", "")
            .strip()
            .replace('\\', '/')
            .replaceFirst("^(?:\\./)+", "");
    return path.chars().filter(character -> character == '/').count() > DEEPEST ? "" : path;
  }

  /** A whole number, also of {@code "12-20"} and {@code "parallel-2"}; none below 0. */
  public Optional<Integer> number(String... names) {
    JsonNode value = get(names);
    String given = (value.isArray() ? value.path(0) : value).asText("");
    Matcher number = LINE.matcher(given);
    if (given.startsWith("-") || !number.matches()) {
      if (!value.isMissingNode()) {
        notes.add(names[0] + " " + quoted(given) + " is no number");
      }
      return Optional.empty();
    }
    return Optional.of(Integer.parseInt(number.group(1)));
  }

  /** The number of an option, from 1. */
  Optional<Integer> option(String name) {
    return Optional.of(get(name).asInt(0)).filter(number -> number > 0);
  }

  /** A score on whatever scale, from 0 to 1; empty when the value is no number and no such word. */
  Optional<Double> score(String... names) {
    JsonNode value = get(names);
    String given = value.isValueNode() ? value.asText().strip() : "";
    Optional<Double> read =
        value.isNumber()
            ? Optional.of(scaled(value.asDouble()))
            : Optional.ofNullable(SCORES.get(given.toLowerCase(Locale.ROOT)))
                .or(() -> written(given));
    return read.filter(Double::isFinite)
        .map(
            score -> {
              double bounded = Math.max(0, Math.min(1, score));
              if (bounded != score) {
                notes.add(names[0] + " is " + score + OUT_OF_RANGE);
              } else if (!value.isNumber() || value.asDouble() != score) {
                notes.add(names[0] + " " + quoted(given) + " was read as " + score);
              }
              return bounded;
            });
  }

  private static Optional<Double> written(String given) {
    Matcher number = NUMBER.matcher(given);
    if (!number.matches() || number.group(1).chars().noneMatch(Character::isDigit)) {
      return Optional.empty();
    }
    double score = Double.parseDouble(number.group(1).replace(',', '.'));
    int of = Optional.ofNullable(number.group(3)).map(Integer::parseInt).orElse(0);
    return Optional.of(
        of > 0 ? score / of : "%".equals(number.group(2)) ? score / 100 : scaled(score));
  }

  private static double scaled(double number) {
    return number <= 1 || number > 100 ? number : number / (number <= 10 ? 10 : 100);
  }

  /** The level that a word names: unknown for none, medium for another word. */
  Level level(String of, String... names) {
    String given = text(names).toLowerCase(Locale.ROOT);
    if (given.isEmpty()) {
      return Level.UNKNOWN;
    }
    return Stream.of(given, given.split("[\\s(,;:/（，；：—–]", 2)[0])
        .flatMap(
            word ->
                LEVELS.entrySet().stream()
                    .filter(level -> level.getValue().matcher(word).matches())
                    .map(Map.Entry::getKey))
        .findFirst()
        .orElseGet(
            () -> {
              notes.add(
                  "unknown %s %s of approach %s: medium assumed"
                      .formatted(names[0], quoted(given), quoted(of)));
              return Level.MEDIUM;
            });
  }

  /** A word of a closed list. */
  <E extends Enum<E>> E word(E otherwise, String name) {
    return Words.parse(otherwise.getDeclaringClass(), text(name)).orElse(otherwise);
  }

  /** A text and its Chinese: {@code name_zh} or {@code zh} beside it, or an object of both. */
  Label label(String name) {
    return object(name)
        .map(both -> new Label(both.text("en"), both.text("zh")))
        .orElseGet(() -> new Label(text(name), text(name + "_zh", "zh")));
  }

  /** The id of a statement as it is, that of an entry in capitals; empty without one. */
  Optional<String> id(String... names) {
    return Optional.of(id(text(names))).filter(id -> !id.isEmpty());
  }

  /** Ids, none twice. */
  List<String> ids(String name) {
    return texts(name).stream().map(Fields::id).distinct().toList();
  }

  private static String id(String text) {
    return text.contains(".") ? text : text.toUpperCase(Locale.ROOT);
  }
}
