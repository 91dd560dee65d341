package dev.conclave.activities.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.wire.WireMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Fits an analysis into history. Translations go first, then the ends of lists; what was left out
 * is noted, and the document keeps all of it.
 */
final class AnalysisBounds {
  /** Most bytes of an analysis as JSON. */
  static final int ANALYSIS_BYTES = 48 << 10;

  /** Most bytes of a plan as JSON. */
  static final int PLAN_BYTES = 64 << 10;

  private static final int[] LENGTHS = {60, 30, 15, 8, 4};

  private AnalysisBounds() {}

  /** The analysis within its bound; empty when even short lists do not fit. */
  static Optional<Analysis> fit(Analysis analysis) {
    if (bytes(analysis) <= ANALYSIS_BYTES) {
      return Optional.of(analysis);
    }
    for (int length : LENGTHS) {
      Analysis shorter = cut(analysis, length);
      if (bytes(shorter) <= ANALYSIS_BYTES) {
        return Optional.of(shorter);
      }
    }
    return Optional.empty();
  }

  static int bytes(Object record) {
    try {
      return WireMapper.get().writeValueAsBytes(record).length;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records of ours are JSON", e);
    }
  }

  private static Analysis cut(Analysis a, int length) {
    List<String> notes = new ArrayList<>(first(a.parseNotes(), length));
    notes.add(
        "shortened to fit "
            + ANALYSIS_BYTES / 1024
            + " KiB: lists have at most "
            + length
            + " entries here"
            + (a.zh().isPresent() ? ", translations are left out" : "")
            + "; the document has all");
    return new Analysis(
        a.tool(),
        a.perspective(),
        a.feasibilityScore(),
        first(a.findings(), length),
        first(a.implementationApproaches(), Math.min(length, 5)),
        first(a.technicalConcerns(), length),
        first(a.codeLocations(), length),
        a.crossVerification(),
        a.requirements(),
        a.scope(),
        Optional.empty(),
        notes,
        a.fallback(),
        a.degraded());
  }

  private static <T> List<T> first(List<T> list, int length) {
    return list.stream().limit(length).toList();
  }
}
