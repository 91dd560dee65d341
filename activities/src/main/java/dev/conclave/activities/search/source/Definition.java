package dev.conclave.activities.search.source;

/**
 * A definition with its extent.
 *
 * @param signature what stands before the body, on one line
 * @param from first line, from 1, decorators included
 * @param to last line
 */
public record Definition(String name, Symbol.Kind kind, String signature, int from, int to) {

  /** How many lines it has. */
  public int lines() {
    return to - from + 1;
  }

  /** Whether a line belongs to it. */
  public boolean contains(int line) {
    return from <= line && line <= to;
  }
}
