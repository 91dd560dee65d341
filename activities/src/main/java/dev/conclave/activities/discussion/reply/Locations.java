package dev.conclave.activities.discussion.reply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.discussion.CodeLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads cited places: objects, {@code path:line} texts, paths alone. */
final class Locations {
  private static final Pattern PATH_LINE =
      Pattern.compile(
          "(.{1,1000}?)(?::|#L|\\s+lines?\\s+)(\\d{1,9})(?:[-:–]L?\\d{1,9})?(?:\\s*[-–—:(]?\\s+(.*))?",
          Pattern.DOTALL);
  private static final Pattern LINE = Pattern.compile("\\D{0,10}(\\d{1,9}).*", Pattern.DOTALL);

  private static final int DEEPEST = 100;

  private final ParseNotes notes;

  Locations(ParseNotes notes) {
    this.notes = notes;
  }

  /** The places of a list; those without a file are left out and noted. */
  List<CodeLocation> list(JsonNode value, String field) {
    List<CodeLocation> places = new ArrayList<>();
    if (value.isArray()) {
      value.forEach(item -> add(item, field, places));
    } else if (!value.isMissingNode() && !value.isNull()) {
      notes.add(field + " was no list");
      add(value, field, places);
    }
    return List.copyOf(places);
  }

  private void add(JsonNode item, String field, List<CodeLocation> places) {
    CodeLocation place =
        item instanceof ObjectNode object ? of(new Fields(object, notes)) : of(item.asText(""));
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
  CodeLocation of(Fields fields) {
    CodeLocation named = of(fields.text("file", "path", "file_path", "filename", "location"));
    String reason = fields.text("reason", "why", "change", "comment");
    int line = line(fields.get("line", "line_number", "start_line", "lines"));
    return new CodeLocation(
        named.file(), line > 0 ? line : named.line(), reason.isEmpty() ? named.reason() : reason);
  }

  private CodeLocation of(String text) {
    Matcher matcher = PATH_LINE.matcher(text.strip());
    if (!matcher.matches()) {
      return new CodeLocation(path(text), 0, "");
    }
    String reason = matcher.group(3) == null ? "" : matcher.group(3).strip();
    return new CodeLocation(path(matcher.group(1)), number(matcher.group(2)), reason);
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
    return number(matcher.group(1));
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
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
}
