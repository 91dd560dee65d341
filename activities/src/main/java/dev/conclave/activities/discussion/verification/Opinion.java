package dev.conclave.activities.discussion.verification;

import dev.conclave.activities.discussion.similarity.Consent;
import dev.conclave.activities.discussion.similarity.Said;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether voters who speak of one thing, and do not contradict each other, say the same of it;
 * docs/discussion.md, section 4.
 */
final class Opinion {
  private Opinion() {}

  /** Whether consent leads from every voter of a group to every other, be it through others. */
  static boolean isOne(Collection<Said> group, Set<String> voters) {
    List<Said> said = group.stream().filter(each -> voters.contains(each.agent())).toList();
    Set<String> reached = new TreeSet<>(Set.of(said.get(0).agent()));
    boolean grew = true;
    while (grew) {
      grew =
          reached.addAll(
              said.stream()
                  .filter(other -> said.stream().anyMatch(one -> leads(reached, one, other)))
                  .map(Said::agent)
                  .toList());
    }
    return reached.containsAll(voters);
  }

  /** An endorsement is consent by itself. */
  private static boolean leads(Set<String> reached, Said one, Said other) {
    return reached.contains(one.agent())
        && !reached.contains(other.agent())
        && (!one.own() || !other.own() || Consent.between(one.text(), other.text()));
  }
}
