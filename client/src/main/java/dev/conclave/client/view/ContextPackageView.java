package dev.conclave.client.view;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The displayed parts of {@code context-package.json}. */
public record ContextPackageView(Assets assets, ConflictDetection conflictDetection) {
  public record Assets(
      List<Ranked> documentation,
      List<Ranked> sourceCode,
      List<Ranked> config,
      List<Ranked> tests) {
    /** Returns all files: first those of the given ones, each part with the most relevant first. */
    public List<Ranked> ranked(Set<String> first) {
      return Stream.of(documentation, sourceCode, config, tests)
          .flatMap(List::stream)
          .sorted(
              Comparator.comparing((Ranked one) -> !first.contains(one.path()))
                  .thenComparing(Comparator.comparingDouble(Ranked::relevance).reversed()))
          .toList();
    }
  }

  /** A file and its relevance, from 0 to 1. */
  public record Ranked(String path, double relevance, String rationale) {}

  public record ConflictDetection(String riskLevel, String mitigationStrategy) {}
}
