package dev.conclave.activities.search;

import java.util.List;

/** The four things that a search for context asks of a tree. */
public enum Facet {
  /** What the task is about: counts most. */
  IMPLEMENTATIONS("existing implementations", 1.0),
  ARCHITECTURE("architecture and module structure", 0.3),
  PATTERNS("patterns and conventions", 0.25),
  INTEGRATION("integration points", 0.3);

  private final String title;
  private final double weight;

  Facet(String title, double weight) {
    this.title = title;
    this.weight = weight;
  }

  /** For people. */
  public String title() {
    return title;
  }

  /** How much a place in this facet's ranking counts for a file. */
  double weight() {
    return weight;
  }

  /** The query, as it is asked and recorded. */
  String query(String task, List<String> keywords) {
    String words = keywords.isEmpty() ? task : String.join(" ", keywords);
    return this == IMPLEMENTATIONS ? task : words + ": " + title;
  }
}
