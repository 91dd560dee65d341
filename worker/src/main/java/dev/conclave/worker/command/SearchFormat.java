package dev.conclave.worker.command;

import dev.conclave.workflows.temporal.Words;
import picocli.CommandLine;

/** How results of a search are printed. */
enum SearchFormat {
  TABLE,
  JSON,
  PATHS;

  /** Reads a format in any case. */
  static final class Reading implements CommandLine.ITypeConverter<SearchFormat> {
    @Override
    public SearchFormat convert(String word) {
      return Words.parse(SearchFormat.class, word)
          .orElseThrow(
              () ->
                  new CommandLine.TypeConversionException(
                      "not a format: \"" + word + "\"; take table, json or paths"));
    }
  }
}
