package dev.conclave.client.command;

import java.util.List;
import java.util.regex.Pattern;

/** Picocli's sentences about a command line, as a person reads them. */
record Rewording(Pattern said, String better) {
  private static final List<Rewording> ALL =
      List.of(
          of("^Invalid value for (?:option|positional parameter at index \\S+) ", ""),
          of("^'(-[^']+)': ", "$1: "),
          of("^\\((\\S+)\\): ", "$1: "),
          of("is not an? (?:int|long)$", "is no whole number"),
          of("is not a double$", "is no number"),
          of(
              "^Value for option option '(\\S+)' \\((\\S+)\\) should be in KEY=VALUE format"
                  + " but was (.*)$",
              "$1 takes $2, not \"$3\""),
          of(
              "^(?:Missing|Expected) .*parameter.* option '(\\S+)'(?: \\((.+)\\)| .*)$",
              "$1 needs $2"));

  /** The sentence in better words, where we have some. */
  static String of(String sentence) {
    String better = sentence;
    for (Rewording rewording : ALL) {
      better = rewording.said().matcher(better).replaceFirst(rewording.better());
    }
    return better;
  }

  private static Rewording of(String said, String better) {
    return new Rewording(Pattern.compile(said), better);
  }
}
