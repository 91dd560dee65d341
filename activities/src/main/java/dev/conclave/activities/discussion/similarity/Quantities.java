package dev.conclave.activities.discussion.similarity;

import dev.conclave.activities.discussion.evidence.Citations;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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
          "(?<![\\p{L}\\p{N}_.])(\\d{1,3}(?:,\\d{3})+|\\d{1,12})(\\.\\d{1,6})?(?![\\d.]*\\.\\d)[\\s-]?(%|[A-Za-z]+|\\p{IsHan}{1,2})?");
  private static final String TIMES_OVER = "times";
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

  private static boolean differ(Map<String, Set<Double>> here, Map<String, Set<Double>> there) {
    return here.entrySet().stream()
        .anyMatch(entry -> differ(entry.getValue(), counterpart(entry.getKey(), there)));
  }

  private static boolean differ(Set<Double> here, Set<Double> there) {
    return !there.isEmpty() && Collections.disjoint(here, there);
  }

  /** What the other sentence says of a quantity; "3 times" is held against its only count. */
  private static Set<Double> counterpart(String quantity, Map<String, Set<Double>> there) {
    boolean repeated = quantity.equals(TIMES_OVER) && !there.containsKey(TIMES_OVER);
    return repeated && there.size() == 1
        ? there.values().iterator().next()
        : there.getOrDefault(quantity, Set.of());
  }

  private static Map<String, Set<Double>> in(String sentence) {
    Map<String, Set<Double>> quantities = new HashMap<>();
    Matcher number = NUMBER.matcher(Citations.without(sentence));
    while (number.find()) {
      String unit = number.group(3) == null ? "" : number.group(3).toLowerCase(Locale.ROOT);
      String fraction = number.group(2) == null ? "" : number.group(2);
      double value = Double.parseDouble(number.group(1).replace(",", "") + fraction);
      if (TIMES.containsKey(unit)) {
        put(quantities, "time", value * TIMES.get(unit));
      } else if (SIZES.containsKey(unit)) {
        put(quantities, "size", value * SIZES.get(unit));
      } else if (!unit.isEmpty()) {
        noun(unit).ifPresent(noun -> put(quantities, noun, value));
      }
    }
    return quantities;
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

  private static void put(Map<String, Set<Double>> quantities, String key, double value) {
    quantities.computeIfAbsent(key, k -> new TreeSet<>()).add(value);
  }
}
