package dev.conclave.activities.discussion.convergence;

import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Position;
import dev.conclave.workflows.discussion.Solution;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which disagreements people are told and asked of first: those that an option depends on, then
 * those that more agents take a side in; last whether there are tests. docs/discussion.md, section
 * 6. Pure.
 */
public final class Precedence {
  // Not a word boundary: whether a Chinese sign is part of a word differs from Java to Java.
  private static final Pattern TESTS =
      Pattern.compile(
          "(?i)(?<![a-z0-9_])(?:(?:un)?test(?:s|ed|ing)?|coverage)(?![a-z0-9_])|测试|覆盖率");

  private final List<String> names;
  private final Set<String> files;

  private Precedence(List<Solution> options) {
    this.names = options.stream().map(option -> "\"" + option.name() + "\"").toList();
    this.files =
        options.stream()
            .flatMap(option -> option.affectedFiles().stream())
            .map(place -> place.file())
            .collect(Collectors.toSet());
  }

  /** The disagreements in their order; equal ones stay as they came. */
  public static List<Disagreement> of(List<Disagreement> disagreements, List<Solution> options) {
    Precedence precedence = new Precedence(options);
    return disagreements.stream()
        .sorted(
            Comparator.comparingInt(precedence::rank)
                .thenComparing(Comparator.comparingLong(Precedence::agents).reversed()))
        .toList();
  }

  private int rank(Disagreement one) {
    if (ofTests(one)) {
      return 2;
    }
    return names.stream().anyMatch(one.topic()::contains) || touchesOption(one) ? 0 : 1;
  }

  /** Whether all that is said is of tests. */
  private static boolean ofTests(Disagreement one) {
    return one.positions().stream()
        .map(Position::statement)
        .allMatch(words -> TESTS.matcher(words).find());
  }

  /** Whether a place that is there lies in a file that an option changes. */
  private boolean touchesOption(Disagreement one) {
    return one.positions().stream()
        .flatMap(position -> position.evidence().stream())
        .filter(place -> place.verdict() != Evidence.MISSING)
        .map(CheckedLocation::file)
        .anyMatch(files::contains);
  }

  private static long agents(Disagreement one) {
    return one.positions().stream().map(Position::agent).distinct().count();
  }
}
