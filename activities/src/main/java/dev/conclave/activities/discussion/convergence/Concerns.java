package dev.conclave.activities.discussion.convergence;

import dev.conclave.activities.discussion.similarity.Alike;
import dev.conclave.activities.discussion.similarity.Grouping;
import dev.conclave.activities.discussion.similarity.Said;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Concern;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.RoundRequest;
import dev.conclave.workflows.wire.Cut;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The concerns that are put to the human, carried from round to round: one that nobody answered is
 * not gone because the next round does not repeat it; docs/discussion.md, section 6. Pure.
 */
public final class Concerns {
  /** So many of a round. */
  static final int OF_A_ROUND = 2;

  /** So many of a direction. */
  static final int KEPT = 8;

  private static final int TEXT = 600;

  private final Alike alike = Alike.over(List.of());
  private final RoundRequest request;
  private final List<String> elsewhere = new ArrayList<>();

  private Concerns(RoundRequest request, List<Disagreement> disagreements) {
    this.request = request;
    disagreements.stream()
        .filter(Disagreement::open)
        .map(Disagreement::topic)
        .forEach(elsewhere::add);
    request.answered().stream().map(Asked::about).forEach(elsewhere::add);
  }

  /** Those of the analyses first, weightiest first, then those of earlier rounds. */
  public static List<Concern> of(
      RoundRequest request, List<Disagreement> disagreements, Collection<Analysis> analyses) {
    Concerns concerns = new Concerns(request, disagreements);
    List<Concern> raised = concerns.raised(analyses);
    Stream<Concern> before =
        request.concerns().stream()
            .filter(one -> raised.stream().noneMatch(now -> now.question().equals(one.question())))
            .sorted(Comparator.comparing(one -> request.answered().contains(one.question())));
    return Stream.concat(raised.stream(), before).limit(KEPT).toList();
  }

  private List<Concern> raised(Collection<Analysis> analyses) {
    List<Concern> raised = new ArrayList<>();
    int fresh = 0;
    for (List<Said> group : weightiest(analyses)) {
      String text = Cut.shown(group.get(0).text(), TEXT);
      Optional<Concern> earlier = first(request.concerns(), text);
      if (first(raised, text).isPresent()) {
        continue;
      }
      if (earlier.isPresent()) {
        raised.add(earlier.get());
      } else if (fresh < OF_A_ROUND && elsewhere.stream().noneMatch(one -> same(one, text))) {
        String question = Questions.concern(text).in(request.languages());
        raised.add(new Concern(question, text, agents(group)));
        fresh++;
      }
    }
    return raised;
  }

  private Optional<Concern> first(List<Concern> concerns, String text) {
    return concerns.stream().filter(one -> same(one.text(), text)).findFirst();
  }

  private boolean same(String one, String other) {
    return one.equals(other) || alike.same(one, other);
  }

  /** Those that most agents raise first; then in the order of their words. */
  private static List<List<Said>> weightiest(Collection<Analysis> analyses) {
    List<Said> concerns = new ArrayList<>();
    for (Analysis analysis : analyses) {
      if (analysis.degraded()) {
        continue; // what no model raised is a remark of ours, no question to a human
      }
      analysis.technicalConcerns().forEach(c -> concerns.add(new Said(analysis.tool(), c, true)));
    }
    return Grouping.of(concerns).stream()
        .sorted(
            Comparator.comparing((List<Said> group) -> -agents(group).size())
                .thenComparing(group -> -group.size())
                .thenComparing(group -> group.get(0)))
        .toList();
  }

  private static List<String> agents(List<Said> group) {
    return group.stream().map(Said::agent).distinct().toList();
  }
}
