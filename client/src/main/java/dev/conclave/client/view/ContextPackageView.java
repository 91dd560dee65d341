package dev.conclave.client.view;

import java.util.List;
import java.util.stream.Stream;

/** The displayed parts of {@code context-package.json}. */
public record ContextPackageView(Assets assets, ConflictDetection conflictDetection) {
  public record Assets(
      List<Ranked> documentation,
      List<Ranked> sourceCode,
      List<Ranked> config,
      List<Ranked> tests) {
    /** Returns all files, most relevant first. */
    public List<Ranked> ranked() {
      return Stream.of(documentation, sourceCode, config, tests)
          .flatMap(List::stream)
          .sorted((one, other) -> Double.compare(other.relevance(), one.relevance()))
          .toList();
    }
  }

  /** A file and its relevance, from 0 to 1. */
  public record Ranked(String path, double relevance, String rationale) {}

  public record ConflictDetection(String riskLevel, String mitigationStrategy) {}
}
