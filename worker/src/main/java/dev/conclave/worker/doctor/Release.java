package dev.conclave.worker.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A release number, ordered by its numbers: 2.9 before 2.10. */
record Release(List<Integer> numbers) implements Comparable<Release> {
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

  /** Reads {@code 0.61.0} and {@code v20.11.1-nightly}; what follows the third number is left. */
  static Release of(String text) {
    List<Integer> numbers = new ArrayList<>();
    Matcher matcher = NUMBER.matcher(text);
    while (numbers.size() < 3 && matcher.find()) {
      numbers.add(Integer.valueOf(matcher.group()));
    }
    return new Release(List.copyOf(numbers));
  }

  int major() {
    return at(0);
  }

  @Override
  public int compareTo(Release other) {
    for (int i = 0; i < 3; i++) {
      int order = Integer.compare(at(i), other.at(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private int at(int index) {
    return index < numbers.size() ? numbers.get(index) : 0;
  }
}
