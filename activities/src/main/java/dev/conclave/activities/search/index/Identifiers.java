package dev.conclave.activities.search.index;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits identifiers into their parts: camelCase, snake_case, kebab-case, acronyms and digits, so
 * {@code HTTPServer2_main} is HTTP, Server, 2, main.
 */
public final class Identifiers {
  private Identifiers() {}

  /** The parts, in their order and case; empty when there is no letter or digit. */
  public static List<String> parts(String identifier) {
    List<String> parts = new ArrayList<>();
    int start = -1;
    for (int i = 0; i <= identifier.length(); i++) {
      boolean inside = i < identifier.length() && Character.isLetterOrDigit(identifier.charAt(i));
      if (start >= 0 && (!inside || isBoundary(identifier, i))) {
        parts.add(identifier.substring(start, i));
        start = -1;
      }
      if (inside && start < 0) {
        start = i;
      }
    }
    return parts;
  }

  /** The parts without what separates them, in lower case: {@code rate_limit} is ratelimit. */
  public static String joined(String identifier) {
    return String.join("", parts(identifier)).toLowerCase(java.util.Locale.ROOT);
  }

  private static boolean isBoundary(String text, int i) {
    char before = text.charAt(i - 1);
    char here = text.charAt(i);
    if (Character.isDigit(before) != Character.isDigit(here)) {
      return true;
    }
    if (Character.isLowerCase(before) && Character.isUpperCase(here)) {
      return true;
    }
    // The last capital of an acronym begins the next word: HTTPServer.
    return Character.isUpperCase(before)
        && Character.isUpperCase(here)
        && i + 1 < text.length()
        && Character.isLowerCase(text.charAt(i + 1));
  }
}
