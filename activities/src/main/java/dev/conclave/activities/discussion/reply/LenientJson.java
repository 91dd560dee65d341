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
}
