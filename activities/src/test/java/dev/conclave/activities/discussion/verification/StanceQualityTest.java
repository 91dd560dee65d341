package dev.conclave.activities.discussion.verification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.discussion.Analyses;
import dev.conclave.activities.discussion.similarity.LabelledPairs;
import dev.conclave.activities.discussion.similarity.LabelledPairs.Hits;
import dev.conclave.activities.discussion.similarity.LabelledPairs.Pair;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Position;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What becomes of the labelled pairs in whole rounds: one agent says the left sentences of a round,
 * another the right ones.
 */
class StanceQualityTest {

  @Test
  void what_was_tuned_on_is_agreed_with_precision_085_and_contradicted_with_085_of_both() {
    Map<Pair, Character> found = outcomes("stance-tuning.txt", "tuning.txt");
    assertThat(found).hasSizeGreaterThanOrEqualTo(170);
    Hits agreed = hits(found, '=');
    assertThat(agreed.precision()).as(agreed.toString()).isGreaterThanOrEqualTo(0.85);
    assertThat(agreed.recall()).as(agreed.toString()).isGreaterThanOrEqualTo(0.70);
    Hits contradicted = hits(found, '!');
    assertThat(contradicted.precision()).as(contradicted.toString()).isGreaterThanOrEqualTo(0.85);
    assertThat(contradicted.recall()).as(contradicted.toString()).isGreaterThanOrEqualTo(0.85);
  }

  /** Precision comes first: what is held to be agreed without being so costs more than a doubt. */
  @Test
  void what_was_held_out_is_agreed_with_precision_080_and_contradicted_with_recall_070() {
    Map<Pair, Character> found = outcomes("stance-held-out.txt", "held-out.txt");
    assertThat(found).hasSizeGreaterThanOrEqualTo(160);
    Hits agreed = hits(found, '=');
    assertThat(agreed.precision()).as(agreed.toString()).isGreaterThanOrEqualTo(0.80);
    assertThat(agreed.recall()).as(agreed.toString()).isGreaterThanOrEqualTo(0.45);
    Hits contradicted = hits(found, '!');
    assertThat(contradicted.precision()).as(contradicted.toString()).isGreaterThanOrEqualTo(0.80);
    assertThat(contradicted.recall()).as(contradicted.toString()).isGreaterThanOrEqualTo(0.70);
  }

  /** A user's round: what was shown as agreed and was not, and the other way round. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "## Trial: leeway for clock skew",
        "## Trial: tolerance for clock skew",
        "## Trial: SHA-256 by default",
        "## Trial: a rate limit per source"
      })
  void no_contradiction_of_the_trial_is_an_agreement_and_no_consent_a_disagreement(String round) {
    List<Pair> pairs = LabelledPairs.read("stance-tuning.txt").rounds().get(round);
    for (Pair pair : pairs) {
      char outcome = outcome(pair, pairs);
      assertThat(pair.label() == '=' ? "=~" : String.valueOf(pair.label()))
          .as(pair.one() + " || " + pair.other())
          .contains(String.valueOf(outcome));
    }
  }

  private static Hits hits(Map<Pair, Character> found, char label) {
    return Hits.of(
        List.copyOf(found.keySet()),
        pair -> found.get(pair) == label,
        pair -> pair.label() == label);
  }

  private static Map<Pair, Character> outcomes(String... sets) {
    Map<Pair, Character> outcomes = new LinkedHashMap<>();
    for (String set : sets) {
      for (List<Pair> round : LabelledPairs.read(set).rounds().values()) {
        round.forEach(pair -> outcomes.put(pair, outcome(pair, round)));
      }
    }
    return outcomes;
  }

  /** As the pairs are labelled: agreement, disagreement or neither. */
  private static char outcome(Pair pair, List<Pair> round) {
    List<String> ada = new ArrayList<>(List.of(pair.one()));
    List<String> bob = new ArrayList<>(List.of(pair.other()));
    for (Pair beside : round) {
      if (!ada.contains(beside.one()) && !bob.contains(beside.other())) {
        ada.add(beside.one());
        bob.add(beside.other());
      }
    }
    List<Analysis> analyses =
        List.of(
            Analyses.analysis("ada", ada.toArray(String[]::new)),
            Analyses.analysis("bob", bob.toArray(String[]::new)));
    CrossVerification result =
        CrossVerifier.verify(analyses, Set.of("ada", "bob"), List.of(), List.of()).result();
    if (result.agreements().stream().anyMatch(point -> holds(point.positions(), pair))) {
      return '=';
    }
    return result.disagreements().stream().anyMatch(point -> holds(point.positions(), pair))
        ? '!'
        : '~';
  }

  private static boolean holds(List<Position> positions, Pair pair) {
    List<String> words = positions.stream().map(Position::statement).toList();
    return words.contains(pair.one()) && words.contains(pair.other());
  }
}
