package dev.conclave.activities.search.source;

/**
 * A name that a file defines.
 *
 * @param line from 1
 */
public record Symbol(String name, Kind kind, int line) {

  /** What kind of thing a name stands for. */
  public enum Kind {
    TYPE,
    FUNCTION,
    VALUE
  }
}
