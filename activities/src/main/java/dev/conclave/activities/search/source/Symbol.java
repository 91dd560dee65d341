package dev.conclave.activities.search.source;

/** A name that a file defines; line numbers start at 1. */
public record Symbol(String name, Kind kind, int line) {

  public enum Kind {
    TYPE,
    FUNCTION,
    VALUE
  }
}
