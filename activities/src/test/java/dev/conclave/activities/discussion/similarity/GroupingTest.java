package dev.conclave.activities.discussion.similarity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.conclave.activities.discussion.similarity.LabelledPairs.Hits;
import dev.conclave.activities.discussion.similarity.LabelledRounds.Round;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GroupingTest {
  private static final String WITHOUT_PLACES = "A round without places";

  static Stream<Round> roundsWithPlaces() {
    return LabelledRounds.all().stream().filter(round -> !round.title().equals(WITHOUT_PLACES));
  }

  private static Said says(String agent, String text) {
    return new Said(agent, text, true);
  }

  private static List<List<String>> texts(List<List<Said>> groups) {
    return groups.stream().map(group -> group.stream().map(Said::text).sorted().toList()).toList();
  }

  @Test
  void points_that_lie_close_in_one_small_file_stay_apart() {
    Round round = LabelledRounds.of("A Python server");
    assertThat(round.points()).hasSize(4).allMatch(point -> point.size() == 2);
    assertThat(texts(Grouping.of(round.said())))
        .containsExactlyInAnyOrderElementsOf(texts(round.points()));
  }

  @ParameterizedTest
  @MethodSource("roundsWithPlaces")
  void the_points_of_a_whole_round_are_found(Round round) {
    assertThat(texts(Grouping.of(round.said())))
        .containsExactlyInAnyOrderElementsOf(texts(round.points()));
  }

  @Test
  void five_agents_with_twelve_findings_each_are_among_the_rounds() {
    Round round = LabelledRounds.of("A webhook delivery service");
    assertThat(round.said()).hasSize(5 * 12);
    assertThat(round.points()).filteredOn(point -> point.size() == 5).hasSize(10);
  }

  @Test
  void without_places_no_two_points_are_joined_and_most_sentences_are_found() {
    Round round = LabelledRounds.of(WITHOUT_PLACES);
    List<LabelledPairs.Pair> pairs = new ArrayList<>();
    for (Said one : round.said()) {
      for (Said other : round.said()) {
        if (one.compareTo(other) < 0 && !one.agent().equals(other.agent())) {
          pairs.add(
              new LabelledPairs.Pair(
                  together(round.points(), one, other) ? '=' : '~', one.text(), other.text()));
        }
      }
    }
    List<List<String>> groups = texts(Grouping.of(round.said()));
    Hits hits =
        Hits.of(
            pairs,
            pair -> groups.stream().anyMatch(g -> g.containsAll(List.of(pair.one(), pair.other()))),
            LabelledPairs.Pair::same);
    assertThat(hits.wrong()).isZero();
    assertThat(hits.f1()).as(hits.toString()).isGreaterThanOrEqualTo(0.85);
  }

  private static boolean together(List<List<Said>> groups, Said one, Said other) {
    return groups.stream().anyMatch(group -> group.containsAll(List.of(one, other)));
  }

  @Test
  void a_point_that_one_agent_says_twice_is_one() {
    assertThat(
            Grouping.of(
                List.of(
                    says("gemini", "No rate limit guards the handler call [a.py:10]"),
                    says("gemini", "The handler call is guarded by no rate limit at all [a.py:10]"),
                    says("codex", "No rate limit guards the handler call [a.py:10]"))))
        .hasSize(1);
  }

  @Test
  void one_sentence_that_covers_two_points_of_another_agent_agrees_with_one_of_them() {
    Said limit = says("codex", "The upload has no limit on its size [up.go:22]");
    Said type = says("codex", "The upload has no check of its content type [up.go:23]");
    Said both =
        says("gemini", "The upload checks neither its size limit nor its content type [up.go:22]");
    assertThat(Grouping.of(List.of(limit, type, both)))
        .hasSize(2)
        .noneMatch(group -> group.containsAll(List.of(limit, type)));
  }

  @Test
  void a_point_found_at_line_10_by_one_and_at_line_14_by_another_is_one() {
    assertThat(
            Grouping.of(
                List.of(
                    says("gemini", "The cache is read and filled without a lock [cache.py:10]"),
                    says("codex", "Filling the cache is not protected by a mutex [cache.py:14]"),
                    says("gemini", "Keys of the cache are never normalised [cache.py:12]"))))
        .extracting(List::size)
        .containsExactlyInAnyOrder(2, 1);
  }

  @Test
  void what_contradicts_at_one_place_stays_together_beside_the_other_points_of_that_place() {
    Said safe = says("gemini", "The pool cache is thread-safe [pool.py:8]");
    Said unsafe = says("codex", "The pool cache is not thread-safe [pool.py:8]");
    Said bounded = says("gemini", "The pool evicts idle connections after a minute [pool.py:9]");
    Said idle = says("codex", "Idle connections are evicted by the pool after 60 s [pool.py:9]");
    assertThat(Grouping.of(List.of(safe, unsafe, bounded, idle)))
        .containsExactlyInAnyOrder(List.of(unsafe, safe), List.of(idle, bounded));
  }

  @Test
  void what_an_agent_endorses_may_lie_beside_its_own_words() {
    Said own = says("codex", "Connections leak when mapping throws [src/Repo.java:88]");
    Said endorsed =
        new Said("codex", "On a mapping exception the connection is not released, a leak", false);
    Said other =
        says(
            "gemini",
            "Connection leak: on a mapping exception nothing is released [src/Repo.java:90]");
    assertThat(Grouping.of(List.of(own, endorsed, other))).hasSize(1);
  }

  @Test
  void points_of_one_wording_about_different_files_are_different() {
    assertThat(
            Grouping.of(
                List.of(
                    says("codex", "There are no tests for this [session.ts:1]"),
                    says("codex", "There are no tests for this [parser.ts:1]"),
                    says("gemini", "This has no tests [parser.ts:2]"))))
        .extracting(List::size)
        .containsExactlyInAnyOrder(1, 2);
  }

  @Test
  void what_only_one_agent_says_is_told_apart_by_all_of_its_words() {
    assertThat(
            Grouping.of(
                List.of(
                    says("codex", "The licence of the font forbids embedding"),
                    says("codex", "Invoices are numbered by the clock"),
                    says("gemini", "Uploads are not resumable"))))
        .hasSize(3);
  }

  @Test
  void nothing_said_makes_no_group() {
    assertThat(Grouping.of(List.of())).isEmpty();
    assertThat(Grouping.of(List.of(says("codex", ""), says("gemini", " ")))).hasSize(2);
  }

  @Test
  void common_words_are_those_of_more_than_one_agent() {
    TreeMap<Said, Features> round = new TreeMap<>();
    round.put(says("a", "1"), features(1, 2, 3));
    round.put(says("a", "2"), features(3, 4));
    round.put(says("b", "1"), features(2, 4, 5));
    CommonWords common = CommonWords.of(round);
    assertThat(common.terms()).containsExactly(2, 4);
    assertThat(common.in(features(1, 2, 3)).terms()).containsExactly(2);
  }

  @Test
  void sentences_of_one_agent_are_one_voice_when_they_share_ONE_VOICE_of_their_common_words() {
    assertThat(Voice.ONE_VOICE).isEqualTo(0.75);
    assertThat(voices(features(1, 2, 3, 4), features(1, 2, 3, 5))).hasSize(1);
    assertThat(features(1, 2, 3, 4).overlap(features(1, 2, 3, 5)))
        .isCloseTo(2 * 3 / 8.0, within(1e-9));
    assertThat(voices(features(1, 2, 3, 4), features(1, 2, 5, 6))).hasSize(2);
    assertThat(voices(at(7, 1, 2, 3, 4), at(8, 1, 2, 3, 4))).hasSize(2);
    assertThat(voices(at(7, 1, 2, 3, 4), features(1, 2, 3, 4))).hasSize(1);
  }

  /** Of one agent; another one uses all of its words. */
  private static List<Voice> voices(Features one, Features other) {
    TreeMap<Said, Features> round = new TreeMap<>();
    round.put(says("a", "1"), one);
    round.put(says("a", "2"), other);
    round.put(says("b", "1"), one.with(other));
    return Voice.of(round, CommonWords.of(round)).stream()
        .filter(voice -> voice.agent().equals("a"))
        .toList();
  }

  private static Features features(Integer... terms) {
    return new Features(Set.of(terms), Set.of(), Set.of());
  }

  private static Features at(int file, Integer... terms) {
    return new Features(Set.of(terms), Set.of(), Set.of(new Features.Place(file, 1)));
  }

  /** One word of two agents weighs 1 / (1 + ln 2): 0.296 of LEAST_WEIGHT, with the file 0.326. */
  @Test
  void voices_belong_together_from_TOGETHER_on() {
    assertThat(Grouping.TOGETHER).isEqualTo(0.4).isGreaterThan(Similarity.SAME + 0.03);
    assertThat(Grouping.JOIN_SHARE).isEqualTo(0.8);
    Said one = says("a", "zebra apple [f.py:1]");
    assertThat(Grouping.of(List.of(one, says("b", "zebra melon [f.py:11]")))).hasSize(2);
    assertThat(Grouping.of(List.of(one, says("b", "zebra melon [f.py:6]")))).hasSize(1);
  }

  /** Two common words are 0.59 of LEAST_WEIGHT, and 0.13 of a sentence with eight others. */
  @Test
  void what_belongs_together_falls_apart_when_all_words_are_less_alike_than_SAME() {
    assertThat(Grouping.of(List.of(says("a", "zebra apple"), says("b", "zebra apple melon"))))
        .hasSize(1);
    assertThat(
            Grouping.of(
                List.of(
                    says("a", "zebra apple oak elm birch larch alder maple beech willow"),
                    says("b", "zebra apple trout perch carp salmon eel bream herring tuna"))))
        .hasSize(2);
  }
}
