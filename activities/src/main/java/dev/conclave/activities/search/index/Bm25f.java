package dev.conclave.activities.search.index;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.SmallFloat;

/**
 * BM25F over the fields of an index, each with a weight and a length normalization of its own:
 *
 * <pre>
 *   tf'(t, d) = Σ over fields f of  w_f · tf_f / (1 − b_f + b_f · length_f / mean length_f)
 *   score(d)  = Σ over terms t of   q_t · idf(t, d) · tf' / (k1 + tf')
 *   idf(t, d) = idf of t among all files; where d is named by t, a share of it is that among names
 * </pre>
 *
 * Lucene's CombinedFieldQuery takes no weight below 1 and one b for all fields, hence this reader
 * of postings and norms. Not thread-safe.
 */
public final class Bm25f {
  private final CodeIndex index;
  private final Parameters parameters;
  private final Map<SearchField, Float> meanLengths = new java.util.EnumMap<>(SearchField.class);
  private final int files;

  /**
   * The weights of the scorer.
   *
   * @param k1 how slowly repeats saturate
   * @param amongNames share of the rarity among file names, 0 to 1, for a file that has the term in
   *     its name: "list" stands in nearly every Java file, and few are called by it
   */
  public record Parameters(
      Map<SearchField, Double> weights, Map<SearchField, Double> b, double k1, double amongNames) {}

  /**
   * What the files have of a term, by document number.
   *
   * @param weighted frequency; the caller may add some from elsewhere
   * @param named the files whose names have it
   */
  public record Frequencies(double[] weighted, BitSet named) {

    /** How many files have the term. */
    public long holding() {
      return Arrays.stream(weighted).filter(f -> f > 0).count();
    }
  }

  /** A scorer of an index. */
  public Bm25f(CodeIndex index, Parameters parameters) throws IOException {
    this.index = index;
    this.parameters = parameters;
    this.files = Math.max(1, index.files().size());
    IndexSearcher searcher = new IndexSearcher(index.reader());
    for (SearchField field : SearchField.values()) {
      CollectionStatistics all = searcher.collectionStatistics(field.key());
      float mean = all == null ? 1 : (float) all.sumTotalTermFreq() / all.docCount();
      meanLengths.put(field, Math.max(1, mean));
    }
  }

  /** The weighted frequency of a term in every file. */
  public Frequencies frequencies(String term) throws IOException {
    Frequencies frequencies = new Frequencies(new double[index.size()], new BitSet());
    BytesRef bytes = new BytesRef(term);
    for (LeafReaderContext leaf : index.leaves()) {
      for (SearchField field : SearchField.values()) {
        if (parameters.weights().getOrDefault(field, 0.0) > 0) {
          add(leaf, field, bytes, frequencies);
        }
      }
    }
    return frequencies;
  }

  /** One term's part of the score, by document number. */
  public double[] saturate(Frequencies frequencies) {
    double everywhere = idf(frequencies.holding());
    double among = idf(frequencies.named().cardinality());
    double named = everywhere + parameters.amongNames() * Math.max(0, among - everywhere);
    double[] score = new double[frequencies.weighted().length];
    for (int i = 0; i < score.length; i++) {
      double frequency = frequencies.weighted()[i];
      double idf = frequencies.named().get(i) ? named : everywhere;
      score[i] = frequency > 0 ? idf * frequency / (parameters.k1() + frequency) : 0;
    }
    return score;
  }

  /** How much a term tells that so many files have. */
  public double idf(long holding) {
    return Math.log(1 + (files - holding + 0.5) / (holding + 0.5));
  }

  private void add(
      LeafReaderContext leaf, SearchField field, BytesRef term, Frequencies frequencies)
      throws IOException {
    LeafReader reader = leaf.reader();
    Terms terms = reader.terms(field.key());
    if (terms == null) {
      return;
    }
    TermsEnum found = terms.iterator();
    if (!found.seekExact(term)) {
      return;
    }
    double weight = parameters.weights().getOrDefault(field, 0.0);
    double b = parameters.b().getOrDefault(field, 0.0);
    double mean = meanLengths.getOrDefault(field, 1f);
    NumericDocValues norms = reader.getNormValues(field.key());
    PostingsEnum postings = found.postings(null, PostingsEnum.FREQS);
    for (int doc = postings.nextDoc(); doc != PostingsEnum.NO_MORE_DOCS; doc = postings.nextDoc()) {
      if (index.isFile(leaf.docBase + doc)) {
        double length =
            norms != null && norms.advanceExact(doc)
                ? SmallFloat.byte4ToInt((byte) norms.longValue())
                : mean;
        if (field == SearchField.STEM) {
          frequencies.named().set(leaf.docBase + doc);
        }
        frequencies.weighted()[leaf.docBase + doc] +=
            weight * postings.freq() / (1 - b + b * length / mean);
      }
    }
  }
}
