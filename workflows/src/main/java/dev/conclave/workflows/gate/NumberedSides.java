package dev.conclave.workflows.gate;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sides of a question by number, such as {@code (1: ada: "yes"; 2: bob: "no")}, so that a
 * number answers it. Pure.
 */
public final class NumberedSides {
  private static final Pattern NUMBER = Pattern.compile("#?(\\d{1,2})[.)]?");
  private static final String FIRST = "(1: ";

  private NumberedSides() {}

  /** The sides in brackets, numbered from 1. */
  public static String of(List<String> sides) {
    StringBuilder text = new StringBuilder(FIRST);
    for (int i = 0; i < sides.size(); i++) {
      text.append(i == 0 ? "" : between(i + 1)).append(sides.get(i));
    }
    return text.append(')').toString();
  }

  /**
   * The answer to a question, together with the side that it names when it is nothing but a number:
   * whoever reads only the answer has to understand it.
   */
  public static String explained(String question, String answer) {
    Matcher number = NUMBER.matcher(answer.strip());
    return number.matches()
        ? side(question, Integer.parseInt(number.group(1)))
            .map(side -> number.group(1) + " (" + side + ")")
            .orElse(answer)
        : answer;
  }

  /** Not formatted: a locale may have digits of its own, and another worker another locale. */
  private static String between(int side) {
    return "; " + side + ": ";
  }

  private static Optional<String> side(String question, int wanted) {
    int from = question.indexOf(FIRST);
    int end = question.lastIndexOf(')');
    if (from < 0 || end < from) {
      return Optional.empty();
    }
    from += FIRST.length();
    for (int side = 1; ; side++) {
      String next = between(side + 1);
      int until = question.indexOf(next, from);
      boolean last = until < 0 || until > end;
      if (side == wanted) {
        return Optional.of(question.substring(from, last ? end : until));
      }
      if (last) {
        return Optional.empty();
      }
      from = until + next.length();
    }
  }
}
