package dev.conclave.activities.discussion;

import dev.conclave.workflows.discussion.CodeLocation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The places that a sentence cites as {@code path:line}, in brackets or in passing. */
public final class Citations {
  /** A path with a file extension, then a line; no host with a port, no part of an address. */
  private static final Pattern PLACE =
      Pattern.compile(
          "(?<![\\w/:.\\\\-])([\\p{IsHan}\\w.@+\\\\/-]{1,300}?\\.(?!(?:com|org|net|io|local):)[A-Za-z]\\w{0,9})"
              + "(?::|#L)(\\d{1,9})(?!\\d)(?:[-–]L?\\d{1,9})?");

  /** A place in the brackets that the contract asks for; the file needs no extension there. */
  private static final Pattern BRACKETED =
      Pattern.compile("\\[([^\\[\\]:\\n]{1,300}):(\\d{1,9})(?:[-–]\\d{1,9})?\\]");

  /** Brackets with cited places at the end of a sentence. */
  private static final Pattern AT_THE_END =
      Pattern.compile("[\\s,;]*[\\[(]([^\\[\\]()\\n]{1,1000})[\\])][\\s,;]*(\\.?)\\s*$");

  private Citations() {}

  /** Every cited place, in order, none twice; reasons are empty. */
  public static List<CodeLocation> in(String sentence) {
    Set<CodeLocation> places = new LinkedHashSet<>();
    collect(BRACKETED.matcher(sentence), places);
    collect(PLACE.matcher(BRACKETED.matcher(sentence).replaceAll(" ")), places);
    return new ArrayList<>(places);
  }

  private static void collect(Matcher matcher, Set<CodeLocation> places) {
    while (matcher.find()) {
      String path = matcher.group(1).strip().replace('\\', '/');
      places.add(
          new CodeLocation(
              path.startsWith("./") ? path.substring(2) : path,
              Integer.parseInt(matcher.group(2)),
              ""));
    }
  }

  /**
   * The sentence without the places cited in brackets at its end. Those inside stay: without them
   * it may say nothing ("x.md:3 says so, y.md:7 says the opposite").
   */
  public static String without(String sentence) {
    Matcher end = AT_THE_END.matcher(sentence);
    return end.find() && !in("[" + end.group(1) + "]").isEmpty()
        ? without(sentence.substring(0, end.start()) + end.group(2))
        : sentence.strip();
  }
}
