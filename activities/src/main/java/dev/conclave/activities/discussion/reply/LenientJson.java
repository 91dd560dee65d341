package dev.conclave.activities.discussion.reply;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Reads one JSON object that begins at a given place, first strictly, then leniently. */
final class LenientJson {
  /** No reply is this deep; a flood of braces is. */
  private static final int MAX_DEPTH = 100;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .build();
  private static final JsonMapper STRICT = JsonMapper.builder(FACTORY.copy()).build();
  private static final JsonMapper LENIENT =
      JsonMapper.builder(FACTORY.copy())
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(JsonReadFeature.ALLOW_YAML_COMMENTS)
          .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
          .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
          .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
          .enable(JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER)
          .enable(JsonReadFeature.ALLOW_LEADING_ZEROS_FOR_NUMBERS)
          .enable(JsonReadFeature.ALLOW_LEADING_PLUS_SIGN_FOR_NUMBERS)
          .enable(JsonReadFeature.ALLOW_LEADING_DECIMAL_POINT_FOR_NUMBERS)
          .enable(JsonReadFeature.ALLOW_TRAILING_DECIMAL_POINT_FOR_NUMBERS)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(JsonReadFeature.ALLOW_MISSING_VALUES)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .build();
  private static final int MAX_EDITS = 64;

  private LenientJson() {}

  /** What reading from one place came to. */
  sealed interface Read {
    /** How many characters were looked at. */
    int length();
  }

  /** An object that closes. */
  record Whole(ObjectNode json, int length, boolean lenient) implements Read {}

  /**
   * Text that is no object, or one that breaks.
   *
   * @param length where it breaks, from the start
   * @param commaExpected whether a comma was expected there
   * @param ended whether the text simply stopped
   */
  record Broken(int length, boolean commaExpected, boolean ended) implements Read {}

  /** Reads the object that begins with the brace at {@code start}. */
  static Read read(char[] text, int start) {
    Read strict = read(STRICT, text, start, false);
    return strict instanceof Whole ? strict : read(LENIENT, text, start, true);
  }

  private static Read read(JsonMapper mapper, char[] text, int start, boolean lenient) {
    int limit = text.length - start;
    try (JsonParser parser = mapper.getFactory().createParser(text, start, limit)) {
      return read(mapper, parser, limit, lenient);
    } catch (IOException impossible) {
      return new Broken(limit, false, false);
    }
  }

  private static Read read(JsonMapper mapper, JsonParser parser, int limit, boolean lenient)
      throws IOException {
    try {
      JsonNode node = mapper.readTree(parser);
      int length = offset(parser.currentLocation().getCharOffset(), limit);
      return node instanceof ObjectNode object
          ? new Whole(object, length, lenient)
          : new Broken(length, false, false);
    } catch (JsonEOFException stopped) {
      return new Broken(limit, false, true);
    } catch (JsonProcessingException broken) {
      JsonLocation known = broken.getLocation();
      JsonLocation at = known == null ? parser.currentLocation() : known;
      boolean comma = broken.getOriginalMessage().contains("was expecting comma");
      return new Broken(offset(at.getCharOffset(), limit), comma, false);
    }
  }

  private static int offset(long at, int limit) {
    return (int) Math.max(0, Math.min(at, limit));
  }

  /** A mended object and what was done to it. */
  record Mended(ObjectNode json, List<String> notes) {}

  /** Mends the object that begins at {@code start}; empty when nothing of it can be read. */
  static Optional<Mended> mend(String text, int start) {
    StringBuilder edited = new StringBuilder(text.substring(start));
    List<String> notes = new ArrayList<>();
    for (int edits = 0; edits < MAX_EDITS; edits++) {
      Read read = read(edited.toString().toCharArray(), 0);
      if (read instanceof Whole whole) {
        return Optional.of(new Mended(whole.json(), notes));
      }
      Broken broken = (Broken) read;
      if (!broken.commaExpected() || !insert(edited, broken.length(), notes)) {
        return close(edited.substring(0, broken.length()), broken.ended(), notes);
      }
    }
    return Optional.empty();
  }

  /** Puts in the comma that was forgotten, or escapes the quote that ended a string too early. */
  private static boolean insert(StringBuilder text, int at, List<String> notes) {
    if (at >= text.length()) {
      return false;
    }
    int before = lastSolid(text, at);
    char offending = text.charAt(at);
    if (offending == '"' || offending == '{' || offending == '[' || before < 0) {
      text.insert(at, ',');
      note(notes, "a missing comma was put in");
      return true;
    }
    if (text.charAt(before) == '"') {
      text.insert(before, '\\');
      note(notes, "a quote inside a string was escaped");
      return true;
    }
    return false;
  }

  private static int lastSolid(CharSequence text, int before) {
    int at = before - 1;
    while (at >= 0 && Character.isWhitespace(text.charAt(at))) {
      at--;
    }
    return at;
  }

  private static Optional<Mended> close(String head, boolean ended, List<String> notes) {
    String what = ended ? "the reply stops in the middle" : "the JSON breaks in the middle";
    for (String attempt : new Ending(head).attempts()) {
      if (read(attempt.toCharArray(), 0) instanceof Whole whole) {
        note(notes, what + ": what came before was kept");
        return Optional.of(new Mended(whole.json(), notes));
      }
    }
    return Optional.empty();
  }

  private static void note(List<String> notes, String note) {
    if (!notes.contains(note)) {
      notes.add(note);
    }
  }

  /** Where a text stops: inside which brackets, inside a string or not. */
  private static final class Ending {
    private final String head;
    private final Deque<Character> closers = new ArrayDeque<>();
    private boolean inString;
    private int lastStructural;

    Ending(String head) {
      this.head = head;
      for (int i = 0; i < head.length(); i++) {
        char c = head.charAt(i);
        if (inString) {
          if (c == '\\') {
            i++;
          } else if (c == '"') {
            inString = false;
          }
        } else {
          outside(c, i);
        }
      }
    }

    private void outside(char c, int at) {
      switch (c) {
        case '"' -> inString = true;
        case '{' -> closers.push('}');
        case '[' -> closers.push(']');
        case '}', ']' -> closers.poll();
        default -> {}
      }
      if ("{[,".indexOf(c) >= 0) {
        lastStructural = at;
      }
    }

    /** Endings to try, the one that keeps most first. */
    List<String> attempts() {
      StringBuilder closing = new StringBuilder();
      closers.forEach(closing::append);
      List<String> attempts = new ArrayList<>();
      if (inString) {
        String whole = head.replaceFirst("\\\\(u[0-9a-fA-F]{0,3})?$", "");
        attempts.add(whole + "…\"" + closing);
        attempts.add(whole + "…\":null" + closing);
      }
      attempts.add(head + closing);
      attempts.add(head + "null" + closing);
      String until = head.substring(0, Math.min(head.length(), lastStructural + 1));
      attempts.add(until + closing);
      return attempts;
    }
  }
}
