package dev.conclave.activities.discussion.similarity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.conclave.activities.discussion.similarity.statement.Contradictions;
import dev.conclave.activities.discussion.similarity.words.Concepts;
import dev.conclave.activities.discussion.similarity.words.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimilarityTest {
  private static Features terms(Integer... terms) {
    return new Features(Set.of(terms), Set.of(), Set.of());
  }

  private static Features at(int file, int line, Integer... terms) {
    return new Features(Set.of(terms), Set.of(), Set.of(new Features.Place(file, line)));
  }

  @Test
  void the_text_part_is_DICE_SHARE_of_mutual_overlap_and_the_rest_of_coverage() {
    Similarity unweighted = Similarity.over(List.of());
    double dice = 2 * 2.0 / (4 + 3);
    double covered = 2.0 / 3;
    assertThat(Similarity.DICE_SHARE).isEqualTo(0.5);
    assertThat(unweighted.between(terms(1, 2, 3, 4), terms(3, 4, 5)))
        .isCloseTo(0.5 * dice + 0.5 * covered, within(1e-9));
  }

  @Test
  void a_sentence_of_less_than_LEAST_WEIGHT_is_compared_as_if_it_had_it() {
    assertThat(Similarity.LEAST_WEIGHT).isEqualTo(2.0);
    assertThat(Similarity.over(List.of()).between(terms(1), terms(1))).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void a_word_in_df_sentences_weighs_1_over_1_plus_ln_df() {
    Features a = terms(1, 2, 3, 4);
    Features b = terms(1, 5, 6, 7);
    Similarity round = Similarity.over(List.of(a, b));
    double common = 1 / (1 + Math.log(2));
    double share = common / (common + 3);
    assertThat(round.between(a, b)).isCloseTo(share, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"15,0.25", "20,0.25", "21,0.03", "30,0.03", "31,0.02"})
  void places_add_by_how_close_they_are(int line, double boost) {
    Similarity unweighted = Similarity.over(List.of());
    double text = unweighted.between(terms(1, 2, 3, 4), terms(3, 4, 5, 6));
    double both = unweighted.between(at(9, 15, 1, 2, 3, 4), at(9, line, 3, 4, 5, 6));
    assertThat(both - text).isCloseTo(boost, within(1e-9));
    assertThat(Similarity.CLOSE_PLACE).isEqualTo(0.25);
    assertThat(Similarity.NEAR_PLACE).isEqualTo(0.03);
    assertThat(Similarity.SAME_FILE).isEqualTo(0.02);
    assertThat(Similarity.CLOSE_LINES).isEqualTo(5);
    assertThat(Similarity.NEAR_LINES).isEqualTo(15);
  }

  @Test
  void a_place_alone_adds_no_more_than_FREE_BOOST_and_makes_nothing_the_same() {
    double both = Similarity.over(List.of()).between(at(9, 15, 1, 2, 3), at(9, 15, 4, 5, 6));
    assertThat(both).isCloseTo(Similarity.FREE_BOOST, within(1e-9)).isEqualTo(0.2, within(1e-9));
    assertThat(Similarity.SAME).isEqualTo(0.32).isGreaterThan(both);
  }

  @Test
  void a_shared_name_of_code_adds_SAME_SYMBOL() {
    Features a = new Features(Set.of(1, 2, 3, 4), Set.of(7, 8), Set.of());
    Features b = new Features(Set.of(3, 4, 5, 6), Set.of(7), Set.of());
    Similarity unweighted = Similarity.over(List.of());
    double text = unweighted.between(terms(1, 2, 3, 4), terms(3, 4, 5, 6));
    assertThat(unweighted.between(a, b) - text).isCloseTo(0.1, within(1e-9));
    assertThat(Similarity.SAME_SYMBOL).isEqualTo(0.1);
  }

  @Test
  void identifiers_are_split_stemmed_and_folded_into_concepts() {
    assertThat(Words.of("parseHTTPRequests user_names"))
        .containsExactly("pars", "http", "request", "user", "name");
    assertThat(Words.symbols("call handleRequest() and `retry` of user_name"))
        .containsExactly("handlerequest", "retry", "username");
    assertThat(Concepts.of(Words.of("the mutexes"))).isEqualTo(Concepts.of(Words.of("locking")));
    assertThat(Concepts.of(Words.of("缓存没有过期"))).isEqualTo(Concepts.of(Words.of("cache expiry")));
    assertThat(Concepts.of(Words.of("量子纠缠"))).containsExactly("量子", "子纠", "纠缠");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "The cache is thread-safe | The cache is not thread-safe | polarity",
        "The cache is not thread-safe | The cache is thread-unsafe |",
        "Input is validated | Input is never validated | polarity",
        "No validation of the input | The input is not validated |",
        "The lock is required here | The lock is optional here | polarity",
        "The lock isn't required here | The lock is optional here |",
        "Add the retry to the client | Remove the retry from the client | polarity",
        "Calls are synchronous | Calls are asynchronous | polarity",
        "Tokens are hashed, not stored | Tokens are hashed |",
        "The timeout is 30 seconds | The timeout is 30000 ms |",
        "The timeout is 30 seconds | The timeout is 1 min | quantity",
        "The limit is 10 MB | The limit is 10,485,760 bytes |",
        "It retries 3 times | It makes 5 retries | quantity",
        "The bucket needs no lock | No lock is needed for the bucket |",
        "The cache needs a lock | The cache needs no lock | polarity",
        "A lock is required around the cache | No lock is required around the cache | polarity",
        "An order without items is refused | Orders without items are not accepted |",
        "It calls the handler without any limit on the rate | No rate limit guards the handler call |",
        "An order without items is refused | Orders without items are accepted | polarity",
        "接口是线程安全的 | 接口不是线程安全的 | polarity",
        "导出是同步执行的 | 导出是异步执行的 | polarity",
        "It fails at the start [a.ts:3] | It fails at the start [a.ts:9] |"
      })
  void contradictions_are_found_and_only_they(String one, String other, String cause) {
    assertThat(new Contradictions().between(one, other).orElse(null)).isEqualTo(cause);
    assertThat(new Contradictions().between(other, one).orElse(null)).isEqualTo(cause);
  }

  @Test
  void grouping_does_not_depend_on_the_order() {
    List<Said> said = new ArrayList<>();
    for (LabelledPairs.Pair pair : LabelledPairs.read("tuning.txt").all().subList(0, 30)) {
      said.add(new Said("codex", pair.one(), true));
      said.add(new Said("gemini", pair.other(), true));
    }
    List<List<Said>> groups = Grouping.of(said);
    Collections.reverse(said);
    assertThat(Grouping.of(said)).isEqualTo(groups);
    assertThat(groups.size()).isGreaterThan(10).isLessThan(60);
    assertThat(Grouping.JOIN_SHARE).isEqualTo(0.8);
  }

  @Test
  void fingerprints_know_what_was_said_in_other_words_and_stay_within_their_bytes() {
    List<String> earlier = new ArrayList<>();
    List<String> again = new ArrayList<>();
    List<String> fresh = new ArrayList<>();
    for (LabelledPairs.Pair pair :
        LabelledPairs.read("tuning.txt").rounds().get("## React dashboard performance")) {
      (pair.same() ? again : fresh).add(pair.other());
      earlier.add(pair.one());
    }
    Fingerprints.Fitted fitted = Fingerprints.of(earlier, 8 * 1024);
    assertThat(fitted.leftOut()).isZero();
    assertThat(String.join(" ", fitted.fingerprints())).doesNotContain("table");
    assertThat(Fingerprints.unknown(earlier, fitted.fingerprints())).isEmpty();
    assertThat(Fingerprints.unknown(again, fitted.fingerprints()).size()).isLessThanOrEqualTo(1);
    assertThat(
            Fingerprints.unknown(
                List.of("The licence of the font forbids embedding"), fitted.fingerprints()))
        .hasSize(1);
    assertThat(Fingerprints.unknown(earlier, List.of("nonsense", "a.b.c", "###..")))
        .hasSameSizeAs(earlier);
  }

  @Test
  void too_many_fingerprints_lose_words_before_sentences_and_say_what_is_left_out() {
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      many.add(
          "alpha" + i + " beta" + i + " gamma" + i + " delta" + i + " [src/f" + i + ".ts:" + i
              + "]");
    }
    Fingerprints.Fitted fitted = Fingerprints.of(many, 8 * 1024);
    int bytes = fitted.fingerprints().stream().mapToInt(f -> f.length() + 3).sum();
    assertThat(bytes).isLessThanOrEqualTo(8 * 1024);
    assertThat(fitted.fingerprints().size() + fitted.leftOut()).isEqualTo(400);
    assertThat(fitted.leftOut()).isPositive();
  }
}
