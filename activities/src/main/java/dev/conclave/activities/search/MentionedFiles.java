package dev.conclave.activities.search;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files of a tree that a text names. */
public final class MentionedFiles {
  private static final Pattern PATH =
      Pattern.compile("(?:[\\p{L}\\p{N}_@.+-]+/)*[\\p{L}\\p{N}_@+-][\\p{L}\\p{N}_@.+-]*");

  private MentionedFiles() {}

  /** In the order in which they are first named; absolute paths count when they end in one. */
  public static List<String> in(String text, Set<String> files) {
    Set<String> found = new LinkedHashSet<>();
    Matcher matcher = PATH.matcher(text);
    while (matcher.find()) {
      String mention = matcher.group().replaceFirst("^\\./", "").replaceFirst("\\.$", "");
      while (!files.contains(mention) && mention.contains("/")) {
        mention = mention.substring(mention.indexOf('/') + 1);
      }
      if (files.contains(mention)) {
        found.add(mention);
      }
    }
    return new ArrayList<>(found);
  }
}
