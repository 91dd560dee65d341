package dev.conclave.activities.search.source;

/** A name that a file defines; lines count from 1. */
public record Symbol(String name, Kind kind, int line) {

  public enum Kind {
    TYPE,
    FUNCTION,
    VALUE
  }
}
