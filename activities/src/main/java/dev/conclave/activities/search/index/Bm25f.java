package dev.conclave.activities.search.index;

import java.io.IOException;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.util.SmallFloat;

/**
 * BM25F over the fields of an index, each with its own weight and length normalization:
 *
 * <pre>
 *   tf'(t, d) = Σ over fields f of  w_f · tf_f / (1 − b_f + b_f · length_f / mean length_f)
 *   score(d)  = Σ over terms t of   q_t · idf(t, d) · tf' / (k1 + tf')
 *   idf(t, d) = idf of t among all files; if d is named by t, averaged with that among names
 * </pre>
 *
 * Lucene's CombinedFieldQuery takes no weight below 1 and one b for all fields, so this class reads
 * postings and norms itself. Not thread-safe.
 */
final class Bm25f {
  private static final double K1 = 2.5;

  /** "list" occurs in nearly every Java file, but few files are named after it. */
  private static final double AMONG_NAMES = 0.5;

  private final CodeIndex index;
  private final Map<Field, Double> meanLengths = new EnumMap<>(Field.class);

  enum Field {
    STEM(7, 0.9),
    DEFINITIONS(4, 0.3),
    /** The folders of its path, and its extension. */
    DIRECTORIES(3, 0.3),
    STRINGS(1, 0.3),
    /** For prose, the whole text. */
    COMMENTS(0.6, 0.3),
    CODE(0.5, 0.3),
    IMPORTS(0.2, 0.3);

    private final double weight;
    private final double b;

    Field(double weight, double b) {
      this.weight = weight;
      this.b = b;
    }

    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A term's occurrences by document number; callers may add to {@code weighted}. */
  record Frequencies(double[] weighted, BitSet named) {

    long holding() {
      return DoubleStream.of(weighted).filter(f -> f > 0).count();
    }
  }

  Bm25f(CodeIndex index) throws IOException {
    this.index = index;
    IndexSearcher searcher = new IndexSearcher(index.reader());
    for (Field field : Field.values()) {
      CollectionStatistics all = searcher.collectionStatistics(field.key());
      double mean = all == null ? 1 : (double) all.sumTotalTermFreq() / all.docCount();
      meanLengths.put(field, Math.max(1, mean));
    }
  }

  Frequencies frequencies(String term) throws IOException {
    Frequencies frequencies = new Frequencies(new double[index.size()], new BitSet());
    for (LeafReaderContext leaf : index.reader().leaves()) {
      for (Field field : Field.values()) {
        add(leaf, field, new Term(field.key(), term), frequencies);
      }
    }
    return frequencies;
  }

  /** Returns one term's part of the score by document number. */
  double[] saturate(Frequencies frequencies) {
    double everywhere = idf(frequencies.holding());
    double among = idf(frequencies.named().cardinality());
    double named = everywhere + AMONG_NAMES * Math.max(0, among - everywhere);
    double[] score = new double[frequencies.weighted().length];
    for (int i = 0; i < score.length; i++) {
      double frequency = frequencies.weighted()[i];
      double idf = frequencies.named().get(i) ? named : everywhere;
      score[i] = frequency > 0 ? idf * frequency / (K1 + frequency) : 0;
    }
    return score;
  }

  double idf(long holding) {
    int files = Math.max(1, index.files().size());
    return Math.log(1 + (files - holding + 0.5) / (holding + 0.5));
  }

  private void add(LeafReaderContext leaf, Field field, Term term, Frequencies frequencies)
      throws IOException {
    PostingsEnum postings = leaf.reader().postings(term, PostingsEnum.FREQS);
    if (postings == null) {
      return;
    }
    double mean = meanLengths.getOrDefault(field, 1.0);
    NumericDocValues norms = leaf.reader().getNormValues(field.key());
    for (int doc = postings.nextDoc(); doc != PostingsEnum.NO_MORE_DOCS; doc = postings.nextDoc()) {
      int number = leaf.docBase + doc;
      if (index.isFile(number)) {
        double length =
            norms != null && norms.advanceExact(doc)
                ? SmallFloat.byte4ToInt((byte) norms.longValue())
                : mean;
        if (field == Field.STEM) {
          frequencies.named().set(number);
        }
        frequencies.weighted()[number] +=
            field.weight * postings.freq() / (1 - field.b + field.b * length / mean);
      }
    }
  }
}
