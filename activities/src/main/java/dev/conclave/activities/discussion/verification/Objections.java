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

/** Explicit {@code disagrees_with} entries, by the group or the approach they name. */
final class Objections {
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
    int best = -1;
    double most = 0;
    for (int i = 0; i < saidGroups.size(); i++) {
      for (Said said : saidGroups.get(i)) {
        double similarity = alike.between(said.text(), text);
        if (!said.agent().equals(agent) && alike.same(said.text(), text) && similarity > most) {
          best = i;
          most = similarity;
        }
      }
    }
    if (best >= 0) {
      put(groups.computeIfAbsent(best, group -> new TreeMap<>()), agent, text);
    }
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
