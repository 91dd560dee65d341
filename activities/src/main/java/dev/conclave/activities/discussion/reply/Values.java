package dev.conclave.activities.discussion.reply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.temporal.Cut;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads sentences, cited places, scores and levels, however an agent wrote them, and notes what it
 * had to mend; docs/discussion.md, section 3.
 */
final class Values {
  /** A score that a reply does not give, also of one that only fallback extraction could read. */
  static final double UNSAID = 0.5;

  private static final Pattern NUMBER =
      Pattern.compile(
          "([-+]?\\d{0,9}(?:[.,]\\d{1,9})?)\\s*(%|/\\s*(\\d{1,4}))?(?!\\d).*", Pattern.DOTALL);
  private static final Map<String, Double> WORDS =
      Map.of("very high", 0.9, "high", 0.8, "medium", 0.5, "moderate", 0.5, "low", 0.2);
  private static final Pattern LOW =
      Pattern.compile(
          "very low|low|small|minor|minimal|trivial|easy|simple|tiny|xs|s|低|小|较低|很低|容易|简单");
  private static final Pattern MEDIUM =
      Pattern.compile(
          "medium|med|moderate|mid|average|normal|m|中|中等|一般|适中|medium[ -](low|high)|low[ -](to["
              + " -])?medium");
  private static final Pattern HIGH =
      Pattern.compile(
          "high|very"
              + " high|large|big|major|significant|hard|complex|severe|critical|xl|l|高|大|较高|很高|困难|复杂|medium["
              + " -]to[ -]high");
  private static final Pattern PATH_LINE =
      Pattern.compile(
          "(.{1,1000}?)(?::|#L|\\s+lines?\\s+)(\\d{1,9})(?:[-:–]L?\\d{1,9})?(?:\\s*[-–—:(]?\\s+(.*))?",
          Pattern.DOTALL);
  private static final Pattern LINE = Pattern.compile("\\D{0,10}(\\d{1,9}).*", Pattern.DOTALL);
  private static final int DEEPEST = 100;

  private final ParseNotes notes;

  Values(ParseNotes notes) {
    this.notes = notes;
  }

  /** The sentences of a list; a lone string is split at its lines, an object becomes a sentence. */
  List<String> texts(JsonNode value, String field) {
    List<String> sentences = new ArrayList<>();
    if (value.isArray()) {
      value.forEach(item -> addText(item, field, sentences));
    } else if (value.isTextual()) {
      notes.add(field + " was one text: its lines were taken");
      value
          .asText()
          .lines()
          .map(Values::withoutBullet)
          .filter(s -> !s.isEmpty())
          .forEach(sentences::add);
    } else if (!value.isMissingNode() && !value.isNull()) {
      notes.add(field + " was no list");
      addText(value, field, sentences);
    }
    if (sentences.size() > ReplyBounds.READ.entries()) {
      notes.add(ReplyBounds.EXCEEDED);
    }
    return sentences.stream().limit(ReplyBounds.READ.entries()).toList();
  }

  private void addText(JsonNode item, String field, List<String> sentences) {
    if (item instanceof ObjectNode object) {
      notes.add(field + " held objects: their texts were taken");
      sentences.add(Cut.shown(sentence(object), ReplyBounds.READ.characters()));
    } else if (item.isArray()) {
      notes.add(field + " held lists in the list");
      item.forEach(inner -> addText(inner, field, sentences));
    } else if (item.asText("").isBlank() || item.isNull()) {
      notes.add("an empty entry of " + field + " was left out");
    } else {
      sentences.add(item.asText().strip());
    }
  }

  private String sentence(ObjectNode object) {
    Fields fields = new Fields(object, notes);
    String words =
        fields.text(
            "finding", "description", "text", "statement", "concern", "summary", "title", "name");
    if (words.isEmpty()) {
      return object.toString();
    }
    CodeLocation place = place(fields);
    List<String> parts = new ArrayList<>(List.of(words));
    fields.unread().forEach(name -> parts.add(name + ": " + fields.text(name)));
    String said = String.join("; ", parts);
    boolean cites = !place.file().isEmpty() && !said.contains(place.file());
    return cites
        ? said + " [" + place.file() + (place.line() > 0 ? ":" + place.line() : "") + "]"
        : said;
  }

  /** A line without the bullet or number it begins with. */
  static String withoutBullet(String line) {
    return line.strip().replaceFirst("^(?:[-*•+·]|\\d{1,3}[.)、]|[(（]\\d{1,3}[)）])\\s+", "").strip();
  }

  /** The places of a list; those without a file are left out and noted. */
  List<CodeLocation> places(JsonNode value, String field) {
    List<CodeLocation> places = new ArrayList<>();
    if (value.isArray()) {
      value.forEach(item -> addPlace(item, field, places));
    } else if (!value.isMissingNode() && !value.isNull()) {
      notes.add(field + " was no list");
      addPlace(value, field, places);
    }
    return List.copyOf(places);
  }

  private void addPlace(JsonNode item, String field, List<CodeLocation> places) {
    CodeLocation place =
        item instanceof ObjectNode object
            ? place(new Fields(object, notes))
            : place(item.asText(""));
    if (item.isTextual()) {
      notes.add(field + " held texts: paths were read from them");
    }
    if (place.file().isEmpty()) {
      notes.add(
          "an entry of "
              + field
              + " without a file was left out: "
              + ParseNotes.quoted(item.toString()));
    } else {
      places.add(place);
    }
  }

  /** The place that an object names; its file is empty when it names none. */
  CodeLocation place(Fields fields) {
    CodeLocation named = place(fields.text("file", "path", "file_path", "filename", "location"));
    String reason = fields.text("reason", "why", "change", "comment");
    int line = line(fields.get("line", "line_number", "start_line", "lines"));
    return new CodeLocation(
        named.file(), line > 0 ? line : named.line(), reason.isEmpty() ? named.reason() : reason);
  }

  private CodeLocation place(String text) {
    Matcher matcher = PATH_LINE.matcher(text.strip());
    if (!matcher.matches()) {
      return new CodeLocation(path(text), 0, "");
    }
    String reason = matcher.group(3) == null ? "" : matcher.group(3).strip();
    return new CodeLocation(path(matcher.group(1)), Integer.parseInt(matcher.group(2)), reason);
  }

  private int line(JsonNode value) {
    if (value.isArray() && !value.isEmpty()) {
      return line(value.get(0));
    }
    Matcher matcher = LINE.matcher(value.asText(""));
    if (!matcher.matches() || value.asText().startsWith("-")) {
      if (!value.isMissingNode() && !value.isNull()) {
        notes.add("a line number could not be read: " + ParseNotes.quoted(value.asText()));
      }
      return 0;
    }
    if (!value.isIntegralNumber()) {
      notes.add("a line number was given as text: " + ParseNotes.quoted(value.asText()));
    }
    return Integer.parseInt(matcher.group(1));
  }

  /**
   * A path as the workspace has it: no quotes around it, {@code /} between names, no {@code ./}.
   * Empty for one that is deeper than any: trees are made of paths, and written recursively.
   */
  static String path(String given) {
    String path =
        given.strip().replaceAll("^[`'\"\\[(]+|[`'\"\\])]+$", "").strip().replace('\\', '/');
    while (path.startsWith("./")) {
      path = path.substring(2);
    }
    return path.chars().filter(character -> character == '/').count() > DEEPEST ? "" : path;
  }

  /** The score; empty when the value is no number and no known word. */
  OptionalDouble score(JsonNode value, String field) {
    OptionalDouble read = OptionalDouble.empty();
    if (value.isNumber() && Double.isFinite(value.asDouble())) {
      read = OptionalDouble.of(scaled(value.asDouble(), value.asText(), field));
    } else if (value.isTextual()) {
      read = score(value.asText().strip(), field);
    }
    return read.isPresent() ? OptionalDouble.of(bounded(read.getAsDouble(), field)) : read;
  }

  private double bounded(double score, String field) {
    double bounded = Math.max(0, Math.min(1, score));
    if (bounded != score) {
      notes.add(field + " is " + score + ParseNotes.OUT_OF_RANGE);
    }
    return bounded;
  }

  private OptionalDouble score(String text, String field) {
    Double word = WORDS.get(text.toLowerCase(Locale.ROOT));
    if (word != null) {
      notes.add(field + " was the word " + ParseNotes.quoted(text) + ": read as " + word);
      return OptionalDouble.of(word);
    }
    Matcher matcher = NUMBER.matcher(text);
    if (!matcher.matches() || matcher.group(1).chars().noneMatch(Character::isDigit)) {
      return OptionalDouble.empty();
    }
    double number = Double.parseDouble(matcher.group(1).replace(',', '.'));
    notes.add(field + " was given as text: " + ParseNotes.quoted(text));
    if (matcher.group(3) != null && Integer.parseInt(matcher.group(3)) > 0) {
      return OptionalDouble.of(number / Integer.parseInt(matcher.group(3)));
    }
    return OptionalDouble.of(
        "%".equals(matcher.group(2)) ? number / 100 : scaled(number, text, field));
  }

  private double scaled(double number, String given, String field) {
    if (number <= 1 || number > 100) {
      return number;
    }
    int scale = number <= 10 ? 10 : 100;
    notes.add(field + " " + ParseNotes.quoted(given) + " was read on a scale of 0 to " + scale);
    return number / scale;
  }

  /** The level that a word names; empty for a word that names none. */
  static Optional<Level> level(String given) {
    String word = given.strip().toLowerCase(Locale.ROOT);
    Optional<Level> whole = exactly(word);
    return whole.isPresent() ? whole : exactly(word.split("[\\s(,;:/（，；：—–]", 2)[0]);
  }

  private static Optional<Level> exactly(String word) {
    if (LOW.matcher(word).matches()) {
      return Optional.of(Level.LOW);
    }
    if (MEDIUM.matcher(word).matches()) {
      return Optional.of(Level.MEDIUM);
    }
    return HIGH.matcher(word).matches() ? Optional.of(Level.HIGH) : Optional.empty();
  }
}
