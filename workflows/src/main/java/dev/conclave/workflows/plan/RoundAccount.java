package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.CitedPlaces;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.temporal.Cut;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a person has to know of the last round before trusting its options: who did not answer for
 * whom, and which cited places did not hold. Pure.
 */
final class RoundAccount {
  private static final int NAMED = 5;
  private static final int NAME = 80;

  private final PlanState session;
  private final Synthesis last;

  private RoundAccount(PlanState session, Synthesis last) {
    this.session = session;
    this.last = last;
  }

  /** The account in sentences; none before the first round. */
  static List<String> of(PlanState session) {
    return session.last.map(last -> new RoundAccount(session, last).sentences()).orElse(List.of());
  }

  private List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    session.rounds.stream()
        .filter(round -> round.number() == last.round())
        .forEach(round -> sentences.addAll(StandIns.of(round.runs(), session.request())));
    last.prose().stream()
        .map(
            agent ->
                agent
                    + " answered in prose and has no vote; what could be picked out of its text is"
                    + " shown as said by it alone")
        .forEach(sentences::add);
    sentences.addAll(places(last.places()));
    return List.copyOf(sentences);
  }

  private static List<String> places(CitedPlaces places) {
    List<String> sentences = new ArrayList<>();
    if (places.missing() > 0) {
      // Not formatted: a locale's own digits would change the gate's digest.
      sentences.add(
          places.missing()
              + " of "
              + places.cited()
              + " cited places "
              + (places.missing() == 1 ? "is " : "are ")
              + "not in the code: "
              + names(places.first(), places.missing()));
    }
    return sentences;
  }

  private static String names(List<String> some, int count) {
    String named =
        some.stream()
            .limit(NAMED)
            .map(name -> Cut.shown(name, NAME))
            .collect(Collectors.joining(", "));
    int more = count - Math.min(NAMED, some.size());
    return more == 0 ? named : named + " and " + more + " more";
  }
}
