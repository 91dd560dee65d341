package dev.conclave.activities.discussion.verification;

import dev.conclave.activities.discussion.similarity.Alike;
import dev.conclave.activities.discussion.similarity.Clustering;
import dev.conclave.activities.discussion.similarity.statement.Contradictions;
import dev.conclave.activities.discussion.similarity.words.SignificantWords;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.CodeLocation;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which proposals are one approach: equal names, or names, descriptions and files that overlap;
 * docs/discussion.md, section 4. What one agent proposes as alternatives stays apart.
 */
public final class ApproachGrouping {
  /** From here on two proposals are one approach; higher than for findings, which share a task. */
  public static final double SAME_APPROACH = 0.45;

  /** So much of another name a proposal has to speak of. */
  static final double NAMED = 0.5;

  /** What any approach may be called, whatever it does. */
  private static final Set<String> ANY =
      SignificantWords.of(
          "add implement introduce use create build make write apply provide support extend"
              + " new simple small own feature flag boolean attribute field property");

  private final List<Proposal> proposals;
  private final Alike alike;
  private final Contradictions contradictions = new Contradictions();

  private ApproachGrouping(Collection<Proposal> proposals) {
    this.proposals = List.copyOf(new TreeSet<>(proposals));
    this.alike = Alike.over(this.proposals.stream().map(ApproachGrouping::words).toList());
  }

  /** The approaches of a round, in order of their agents' names. */
  public static List<ApproachGroup> of(Collection<Analysis> analyses) {
    ApproachGrouping grouping =
        new ApproachGrouping(
            analyses.stream()
                .flatMap(
                    analysis ->
                        analysis.implementationApproaches().stream()
                            .map(approach -> new Proposal(analysis.tool(), approach)))
                .toList());
    return Clustering.of(
            grouping.proposals,
            grouping::similarity,
            SAME_APPROACH,
            SAME_APPROACH,
            ApproachGrouping::mayJoin)
        .stream()
        .map(ApproachGrouping::group)
        .toList();
  }

  private static ApproachGroup group(List<Proposal> group) {
    String name =
        group.stream()
            .map(proposal -> proposal.approach().name().strip())
            .min(
                Comparator.comparing(String::isEmpty)
                    .thenComparing(String::length)
                    .thenComparing(s -> s))
            .orElse("");
    return new ApproachGroup(name, group);
  }

  private double similarity(Proposal one, Proposal other) {
    if (sameName(one, other)) {
      return 1;
    }
    boolean opposed =
        contradictions.between(one.approach().name(), other.approach().name()).isPresent();
    return opposed || one.agent().equals(other.agent()) || !named(one, other) || !named(other, one)
        ? 0
        : alike.between(words(one), words(other));
  }

  /**
   * Whether a proposal speaks of what another one's name says beyond its own. Two ways to do one
   * thing on one ground share most words and all files, and differ in just these.
   */
  private static boolean named(Proposal other, Proposal by) {
    Set<String> beyond = new TreeSet<>(normal(other.approach().name()));
    beyond.removeAll(normal(by.approach().name()));
    beyond.removeAll(ANY);
    Set<String> said = SignificantWords.of(by.approach().description());
    long spoken = beyond.stream().filter(said::contains).count();
    return spoken >= NAMED * beyond.size();
  }

  private static boolean mayJoin(List<Proposal> left, List<Proposal> right) {
    return Collections.disjoint(agents(left), agents(right)) || sameName(left.get(0), right.get(0));
  }

  private static Set<String> agents(List<Proposal> group) {
    return group.stream().map(Proposal::agent).collect(Collectors.toSet());
  }

  private static boolean sameName(Proposal one, Proposal other) {
    return normal(one.approach().name()).equals(normal(other.approach().name()));
  }

  /** A name without case, order, endings and small words. */
  static Set<String> normal(String name) {
    Set<String> words = SignificantWords.of(name);
    return words.isEmpty() ? Set.of(name.strip().toLowerCase(Locale.ROOT)) : words;
  }

  /** Everything of a proposal that similarity reads, its files as citations. */
  static String words(Proposal proposal) {
    Approach approach = proposal.approach();
    return approach.name()
        + ". "
        + approach.description()
        + approach.affectedFiles().stream()
            .map(ApproachGrouping::cited)
            .collect(Collectors.joining());
  }

  private static String cited(CodeLocation place) {
    return " [" + place.file() + ":" + place.line() + "]";
  }
}
