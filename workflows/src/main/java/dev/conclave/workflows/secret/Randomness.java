package dev.conclave.workflows.secret;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Tells what a machine made up from what a person wrote. */
final class Randomness {
  private static final Pattern HEX = Pattern.compile("(?i)[0-9a-f]{32,}");
  private static final Pattern UUID =
      Pattern.compile("(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  /** Bits per character from which a value is no word. */
  private static final double ENTROPY = 3.0;

  private static final double HIGH_ENTROPY = 4.0;

  /**
   * Words are runs of letters; random text changes between letters, cases and digits all the time.
   */
  private static final double SHORT_RUNS = 2.6;

  private static final double MIDDLING_RUNS = 4.0;

  private Randomness() {}

  static boolean looksRandom(String value) {
    if (HEX.matcher(value).matches() || UUID.matcher(value).matches()) {
      return true;
    }
    double entropy = entropy(value);
    double run = meanRun(value);
    return isMixed(value)
        && ((entropy >= ENTROPY && run < SHORT_RUNS)
            || (entropy >= HIGH_ENTROPY && run < MIDDLING_RUNS && value.length() >= 20));
  }

  /** Whether there are both letters and digits in it. */
  static boolean isMixed(String value) {
    return value.chars().anyMatch(Character::isDigit)
        && value.chars().anyMatch(Character::isLetter);
  }

  /** Shannon entropy, in bits per character. */
  static double entropy(String value) {
    int length = value.length();
    return value
        .chars()
        .boxed()
        .collect(Collectors.groupingBy(c -> c, Collectors.counting()))
        .values()
        .stream()
        .mapToDouble(count -> (double) count / length)
        .map(share -> -share * Math.log(share) / Math.log(2))
        .sum();
  }

  /**
   * Mean length of runs of one kind of character; a capital begins the run of the word after it.
   */
  static double meanRun(String value) {
    int runs = 0;
    int characters = 0;
    int previous = 0;
    for (int i = 0; i < value.length(); i++) {
      int kind = kind(value.charAt(i));
      if (kind != 0) {
        characters++;
        if (kind != previous && !(previous == 'U' && kind == 'l')) {
          runs++;
        }
      }
      previous = kind;
    }
    return runs == 0 ? 0 : (double) characters / runs;
  }

  private static int kind(char c) {
    if (Character.isDigit(c)) {
      return 'd';
    }
    if (Character.isUpperCase(c)) {
      return 'U';
    }
    return Character.isLetter(c) ? 'l' : 0;
  }
}
