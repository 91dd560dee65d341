package dev.conclave.activities.search.index;

import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.Symbol;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A file with its place in the ranking.
 *
 * @param score 0 to 1; the best file of a ranking has 1
 * @param symbols it defines that the query names, at most 8
 * @param lines its best lines, at most 5, best first
 */
public record RankedFile(
    String path,
    Language language,
    double score,
    List<Symbol> symbols,
    List<BestLine> lines,
    Explanation explanation) {

  /** A line that speaks of the query; numbers start at 1. */
  public record BestLine(int line, String text) {}

  /**
   * What a score is made of: (sum of the factors) × damping ÷ the best file's.
   *
   * @param factors those above zero, weightiest first
   * @param damping 1 unless the kind of file is damped
   */
  public record Explanation(List<Share> factors, double damping, String kind) {
    /** The two weightiest reasons, in words. */
    public String why() {
      return factors.stream().limit(2).map(Share::because).collect(Collectors.joining("; "));
    }
  }

  /**
   * One factor's share.
   *
   * @param value 0 to 1: the file's part of the greatest in this ranking
   */
  public record Share(Factor factor, double value, double weight, String because) {

    /** What it adds to the sum. */
    public double points() {
      return value * weight;
    }
  }

  /** What a file's score is made of, and how much each counts. */
  public enum Factor {
    /** BM25F over the fields, past messages included. */
    TEXT(1.0, "words of the query"),
    NEIGHBOURS(0.3, "similar commits changed it"),
    STEM(0.3, "the query names the file"),
    SCOPE(0.3, "the query's scope is in its path"),
    /** Its best passage. */
    CHUNK(0.2, "a passage speaks of it"),
    SYMBOL(0.2, "defines a name of the query"),
    CHURN(0.1, "changes often");

    final double weight;
    final String reason;

    Factor(double weight, String reason) {
      this.weight = weight;
      this.reason = reason;
    }

    /** As machines write it. */
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
