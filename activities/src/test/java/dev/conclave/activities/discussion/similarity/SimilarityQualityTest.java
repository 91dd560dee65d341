package dev.conclave.activities.discussion.similarity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.discussion.similarity.LabelledPairs.Hits;
import dev.conclave.activities.discussion.similarity.LabelledPairs.Pair;
import dev.conclave.activities.discussion.similarity.statement.Contradictions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SimilarityQualityTest {
  private static final LabelledPairs TUNING = LabelledPairs.read("tuning.txt");
  private static final LabelledPairs HELD_OUT = LabelledPairs.read("held-out.txt");

  @Test
  void the_labelled_set_has_240_pairs_and_its_halves_share_none() {
    Set<Pair> both = new HashSet<>(TUNING.all());
    both.retainAll(HELD_OUT.all());
    assertThat(both).isEmpty();
    assertThat(TUNING.all().size() + HELD_OUT.all().size()).isGreaterThanOrEqualTo(240);
    assertThat(HELD_OUT.all()).filteredOn(pair -> !pair.same()).hasSizeGreaterThan(40);
  }

  @Test
  void pairwise_f1_is_at_least_085_on_the_held_out_half() {
    Hits hits = same(HELD_OUT);
    assertThat(hits.f1()).as(hits.toString()).isGreaterThanOrEqualTo(0.85);
  }

  @Test
  void pairwise_f1_is_at_least_090_on_the_half_that_was_tuned_on() {
    Hits hits = same(TUNING);
    assertThat(hits.f1()).as(hits.toString()).isGreaterThanOrEqualTo(0.90);
  }

  @Test
  void contradictions_are_told_from_consent_on_the_held_out_half() {
    Hits hits = opposed(HELD_OUT);
    assertThat(hits.f1()).as(hits.toString()).isGreaterThanOrEqualTo(0.80);
  }

  private static Hits same(LabelledPairs pairs) {
    List<Pair> found = pairs.foundSame();
    return Hits.of(pairs.all(), found::contains, Pair::same);
  }

  private static Hits opposed(LabelledPairs pairs) {
    return Hits.of(
        pairs.all().stream().filter(Pair::same).toList(),
        pair -> new Contradictions().between(pair.one(), pair.other()).isPresent(),
        pair -> pair.label() == '!');
  }
}
