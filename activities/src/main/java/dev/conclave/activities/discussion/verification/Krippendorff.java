package dev.conclave.activities.discussion.verification;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Krippendorff's alpha for nominal values without gaps: 1 − observed / expected disagreement;
 * docs/discussion.md, section 4.
 */
final class Krippendorff {
  private Krippendorff() {}

  /**
   * Alpha over units, each a list of one value per coder.
   *
   * @return 1 when all values agree, 0 at chance, below 0 under it; 0 without any two coders
   */
  static double alpha(List<List<Integer>> units) {
    Map<Integer, Double> totals = new HashMap<>();
    double values = 0;
    double observed = 0;
    for (List<Integer> unit : units) {
      int coders = unit.size();
      if (coders < 2) {
        continue;
      }
      values += coders;
      for (int i = 0; i < coders; i++) {
        totals.merge(unit.get(i), 1.0, Double::sum);
        for (int j = 0; j < coders; j++) {
          if (i != j && !unit.get(i).equals(unit.get(j))) {
            observed += 1.0 / (coders - 1);
          }
        }
      }
    }
    return values == 0 ? 0 : alpha(observed / values, expected(totals, values));
  }

  private static double alpha(double observed, double expected) {
    if (observed == 0) {
      return 1;
    }
    return expected == 0 ? 0 : 1 - observed / expected;
  }

  private static double expected(Map<Integer, Double> totals, double values) {
    double different = 0;
    for (double total : totals.values()) {
      different += total * (values - total);
    }
    return different / (values * (values - 1));
  }
}
