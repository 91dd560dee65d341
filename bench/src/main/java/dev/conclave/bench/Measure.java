package dev.conclave.bench;

import java.util.List;

/**
 * How well rankings did over some samples.
 *
 * @param n samples
 * @param reciprocals sum of 1 / place of the first right file
 * @param firsts how often the first file was right
 * @param recalls sum of the parts of the right files among the first ten
 */
record Measure(int n, double reciprocals, double firsts, double recalls) {

  static Measure of(List<String> paths, Sample sample) {
    double reciprocal = 0;
    for (int i = 0; i < paths.size() && reciprocal == 0; i++) {
      reciprocal = sample.answers().contains(paths.get(i)) ? 1.0 / (i + 1) : 0;
    }
    long found = paths.stream().limit(10).filter(sample.answers()::contains).count();
    return new Measure(
        1, reciprocal, reciprocal == 1 ? 1 : 0, found / (double) sample.answers().size());
  }

  Measure plus(Measure other) {
    return new Measure(
        n + other.n,
        reciprocals + other.reciprocals,
        firsts + other.firsts,
        recalls + other.recalls);
  }

  double mrr() {
    return reciprocals / n;
  }

  double first() {
    return firsts / n;
  }

  double recall() {
    return recalls / n;
  }
}
