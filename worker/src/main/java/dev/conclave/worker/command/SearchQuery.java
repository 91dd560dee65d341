package dev.conclave.worker.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.ParameterException;

/**
 * What a search is to look for: words of the command line, or a file.
 *
 * @param file empty for none, {@code -} for standard input
 * @param usage makes the refusal of what is typed wrongly
 */
record SearchQuery(List<String> words, String file, Function<String, ParameterException> usage) {

  /** The query; never blank. */
  String text() {
    String typed = String.join(" ", words).strip();
    if (!file.isEmpty() && !typed.isEmpty()) {
      throw usage.apply("give a query or --query-file, not both");
    }
    String query = file.isEmpty() ? typed : read();
    if (query.isBlank()) {
      throw usage.apply("the query is empty; say what to look for, for example: \"rate limiting\"");
    }
    return query;
  }

  private String read() {
    try {
      byte[] bytes =
          file.equals("-") ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file));
      return new String(bytes, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw usage.apply("--query-file: cannot read " + file + "; name a readable text file");
    }
  }
}
