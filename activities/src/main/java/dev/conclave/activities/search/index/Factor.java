package dev.conclave.activities.search.index;

import java.util.Locale;

/** What a file's score is made of. */
public enum Factor {
  /** BM25F over the fields, past messages included. */
  TEXT("words of the query"),
  /** Commits with a similar message changed it. */
  NEIGHBOURS("similar commits changed it"),
  /** The query names the file. */
  STEM("the query names the file"),
  /** The query's scope stands in its path. */
  SCOPE("the query's scope is in its path"),
  /** Its best passage. */
  CHUNK("a passage speaks of it"),
  /** It defines a name of the query. */
  SYMBOL("defines a name of the query"),
  /** It changes often. */
  CHURN("changes often");

  private final String reason;

  Factor(String reason) {
    this.reason = reason;
  }

  /** For people. */
  public String reason() {
    return reason;
  }

  /** As machines write it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
