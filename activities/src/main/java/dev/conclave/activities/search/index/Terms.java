package dev.conclave.activities.search.index;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Text as index terms. Each identifier gives three kinds: its stemmed parts, its parts joined, and
 * adjacent pairs of parts joined; Chinese, Japanese and Korean text gives bigrams.
 */
public final class Terms {
  private static final int LONGEST_TOKEN = 200;
  private static final int MOST_PARTS = 12;

  private Terms() {}

  /** All terms of a text, in order, with repeats. */
  public static List<String> of(String text) {
    List<String> terms = new ArrayList<>();
    tokens(text, token -> addTerms(token, terms));
    return terms;
  }

  /** The terms of one token as {@link #tokens} gives it. */
  public static List<String> ofToken(String token) {
    List<String> terms = new ArrayList<>();
    addTerms(token, terms);
    return terms;
  }

  /**
   * Runs of letters, digits, {@code _}, {@code $} and inner hyphens; a CJK run is a token by
   * itself. A run that is too long to be a name, such as encoded data, is left out.
   */
  public static void tokens(String text, Consumer<String> sink) {
    int length = text.length();
    int i = 0;
    while (i < length) {
      char c = text.charAt(i);
      int start = i;
      if (isCjk(c)) {
        while (i < length && isCjk(text.charAt(i))) {
          i++;
        }
        sink.accept(text.substring(start, i));
      } else if (isWord(c)) {
        while (i < length && (isWord(text.charAt(i)) || isInnerHyphen(text, i))) {
          i++;
        }
        if (i - start <= LONGEST_TOKEN) {
          sink.accept(text.substring(start, i));
        }
      } else {
        i++;
      }
    }
  }

  /** Whether a character belongs to a script that is written without spaces. */
  public static boolean isCjk(char c) {
    return (c >= 0x4e00 && c <= 0x9fff)
        || (c >= 0x3400 && c <= 0x4dbf)
        || (c >= 0x3040 && c <= 0x30ff)
        || (c >= 0xac00 && c <= 0xd7af)
        || (c >= 0xf900 && c <= 0xfaff);
  }

  /** Whether a character is part of a token that is written with spaces around. */
  private static boolean isWord(char c) {
    return (Character.isLetterOrDigit(c) || c == '_' || c == '$') && !isCjk(c);
  }

  private static boolean isInnerHyphen(String text, int i) {
    return text.charAt(i) == '-'
        && i > 0
        && i + 1 < text.length()
        && Character.isLetter(text.charAt(i - 1))
        && Character.isLetter(text.charAt(i + 1))
        && !isCjk(text.charAt(i + 1));
  }

  private static void addTerms(String token, List<String> terms) {
    if (!token.isEmpty() && isCjk(token.charAt(0))) {
      addBigrams(token, terms);
      return;
    }
    List<String> parts = Identifiers.parts(token);
    int n = Math.min(parts.size(), MOST_PARTS);
    for (int i = 0; i < n; i++) {
      terms.add(Stems.of(parts.get(i)));
    }
    if (n < 2) {
      return;
    }
    terms.add(Stems.of(String.join("", parts)));
    for (int i = 0; n > 2 && i + 1 < n; i++) {
      terms.add(Stems.of(parts.get(i) + parts.get(i + 1)));
    }
  }

  private static void addBigrams(String run, List<String> terms) {
    if (run.length() == 1) {
      terms.add(run);
    }
    for (int i = 0; i + 1 < run.length(); i++) {
      terms.add(run.substring(i, i + 2));
    }
  }
}
