package dev.conclave.workflows.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * On which line of a document each key stands.
 *
 * @param lines from 1
 */
record KeyLines(Map<JsonPointer, Integer> lines) {
  /** Of a document without keys. */
  static final KeyLines NONE = new KeyLines(Map.of());

  /** Reads a document to its end. */
  static KeyLines of(JsonParser parser) throws IOException {
    Map<JsonPointer, Integer> lines = new HashMap<>();
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      lines.putIfAbsent(
          parser.getParsingContext().pathAsPointer(), parser.currentTokenLocation().getLineNr());
    }
    return new KeyLines(lines);
  }

  /** The line of a key, or of the nearest above it that is there; 1 when none is. */
  int of(JsonPointer key) {
    JsonPointer known = key;
    while (known != null && !lines.containsKey(known)) {
      known = known.head();
    }
    return known == null ? 1 : lines.getOrDefault(known, 1);
  }
}
