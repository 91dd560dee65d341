package dev.conclave.activities.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.conclave.activities.context.FileRanking.Mention;
import dev.conclave.activities.context.FileRanking.PackedFile;
import dev.conclave.activities.context.FileRanking.Source;
import dev.conclave.activities.context.FileRanking.Tier;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileRankingTest {
  private final Map<String, String> tree = new LinkedHashMap<>();

  private FileRanking ranking(String... keywords) {
    return new FileRanking(tree.keySet(), path -> tree.getOrDefault(path, ""), List.of(keywords));
  }

  /** Returns the relevance of a tree's only file, given its relevance in the search. */
  private double relevance(String path, String text, double found, String... keywords) {
    tree.put(path, text);
    FileRanking ranking = ranking(keywords);
    ranking.mention(path, Source.CODE, found, "found");
    assertThat(ranking.dropped()).isZero();
    return ranking.best().get(0).relevance();
  }

  private static Mention mention(Source source, double relevance) {
    return new Mention(source, relevance, "why");
  }

  private static double raised(double relevance, List<Mention> mentions) {
    return new PackedFile("a.ts", 0, mentions).raised(relevance);
  }

  @ParameterizedTest
  @CsvSource({
    // Structure 0.8 and the single seed contribute 0.26 to each.
    "lib/other.ts, 0.26",
    "lib/limiter.ts, 0.84", // 0.4 · 0.7, plus 0.3 for the word in its path
    "lib/limiterStore.ts, 0.70", // half of the name
    "limiter/other.ts, 0.68", // 0.4 · 0.3, plus the word
    "limiter/limiter.ts, 0.96"
  })
  void a_path_is_scored_by_the_words_of_its_name_and_folders(String path, double relevance) {
    assertThat(relevance(path, "", 0, "limiter")).isEqualTo(relevance);
  }

  @ParameterizedTest
  @CsvSource({
    "no word of it, 0, 0.26",
    "one, 0, 0.41",
    "one two, 0, 0.56",
    "one two three four, 0, 0.56",
    "one, 0.9, 0.53",
    "one two, 0.2, 0.56"
  })
  void matching_half_of_the_words_scores_fully_and_the_search_may_add(
      String text, double found, double relevance) {
    assertThat(relevance("a.ts", text, found, "one", "two", "three", "four")).isEqualTo(relevance);
  }

  @ParameterizedTest
  @CsvSource({
    "a.ts, class TokenBucket {}, 0.3",
    "a.ts, class Bucket {}, 0.26",
    "test/a.ts, x, 0.22",
    "a.yaml, x, 0.2",
    "docs/a.md, x, 0.18",
    "examples/a.ts, x, 0.16",
    "bench/a.ts, x, 0.16",
    "generated/a.ts, x, 0.1"
  })
  void the_structure_score_depends_on_definitions_or_file_kind(
      String path, String text, double relevance) {
    // Two of ten words match: 0.3. The density, 0.4, is added below.
    String[] words = "token bucket c d e f g h i j".split(" ");
    double density = path.equals("a.ts") ? (text.contains("Token") ? 0.12 : 0.06) : 0;
    assertThat(relevance(path, text, 0, words)).isCloseTo(relevance + density, within(1e-9));
  }

  @Test
  void dependencies_count_up_to_two_steps_with_decreasing_weight() {
    tree.put("a.ts", "import './b'");
    tree.put("b.ts", "import './c'");
    tree.put("c.ts", "import './d'");
    tree.put("d.ts", "");
    tree.put("user.ts", "import './a'");
    tree.put("alone.ts", "");
    FileRanking ranking = ranking("nothing");
    ranking.mention("a.ts", Source.EXPLORATION, 0.7, "changes");
    ranking.mention("user.ts", Source.CODE, 0, "found");
    ranking.mention("alone.ts", Source.CODE, 0, "found");

    List<PackedFile> best = ranking.best();

    assertThat(best)
        .extracting(PackedFile::path)
        .containsExactly("a.ts", "b.ts", "user.ts", "c.ts", "alone.ts");
    assertThat(best).extracting(PackedFile::relevance).endsWith(0.26, 0.26, 0.21, 0.16);
    assertThat(best.get(1).rationale()).isEqualTo("imported by a.ts");
    assertThat(ranking.importsAmong(best))
        .containsEntry("user.ts", Set.of("a.ts"))
        .containsEntry("c.ts", Set.of());
  }

  @Test
  void an_unsure_exploration_provides_no_seed() {
    tree.put("a.ts", "import './b'");
    tree.put("b.ts", "");
    FileRanking ranking = ranking("nothing");
    ranking.mention("a.ts", Source.EXPLORATION, 0.69, "may change");

    assertThat(ranking.best()).extracting(PackedFile::path).containsExactly("a.ts");
  }

  @Test
  void the_five_best_search_hits_are_seeds_if_nothing_else_is_named() {
    for (int i = 0; i < 7; i++) {
      tree.put("f" + i + ".ts", "import './of" + i + "'");
      tree.put("of" + i + ".ts", "");
    }
    FileRanking ranking = ranking("nothing");
    for (int i = 0; i < 7; i++) {
      ranking.mention("f" + i + ".ts", Source.CODE, 1 - i / 10.0, "found");
    }

    assertThat(ranking.best())
        .extracting(PackedFile::path)
        .contains("of0.ts", "of4.ts")
        .doesNotContain("of5.ts", "of6.ts");
  }

  @Test
  void user_words_explorations_and_earlier_sessions_raise_the_score() {
    assertThat(raised(0.5, List.of(mention(Source.CODE, 1)))).isEqualTo(0.5);
    assertThat(raised(0.5, List.of(mention(Source.USER_INTENT, 1)))).isCloseTo(0.9, within(1e-9));
    assertThat(raised(0.5, List.of(mention(Source.ARCHIVE, 1)))).isCloseTo(0.575, within(1e-9));
    Mention sure = mention(Source.EXPLORATION, 1);
    assertThat(raised(0.5, List.of(sure))).isCloseTo(0.85, within(1e-9));
    assertThat(raised(0.5, List.of(mention(Source.EXPLORATION, 0.5), sure)))
        .isCloseTo(0.9, within(1e-9));
    assertThat(raised(0.5, Stream.generate(() -> sure).limit(9).toList()))
        .isCloseTo(0.95, within(1e-9));
    assertThat(raised(0, List.of(sure, mention(Source.USER_INTENT, 1))))
        .isCloseTo(0.94, within(1e-9));
  }

  @Test
  void a_file_named_by_the_user_is_always_critical() {
    tree.put("generated/x.json", "");
    FileRanking ranking = ranking("nothing");
    ranking.mention("generated/x.json", Source.USER_INTENT, 1, "the user names it");

    assertThat(ranking.best().get(0).relevance()).isEqualTo(0.9); // 1 - (1 - 0.5) · 0.2
  }

  @ParameterizedTest
  @CsvSource({
    "1, CRITICAL",
    "0.85, CRITICAL",
    "0.849, HIGH",
    "0.70, HIGH",
    "0.699, MEDIUM",
    "0.50, MEDIUM",
    "0.499, LOW",
    "0, LOW"
  })
  void tiers_start_at_their_bounds(double relevance, Tier tier) {
    assertThat(Tier.of(relevance)).isEqualTo(tier);
  }

  @Test
  void at_most_50_files_are_packed_with_ties_ordered_by_source_and_path() {
    for (int i = 0; i < 60; i++) {
      tree.put("%02d.ts".formatted(i), "");
    }
    FileRanking ranking = ranking("nothing");
    tree.keySet().forEach(path -> ranking.mention(path, Source.CODE, 0, "found"));
    ranking.mention("59.ts", Source.DOCS, 0, "a document");
    ranking.mention("gone.ts", Source.CODE, 1, "found");

    List<PackedFile> best = ranking.best();

    assertThat(best).hasSize(50);
    // The first five are seeds.
    assertThat(best).extracting(PackedFile::path).startsWith("00.ts", "01.ts", "02.ts");
    assertThat(best.get(5).path()).isEqualTo("59.ts");
    assertThat(best.get(49).path()).isEqualTo("48.ts");
  }

  @Test
  void explorers_reasons_come_first_without_duplicates() {
    PackedFile file =
        new PackedFile(
            "a.ts",
            1,
            List.of(
                new Mention(Source.USER_INTENT, 1, "named"),
                new Mention(Source.ARCHIVE, 1, "mattered"),
                new Mention(Source.EXPLORATION, 1, "decides"),
                new Mention(Source.EXPLORATION, 1, "decides"),
                new Mention(Source.CODE, 1, "defines X")));

    assertThat(file.rationale()).isEqualTo("named; decides; mattered");
  }

  @Test
  void a_cycle_starts_with_its_last_reached_file_and_dependents_follow() {
    assertThat(order("a>c", "b>d", "c>b", "d>b")).containsExactly("d", "b", "c", "a");
    assertThat(order("a>b", "b>c", "c>a")).containsExactly("c", "b", "a");
    assertThat(order("b", "a")).containsExactly("a", "b");
  }

  private static List<String> order(String... edges) {
    Map<String, Set<String>> imports = new LinkedHashMap<>();
    Arrays.stream(edges)
        .map(edge -> edge.split(">"))
        .forEach(edge -> imports.put(edge[0], edge.length > 1 ? Set.of(edge[1]) : Set.of()));
    return FileRanking.order(imports);
  }

  @Test
  void words_come_from_names_and_chinese_text() {
    assertThat(FileRanking.stems("rateLimiter_v2")).containsExactly("rate", "limit", "v", "2");
    assertThat(FileRanking.stems("限流器")).containsExactly("限流", "流器");
  }
}
