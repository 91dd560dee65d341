package dev.conclave.activities.discussion.convergence;

import static dev.conclave.activities.discussion.Analyses.concerned;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.discussion.Analyses;
import dev.conclave.activities.discussion.Label;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Concern;
import dev.conclave.workflows.discussion.RoundRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConcernsTest {
  private static final String SPOOFED =
      "UDP source addresses can be spoofed, so an attacker can exhaust the bucket of an honest peer"
          + " [net.go:348]";
  private static final List<Analysis> ANALYSES =
      List.of(
          concerned("alpha", SPOOFED, "The map of buckets grows without bound"),
          concerned("beta", SPOOFED));

  private static RoundRequest request(List<String> answered, List<Concern> earlier) {
    RoundRequest r = Analyses.request(2, List.of(), List.of(), "en");
    return new RoundRequest(
        r.session(),
        r.task(),
        r.round(),
        r.workspace(),
        r.tree(),
        r.analyses(),
        r.runs(),
        r.earlierFindings(),
        r.firstOfDirection(),
        r.context(),
        r.feedback(),
        r.languages(),
        r.started(),
        answered,
        List.of(),
        earlier);
  }

  private static List<Concern> of(
      List<String> answered, List<Concern> earlier, List<Analysis> analyses) {
    return Concerns.of(request(answered, earlier), List.of(), analyses);
  }

  private static List<Concern> firstRound() {
    return of(List.of(), List.of(), ANALYSES);
  }

  @Test
  void what_most_agents_raise_comes_first_in_its_own_words_with_its_question() {
    Concern weightiest = firstRound().get(0);

    assertThat(weightiest.text()).isEqualTo(SPOOFED);
    assertThat(weightiest.agents()).containsExactly("alpha", "beta");
    assertThat(weightiest.question()).startsWith("Must the solution deal with this concern");
    assertThat(Questions.of(List.of(), firstRound(), List.of(), List.of()))
        .extracting(Label::en)
        .containsExactlyElementsOf(firstRound().stream().map(Concern::question).toList());
  }

  @Test
  void one_that_nobody_answered_is_asked_again_although_the_next_round_does_not_repeat_it() {
    List<Concern> next = of(List.of(), firstRound(), List.of(concerned("alpha")));

    assertThat(next).isEqualTo(firstRound());
    assertThat(Questions.of(List.of(), next, List.of(), List.of())).hasSize(2);
  }

  @Test
  void one_that_was_answered_stays_and_is_not_asked_again() {
    List<String> answered = List.of(firstRound().get(0).question());
    List<Concern> next = of(answered, firstRound(), ANALYSES);

    assertThat(next).containsExactlyInAnyOrderElementsOf(firstRound());
    assertThat(Questions.of(List.of(), next, List.of(), answered))
        .extracting(Label::en)
        .containsExactly(firstRound().get(1).question());
  }

  @Test
  void the_same_in_other_words_is_the_same_and_keeps_its_question() {
    String reworded =
        "An attacker can exhaust the bucket of an honest peer, as UDP source addresses can be"
            + " spoofed";

    assertThat(of(List.of(), firstRound(), List.of(concerned("beta", reworded))))
        .containsExactlyElementsOf(firstRound());
  }

  @Test
  void a_direction_carries_eight_and_lets_those_go_first_that_have_their_answer() {
    List<Concern> earlier = new ArrayList<>();
    for (String thing : List.of("a", "b", "c", "d", "e", "f", "g", "h", "i")) {
      earlier.add(new Concern("question " + thing, "concern " + thing, List.of("alpha")));
    }

    assertThat(of(List.of("question a"), earlier, List.of()))
        .hasSize(Concerns.KEPT)
        .doesNotContain(earlier.get(0));
  }
}
