package dev.conclave.activities.discussion.reply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.discussion.reply.LenientJson.Broken;
import dev.conclave.activities.discussion.reply.LenientJson.Whole;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Mends an object that even lenient reading refuses: a forgotten comma, a quote inside a string
 * that was not escaped, a reply that stops in the middle. What stood before the break is kept.
 */
final class JsonRepair {
  private static final int MAX_EDITS = 64;

  private JsonRepair() {}

  /** A mended object and what was done to it. */
  record Mended(ObjectNode json, List<String> notes) {}

  /** Mends the object that begins at {@code start}; empty when nothing of it can be read. */
  static Optional<Mended> mend(String text, int start) {
    StringBuilder edited = new StringBuilder(text.substring(start));
    List<String> notes = new ArrayList<>();
    for (int edits = 0; edits < MAX_EDITS; edits++) {
      LenientJson.Read read = LenientJson.read(edited.toString().toCharArray(), 0);
      if (read instanceof Whole whole) {
        return Optional.of(new Mended(whole.json(), notes));
      }
      Broken broken = (Broken) read;
      if (!broken.commaExpected() || !insert(edited, broken.length(), notes)) {
        return close(edited.substring(0, broken.length()), broken.ended(), notes);
      }
    }
    return Optional.empty();
  }

  /** Puts in the comma that was forgotten, or escapes the quote that ended a string too early. */
  private static boolean insert(StringBuilder text, int at, List<String> notes) {
    if (at >= text.length()) {
      return false;
    }
    int before = lastSolid(text, at);
    char offending = text.charAt(at);
    if (offending == '"' || offending == '{' || offending == '[' || before < 0) {
      text.insert(at, ',');
      note(notes, "a missing comma was put in");
      return true;
    }
    if (text.charAt(before) == '"') {
      text.insert(before, '\\');
      note(notes, "a quote inside a string was escaped");
      return true;
    }
    return false;
  }

  private static int lastSolid(CharSequence text, int before) {
    int at = before - 1;
    while (at >= 0 && Character.isWhitespace(text.charAt(at))) {
      at--;
    }
    return at;
  }

  private static Optional<Mended> close(String head, boolean ended, List<String> notes) {
    String what = ended ? "the reply stops in the middle" : "the JSON breaks in the middle";
    for (String attempt : new Ending(head).attempts()) {
      if (LenientJson.read(attempt.toCharArray(), 0) instanceof Whole whole) {
        note(notes, what + ": what came before was kept");
        return Optional.of(new Mended(whole.json(), notes));
      }
    }
    return Optional.empty();
  }

  private static void note(List<String> notes, String note) {
    if (!notes.contains(note)) {
      notes.add(note);
    }
  }

  /** Where a text stops: inside which brackets, inside a string or not. */
  private static final class Ending {
    private final String head;
    private final Deque<Character> closers = new ArrayDeque<>();
    private boolean inString;
    private int lastStructural;

    Ending(String head) {
      this.head = head;
      for (int i = 0; i < head.length(); i++) {
        char c = head.charAt(i);
        if (inString) {
          if (c == '\\') {
            i++;
          } else if (c == '"') {
            inString = false;
          }
        } else {
          outside(c, i);
        }
      }
    }

    private void outside(char c, int at) {
      switch (c) {
        case '"' -> inString = true;
        case '{' -> closers.push('}');
        case '[' -> closers.push(']');
        case '}', ']' -> closers.poll();
        default -> {}
      }
      if ("{[,".indexOf(c) >= 0) {
        lastStructural = at;
      }
    }

    /** Endings to try, the one that keeps most first. */
    List<String> attempts() {
      StringBuilder closing = new StringBuilder();
      closers.forEach(closing::append);
      List<String> attempts = new ArrayList<>();
      if (inString) {
        String whole = head.replaceFirst("\\\\(u[0-9a-fA-F]{0,3})?$", "");
        attempts.add(whole + "…\"" + closing);
        attempts.add(whole + "…\":null" + closing);
      }
      attempts.add(head + closing);
      attempts.add(head + "null" + closing);
      String until = head.substring(0, Math.min(head.length(), lastStructural + 1));
      attempts.add(until + closing);
      return attempts;
    }
  }
}
