package dev.conclave.activities.search.index;

import java.util.Locale;

/** The fields under which a file's terms are indexed. */
public enum SearchField {
  /** The file's name without its extension. */
  STEM,
  /** The folders on the way to it, and its extension. */
  DIRECTORIES,
  /** What it defines. */
  DEFINITIONS,
  /** What its string literals say. */
  STRINGS,
  /** What its comments say; for prose, all of it. */
  COMMENTS,
  /** What its code uses. */
  CODE,
  /** What it imports. */
  IMPORTS;

  String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
