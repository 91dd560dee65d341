package dev.conclave.activities.discussion.similarity.words;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Word lists that come with the program: one entry a line, commas between words, # for remarks. */
final class Lexicon {
  private Lexicon() {}

  static List<List<String>> read(String name) {
    return read(name, ",");
  }

  static List<List<String>> read(String name, String separator) {
    try (InputStream stream = Lexicon.class.getResourceAsStream("/discussion/" + name)) {
      if (stream == null) {
        throw new IllegalStateException("discussion/" + name + " is missing from the class path");
      }
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .map(line -> Arrays.stream(line.split(separator)).map(String::strip).toList())
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
