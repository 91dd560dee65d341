package dev.conclave.activities.discussion.verification;

import dev.conclave.activities.discussion.similarity.Alike;
import dev.conclave.activities.discussion.similarity.Said;
import dev.conclave.workflows.discussion.Analysis;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Explicit {@code disagrees_with} entries, by the group or the approach they name. Only how much of
 * the objection is said there counts, so that nobody escapes one by saying more.
 */
final class Objections {
  /** Share of an objection's words that a sentence must have to be what it objects to. */
  static final double NAMED = 0.45;

  private final Map<Integer, Map<String, String>> groups = new HashMap<>();
  private final Map<String, Map<String, String>> approaches = new HashMap<>();

  /** Weighs all words alike, so that what others say again changes nothing here. */
  private final Alike alike = Alike.over(List.of());

  private Objections() {}

  static Objections of(
      Collection<Analysis> analyses,
      Set<String> voters,
      List<List<Said>> groups,
      List<ApproachGroup> approaches) {
    Objections objections = new Objections();
    for (Analysis analysis : analyses) {
      if (voters.contains(analysis.tool()) && analysis.crossVerification().isPresent()) {
        for (String text : new TreeSet<>(analysis.crossVerification().get().disagreesWith())) {
          objections.add(analysis.tool(), text, groups, approaches);
        }
      }
    }
    return objections;
  }

  /** Objections to a group: words by agent. */
  Map<String, String> against(int group) {
    return groups.getOrDefault(group, Map.of());
  }

  /** Objections to an approach: words by agent. */
  Map<String, String> against(ApproachGroup approach) {
    return approaches.getOrDefault(approach.name(), Map.of());
  }

  private void add(
      String agent, String text, List<List<Said>> saidGroups, List<ApproachGroup> approachGroups) {
    for (ApproachGroup approach : approachGroups) {
      if (names(text, approach) && !approach.agents().equals(List.of(agent))) {
        put(approaches.computeIfAbsent(approach.name(), name -> new TreeMap<>()), agent, text);
        return;
      }
    }
    List<Double> named = saidGroups.stream().map(group -> named(text, agent, group)).toList();
    double most = named.stream().mapToDouble(each -> each).max().orElse(0);
    for (int i = 0; i < named.size(); i++) {
      if (most >= NAMED && named.get(i) == most) {
        put(groups.computeIfAbsent(i, group -> new TreeMap<>()), agent, text);
      }
    }
  }

  /** How much of an objection a group says, in the sentence of another agent that says most. */
  private double named(String text, String agent, List<Said> group) {
    return group.stream()
        .filter(said -> !said.agent().equals(agent))
        .mapToDouble(said -> alike.covered(text, said.text()))
        .max()
        .orElse(0);
  }

  private static void put(Map<String, String> words, String agent, String text) {
    words.merge(agent, text, (one, other) -> one + "; " + other);
  }

  private static boolean names(String text, ApproachGroup approach) {
    String lower = text.toLowerCase(Locale.ROOT);
    return approach.proposals().stream()
        .map(proposal -> proposal.approach().name().strip().toLowerCase(Locale.ROOT))
        .anyMatch(name -> name.length() >= 4 && lower.contains(name));
  }
}
