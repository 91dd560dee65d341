package dev.conclave.activities.discussion.similarity.statement;

import dev.conclave.activities.discussion.evidence.Citations;
import dev.conclave.activities.discussion.similarity.words.Concepts;
import dev.conclave.activities.discussion.similarity.words.Words;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The numbers of a sentence by what they count: times in milliseconds, sizes in bytes, percent, or
 * the noun that follows. Two sentences about one thing that give different numbers for one quantity
 * contradict each other; docs/discussion.md, section 4.
 */
final class Quantities {
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?<![\\p{L}\\p{N}_.])(\\d{1,3}(?:,\\d{3})+|\\d{1,12})(\\.\\d{1,6})?(?![\\d.]*\\.\\d)[\\s-]?(%|[A-Za-z]+|毫秒|秒钟?|分钟?|小时|字节|[天日兆次]|\\p{IsHan}{1,2})?");
  private static final Pattern UP_TO =
      Pattern.compile(
          "(?i)(?:\\b(?:up to|at most|(?:no|not) more than|below|under|(?:less|fewer|smaller|shorter)"
              + " than|within)\\s+|最多|至多|不超过|小于|少于|低于)\\s*$");
  private static final Pattern ABOVE =
      Pattern.compile(
          "(?i)(?:\\b(?:above|over|beyond|exceeding|at least|(?:more|greater|longer|larger|bigger)"
              + " than)\\s+|超过|大于|多于|高于|至少)\\s*$");
  private static final Pattern OR_LESS =
      Pattern.compile("(?i)^\\s*(?:or (?:less|fewer|below|shorter)\\b|以下|以内|之内)");
  private static final Pattern OR_MORE =
      Pattern.compile("(?i)^\\s*(?:or (?:more|above|longer)\\b|以上)");
  private static final String TIMES_OVER = "times";

  /** The quantity of a number that counts nothing by name; only its limits are compared. */
  private static final String BARE = "";

  private static final Map<String, Double> TIMES = new HashMap<>();
  private static final Map<String, Double> SIZES = new HashMap<>();

  static {
    unit(TIMES, 1, "ms", "millisecond", "milliseconds", "msec", "毫秒");
    unit(TIMES, 1_000, "s", "sec", "secs", "second", "seconds", "秒", "秒钟");
    unit(TIMES, 60_000, "m", "min", "mins", "minute", "minutes", "分", "分钟");
    unit(TIMES, 3_600_000, "h", "hr", "hour", "hours", "小时");
    unit(TIMES, 86_400_000, "d", "day", "days", "天", "日");
    unit(SIZES, 1, "b", "byte", "bytes", "字节");
    unit(SIZES, 1 << 10, "k", "kb", "kib", "kilobytes");
    unit(SIZES, 1 << 20, "mb", "mib", "megabyte", "megabytes", "兆");
    unit(SIZES, 1 << 30, "gb", "gib", "gigabyte", "gigabytes");
  }

  private Quantities() {}

  private static void unit(Map<String, Double> units, double factor, String... names) {
    List.of(names).forEach(name -> units.put(name, factor));
  }

  /** Whether the two give different numbers for a quantity that both name. */
  static boolean differ(String one, String other) {
    return differ(in(one), in(other)) || differ(in(other), in(one));
  }

  /** Whether the two speak of different sides of a limit: above 60, up to 30. */
  static boolean apart(String one, String other) {
    Map<String, Set<Range>> there = in(other);
    boolean apart = false;
    for (Map.Entry<String, Set<Range>> here : in(one).entrySet()) {
      for (Range range : here.getValue()) {
        for (Range its : there.getOrDefault(here.getKey(), Set.of())) {
          if (range.faces(its) && !range.apartFrom(its)) {
            return false;
          }
          apart |= range.apartFrom(its);
        }
      }
    }
    return apart;
  }

  private static boolean differ(Map<String, Set<Range>> here, Map<String, Set<Range>> there) {
    return here.entrySet().stream()
        .filter(entry -> !entry.getKey().equals(BARE))
        .anyMatch(entry -> differ(entry.getValue(), counterpart(entry.getKey(), there)));
  }

  private static boolean differ(Set<Range> here, Set<Range> there) {
    return !there.isEmpty() && here.stream().noneMatch(one -> there.stream().anyMatch(one::fits));
  }

  /** What the other sentence says of a quantity; "3 times" is held against its only count. */
  private static Set<Range> counterpart(String quantity, Map<String, Set<Range>> there) {
    boolean repeated = quantity.equals(TIMES_OVER) && !there.containsKey(TIMES_OVER);
    List<Set<Range>> counts =
        there.entrySet().stream()
            .filter(entry -> !entry.getKey().equals(BARE))
            .map(Map.Entry::getValue)
            .toList();
    return repeated && counts.size() == 1 ? counts.get(0) : there.getOrDefault(quantity, Set.of());
  }

  private static Map<String, Set<Range>> in(String sentence) {
    Map<String, Set<Range>> quantities = new HashMap<>();
    String words = Citations.without(sentence);
    Matcher number = NUMBER.matcher(words);
    while (number.find()) {
      Range.Bound bound = bound(words, number);
      String unit = number.group(3) == null ? "" : number.group(3).toLowerCase(Locale.ROOT);
      String fraction = number.group(2) == null ? "" : number.group(2);
      double value = Double.parseDouble(number.group(1).replace(",", "") + fraction);
      if (TIMES.containsKey(unit)) {
        put(quantities, "time", new Range(value * TIMES.get(unit), bound));
      } else if (SIZES.containsKey(unit)) {
        put(quantities, "size", new Range(value * SIZES.get(unit), bound));
      } else {
        put(quantities, noun(unit).orElse(BARE), new Range(value, bound));
      }
    }
    return quantities;
  }

  /** What stands right before or behind a number says which side of it is meant. */
  private static Range.Bound bound(String words, Matcher number) {
    String before = words.substring(0, number.start());
    String after = words.substring(number.end());
    if (UP_TO.matcher(before).find() || OR_LESS.matcher(after).find()) {
      return Range.Bound.UP_TO;
    }
    return ABOVE.matcher(before).find() || OR_MORE.matcher(after).find()
        ? Range.Bound.ABOVE
        : Range.Bound.EXACT;
  }

  private static Optional<String> noun(String unit) {
    if (unit.equals("%") || unit.equals("percent")) {
      return Optional.of("percent");
    }
    if (unit.equals("times") || unit.equals("x") || unit.equals("次")) {
      return Optional.of(TIMES_OVER);
    }
    List<String> concepts = Concepts.of(Words.of(unit));
    return concepts.isEmpty() ? Optional.empty() : Optional.of(concepts.get(0));
  }

  private static void put(Map<String, Set<Range>> quantities, String key, Range range) {
    quantities.computeIfAbsent(key, k -> new HashSet<>()).add(range);
  }
}
