package dev.conclave.activities.secret;

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
    int copied = 0;
    while (begin.find(copied)) {
      int end = endOfKey(text, begin.end());
      if (end == begin.end()) {
        out.append(text, copied, end);
      } else {
        out.append(text, copied, begin.start()).append(SecretFilter.redacted("private key"));
      }
      copied = end;
    }
    return out.append(text, copied, text.length()).toString();
  }

  /**
   * Where the key ends whose first marker ends at {@code start}; {@code start} if there is none.
   */
  private static int endOfKey(String text, int start) {
    int limit = Math.min(text.length(), start + LONGEST_KEY);
    Matcher end = END.matcher(text).region(start, limit);
    if (end.find()) {
      boolean key = MATERIAL.matcher(text).region(start, end.start()).find();
      return key ? end.end() : start;
    }
    int position = start;
    Matcher line = LINE.matcher(text);
    while (line.region(position, limit).lookingAt()) {
      position = line.end();
    }
    return position;
  }
}
