package dev.conclave.activities.search.symbols;

import java.util.Arrays;

/** Lines of a text by offset. */
public final class LineNumbers {
  private final int[] starts;

  /** Over a text whose lines end in {@code \n}. */
  public LineNumbers(String text) {
    int[] found = new int[16];
    int n = 1;
    for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
      if (n == found.length) {
        found = Arrays.copyOf(found, n * 2);
      }
      found[n++] = i + 1;
    }
    this.starts = Arrays.copyOf(found, n);
  }

  /** The line of an offset, from 1. */
  public int of(int offset) {
    int at = Arrays.binarySearch(starts, offset);
    return at >= 0 ? at + 1 : -at - 1;
  }
}
