package dev.conclave.workflows.secret;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Private keys in text: PEM and PGP blocks, whole or cut off, also escaped into one line. */
final class PrivateKeys {
  private static final Pattern BEGIN =
      Pattern.compile("-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----");
  private static final Pattern END =
      Pattern.compile("-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----");

  /** What tells a key from code that only speaks of its marker. */
  private static final Pattern MATERIAL = Pattern.compile("[A-Za-z0-9+/=]{24,}+");

  /** A line of a key that was cut off before its end. */
  private static final Pattern LINE =
      Pattern.compile("(?:\\s|\\\\[rn]|[\"'+,>|])*+[A-Za-z0-9+/=]{16,}+");

  private static final Pattern PUTTY =
      Pattern.compile("(?m)^(Private-Lines: \\d{1,3}\\R)(?:[A-Za-z0-9+/=]{4,}+\\R?){1,200}+");

  private static final int LONGEST_KEY = 32 << 10;

  private PrivateKeys() {}

  static String redact(String text) {
    String clean = text.contains("-----BEGIN ") ? redactBlocks(text) : text;
    return clean.contains("Private-Lines: ")
        ? PUTTY.matcher(clean).replaceAll("$1" + SecretFilter.redacted("private key") + "\n")
        : clean;
  }

  private static String redactBlocks(String text) {
    StringBuilder out = new StringBuilder(text.length());
    Matcher begin = BEGIN.matcher(text);
    Matcher end = END.matcher(text);
    // Searched for once per marker that is there: many beginnings may share an end, or have none.
    int nextEnd = 0;
    int copied = 0;
    while (begin.find(copied)) {
      int start = begin.end();
      if (nextEnd < start) {
        nextEnd = end.find(start) ? end.start() : Integer.MAX_VALUE;
      }
      boolean ends = nextEnd - start <= LONGEST_KEY;
      boolean key = !ends || MATERIAL.matcher(text).region(start, nextEnd).find();
      int after = ends ? end.end() : endOfLines(text, start);
      if (key && after > start) {
        // The lines that follow keep their numbers.
        long lines = text.substring(begin.start(), after).chars().filter(c -> c == '\n').count();
        out.append(text, copied, begin.start()).append(SecretFilter.redacted("private key"));
        out.append("\n".repeat((int) lines));
      } else {
        out.append(text, copied, after);
      }
      copied = after;
    }
    return out.append(text, copied, text.length()).toString();
  }

  /** Where the lines of a key that was cut off end; {@code start} if there are none. */
  private static int endOfLines(String text, int start) {
    int limit = Math.min(text.length(), start + LONGEST_KEY);
    int position = start;
    Matcher line = LINE.matcher(text);
    while (line.region(position, limit).lookingAt()) {
      position = line.end();
    }
    return position;
  }
}
