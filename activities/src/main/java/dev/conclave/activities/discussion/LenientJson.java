package dev.conclave.activities.discussion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Fields of an object in a reply, found regardless of case and separators in their names, and read
 * in any form that agents write; docs/discussion.md, section 3. Never throws.
 */
public final class LenientJson {
  /** Ends a note on a score outside every scale. */
  static final String OUT_OF_RANGE = ", out of range: clamped to the nearest bound";

  private static final Pattern NUMBER =
      Pattern.compile(
          "([-+]?\\d{0,9}(?:[.,]\\d{1,9})?)\\s*(%|/\\s*(\\d{1,4}))?(?:\\D.*)?", Pattern.DOTALL);
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
          "(.+?)(?::|#L|\\s+lines?\\s+)(\\d{1,9})(?:[-:–]L?\\d{1,9})?"
              + "(?:\\s*[-–—:(]?\\s+(.*))?",
          Pattern.DOTALL);
  private static final Pattern LINE = Pattern.compile("\\D{0,10}(\\d{1,9}).*", Pattern.DOTALL);

  private static final Pattern QUOTES = Pattern.compile("^[`'\"\\[(]+|[`'\"\\])]+$");

  static final Pattern HERE = Pattern.compile("^(?:\\./)+");

  /** Fields that name a location, as normalized by {@link #normal}. */
  private static final Set<String> PLACE =
      Set.of("file", "path", "filepath", "filename", "location", "line", "linenumber", "lines");

  /** Fields with an object's main text, the likeliest first. */
  private static final String[] WORDS = {
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
    "name"
  };

  /** Limits path depth, because trees of paths are written recursively. */
  private static final int DEEPEST = 100;

  private final Map<String, JsonNode> fields = new LinkedHashMap<>();
  private final Set<String> notes;

  /** Reads the fields of a node, none if it is not an object. Does not record corrections. */
  public LenientJson(JsonNode object) {
    this(object, new HashSet<>());
  }

  /**
   * Reads the fields of a node, none if it is not an object.
   *
   * @param notes receives a sentence for each corrected score or word
   */
  LenientJson(JsonNode object, Set<String> notes) {
    this.notes = notes;
    object.properties().forEach(one -> fields.putIfAbsent(normal(one.getKey()), one.getValue()));
  }

  private static String normal(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[_\\-\\s]", "");
  }

  void note(String note) {
    notes.add(note);
  }

  static String quoted(String value) {
    return '"' + Cut.shorten(value.strip().replaceAll("\\s+", " "), 80) + '"';
  }

  boolean hasAny(Collection<String> names) {
    return names.stream().anyMatch(name -> fields.containsKey(normal(name)));
  }

  /** Returns the first value that exists and is not null, or else a missing node. */
  public JsonNode get(String... names) {
    return Stream.of(names)
        .flatMap(name -> Stream.ofNullable(fields.get(normal(name))))
        .filter(value -> !value.isNull())
        .findFirst()
        .orElse(MissingNode.getInstance());
  }

  /** Returns one text; joins a list. */
  public String text(String... names) {
    JsonNode value = get(names);
    return value.isContainerNode()
        ? Cut.shorten(String.join("; ", texts(value)), ReplyBounds.READ.characters())
        : value.asText("").strip();
  }

  /** Returns a list of texts. A single text becomes its lines, an object a sentence. */
  public List<String> texts(String... names) {
    return texts(get(names));
  }

  private static List<String> texts(JsonNode value) {
    Stream<String> texts =
        value.isTextual()
            ? value.asText().lines().map(LenientJson::withoutBullet)
            : items(value).stream().flatMap(LenientJson::sentences);
    return texts.filter(text -> !text.isBlank()).limit(ReplyBounds.READ.entries()).toList();
  }

  private static Stream<String> sentences(JsonNode item) {
    return item.isArray()
        ? items(item).stream().flatMap(LenientJson::sentences)
        : Stream.of(item.isObject() ? sentence(item) : item.isNull() ? "" : item.asText().strip());
  }

  /**
   * Returns an object as a sentence: its main text, then other texts with their names, then its
   * location.
   */
  private static String sentence(JsonNode object) {
    LenientJson fields = new LenientJson(object);
    CodeLocation place = fields.cited();
    StringBuilder words = new StringBuilder(fields.text(WORDS));
    for (var field : object.properties()) {
      String name = normal(field.getKey());
      boolean told = !PLACE.contains(name) && !name.equals("id") && !field.getValue().isNumber();
      String text = told ? fields.text(name) : "";
      String label = words.isEmpty() ? "" : "; " + field.getKey() + ": ";
      words.append(text.isEmpty() || words.indexOf(text) >= 0 ? "" : label + text);
    }
    String said = words.isEmpty() ? object.toString() : words.toString();
    boolean cites = place.file().isEmpty() || said.contains(place.file());
    String line = place.line() > 0 ? ":" + place.line() : "";
    return Cut.shorten(
        cites ? said : said + " [" + place.file() + line + "]", ReplyBounds.READ.characters());
  }

  static String withoutBullet(String line) {
    return line.strip().replaceFirst("^(?:[-*•+·]|\\d{1,3}[.)、]|[(（]\\d{1,3}[)）])\\s+", "").strip();
  }

  /** Returns the entries of a list; a single value counts as a list of one. */
  public List<JsonNode> items(String... names) {
    return items(get(names));
  }

  private static List<JsonNode> items(JsonNode value) {
    return value.isArray()
        ? value.valueStream().toList()
        : value.isMissingNode() ? List.of() : List.of(value);
  }

  /**
   * Returns the objects of a list.
   *
   * @param given the field that holds an entry that is a text instead of an object
   */
  public List<LenientJson> objects(String given, String... names) {
    return items(names).stream()
        .filter(item -> item.isObject() || (item.isValueNode() && !item.asText("").isBlank()))
        .filter(item -> !item.isNull())
        .map(
            item ->
                item.isObject()
                    ? item
                    : JsonNodeFactory.instance.objectNode().put(given, item.asText()))
        .map(item -> new LenientJson(item, notes))
        .toList();
  }

  Optional<LenientJson> object(String name) {
    return Optional.of(get(name))
        .filter(JsonNode::isObject)
        .map(one -> new LenientJson(one, notes));
  }

  List<CodeLocation> places(String... names) {
    return items(names).stream()
        .map(item -> item.isObject() ? new LenientJson(item).place() : place(item.asText("")))
        .filter(place -> !place.file().isEmpty())
        .toList();
  }

  /**
   * Returns the location that this object names, with its reason; the file is empty if it names
   * none.
   */
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

  /** Parses a location: {@code src/a.ts:12 - the entry}. */
  public static CodeLocation place(String text) {
    Matcher place = PATH_LINE.matcher(text.strip());
    if (!place.matches()) {
      return new CodeLocation(path(text), 0, "");
    }
    String reason = Optional.ofNullable(place.group(3)).orElse("").strip();
    return new CodeLocation(path(place.group(1)), Integer.parseInt(place.group(2)), reason);
  }

  /** Normalizes a path: without quotes and {@code ./}, with {@code /}; empty if it is too deep. */
  private static String path(String given) {
    String path = given.strip().replace('\\', '/');
    path = HERE.matcher(QUOTES.matcher(path).replaceAll("").strip()).replaceFirst("");
    return path.chars().filter(character -> character == '/').count() > DEEPEST ? "" : path;
  }

  /** Returns a whole number from 0, also from {@code "12-20"} and {@code "parallel-2"}. */
  public Optional<Integer> number(String... names) {
    JsonNode value = get(names);
    String given = (value.isArray() ? value.path(0) : value).asText("");
    Matcher number = LINE.matcher(given);
    return given.startsWith("-") || !number.matches()
        ? Optional.empty()
        : Optional.of(Integer.parseInt(number.group(1)));
  }

  Optional<Integer> option(String name) {
    return Optional.of(get(name).asInt(0)).filter(number -> number > 0);
  }

  /**
   * Converts a score on any scale to 0 to 1; empty if the value is neither a number nor a known
   * word.
   */
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
                notes.add(names[0] + " " + quoted(given) + " read as " + score);
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

  /** Returns the level that a word names: unknown for no word, medium for an unrecognized one. */
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

  <E extends Enum<E>> E word(E otherwise, String name) {
    return Words.parse(otherwise.getDeclaringClass(), text(name)).orElse(otherwise);
  }

  /**
   * Returns a text with its Chinese: {@code name_zh} or {@code zh} in the same object, or an object
   * with both.
   */
  LocalizedText label(String name) {
    return object(name)
        .map(both -> new LocalizedText(both.text("en"), both.text("zh")))
        .orElseGet(() -> new LocalizedText(text(name), text(name + "_zh", "zh")));
  }

  /** Returns the id of a statement unchanged, or of an entry in upper case; empty without one. */
  Optional<String> id(String... names) {
    return Optional.of(id(text(names))).filter(id -> !id.isEmpty());
  }

  List<String> ids(String name) {
    return texts(name).stream().map(LenientJson::id).distinct().toList();
  }

  private static String id(String text) {
    return text.contains(".") ? text : text.toUpperCase(Locale.ROOT);
  }
}
