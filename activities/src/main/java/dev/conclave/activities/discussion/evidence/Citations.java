package dev.conclave.activities.discussion.evidence;

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

  /** Stands where a place was cut out: no text that people read has it. */
  private static final String CUT = "\0";

  /** Brackets around nothing but cut places; others, as those of a call, are the sentence's own. */
  private static final Pattern EMPTIED = Pattern.compile("[\\[(`][\\s,;`]*\0[\\s,;`\0]*[\\])`]");

  private static final Pattern GAP = Pattern.compile("[ \\t]*\0[ \\t\0]*");
  private static final Pattern BEFORE_A_STOP = Pattern.compile("\0+(?=[,.;:!?)\\]]|$)");

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

  /** The sentence without what it cites, and otherwise as it is. */
  public static String without(String sentence) {
    String marked = PLACE.matcher(BRACKETED.matcher(sentence).replaceAll(CUT)).replaceAll(CUT);
    String gaps = GAP.matcher(EMPTIED.matcher(marked).replaceAll(CUT)).replaceAll(CUT);
    return BEFORE_A_STOP.matcher(gaps).replaceAll("").replace(CUT, " ").strip();
  }
}
