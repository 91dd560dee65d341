package dev.conclave.activities.search.index;

import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.Symbol;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A ranked file: its score (1 for the best), the symbols the query names, and its best lines. */
public record RankedFile(
    String path,
    Language language,
    double score,
    List<Symbol> symbols,
    List<BestLine> lines,
    Explanation explanation) {

  /** A line that matches the query; line numbers start at 1. */
  public record BestLine(int line, String text) {}

  /** The parts of a score, which is the sum of its factors × damping ÷ the best file's sum. */
  public record Explanation(List<Share> factors, double damping, String kind) {
    /** Returns the two strongest reasons, in words. */
    public String why() {
      return factors.stream().limit(2).map(Share::because).collect(Collectors.joining("; "));
    }
  }

  /** One factor's share; {@code value} is relative to the greatest value, 0 to 1. */
  public record Share(Factor factor, double value, double weight, String because) {

    public double points() {
      return value * weight;
    }
  }

  /** The factors of a file's score and their weights. */
  public enum Factor {
    /** BM25F over the fields, including past commit messages. */
    TEXT(1.0, "words of the query"),
    NEIGHBOURS(0.3, "similar commits changed it"),
    STEM(0.3, "the query names the file"),
    SCOPE(0.3, "the query's scope is in its path"),
    CHUNK(0.2, "a passage matches the query"),
    SYMBOL(0.2, "defines a name of the query"),
    CHURN(0.1, "changes often");

    final double weight;
    final String reason;

    Factor(double weight, String reason) {
      this.weight = weight;
      this.reason = reason;
    }

    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
