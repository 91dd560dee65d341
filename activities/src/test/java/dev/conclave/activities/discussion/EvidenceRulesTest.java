package dev.conclave.activities.discussion;

import static dev.conclave.workflows.discussion.Evidence.MISSING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.discussion.EvidenceRules.CitedPlace;
import dev.conclave.activities.discussion.EvidenceRules.CitedPlace.CitationKind;
import dev.conclave.activities.search.Repository;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CitationCheck;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Evidence;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EvidenceRulesTest {
  /** One file of 60 lines. */
  private static final TreeFacts TREE =
      file -> file.equals("src/router.ts") ? OptionalInt.of(60) : OptionalInt.empty();

  private static Evidence verdict(String finding) {
    return EvidenceRules.judge(List.of(Analyses.analysis("codex", finding)), TREE).get(0).verdict();
  }

  @ParameterizedTest
  @CsvSource({
    "'The limiter is wrong [src/router.ts:40]',THERE",
    "'Nothing here speaks of this [src/router.ts:60]',THERE",
    "'The limiter is wrong [src/router.ts:61]',MISSING",
    "'The limiter is wrong [src/gone.ts:40]',MISSING",
    "'限流器没有缓存 [src/router.ts:40]',THERE"
  })
  void a_citation_exists_if_its_file_has_the_line(String finding, Evidence expected) {
    assertThat(verdict(finding)).isEqualTo(expected);
  }

  @Test
  void a_file_an_approach_would_create_is_not_a_citation() {
    List<CodeLocation> files =
        List.of(new CodeLocation("src/new.ts", 0, ""), new CodeLocation("src/gone.ts", 3, ""));
    Analysis proposing =
        Analyses.of(
            Analysis.class,
            Map.of(
                "tool",
                "codex",
                "implementation_approaches",
                List.of(Map.of("affected_files", files))));

    CitationCheck places = EvidenceRules.citations(EvidenceRules.judge(List.of(proposing), TREE));

    assertThat(places).isEqualTo(new CitationCheck(1, 1, List.of("src/gone.ts:3")));
  }

  @Test
  void each_missing_citation_is_counted_once() {
    String[] findings = new String[30];
    for (int i = 0; i < 30; i++) {
      findings[i] = "Finding " + i + " [src/gone" + i / 2 * 2 % 28 + ".ts:7]";
    }
    List<CitedPlace> judged =
        EvidenceRules.judge(
            List.of(Analyses.analysis("codex", findings), Analyses.analysis("qwen", findings)),
            TREE);

    CitationCheck places = EvidenceRules.citations(judged);

    assertThat(places.cited()).isEqualTo(14);
    assertThat(places.missing()).isEqualTo(14);
    assertThat(places.first()).hasSize(14).hasSizeLessThanOrEqualTo(EvidenceRules.NAMED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../etc/passwd",
        "/etc/passwd",
        "a/../../b",
        "~/x",
        "C:/x",
        "a\\..\\b",
        "",
        "a\0b"
      })
  void a_path_outside_the_workspace_is_missing_and_never_looked_up(String path) {
    Analysis citing =
        Analyses.with(
            Analyses.analysis("codex"), "code_locations", List.of(new CodeLocation(path, 1, "x")));
    TreeFacts forbidden =
        file -> {
          throw new AssertionError("asked for " + file);
        };
    List<CitedPlace> judged = EvidenceRules.judge(List.of(citing), forbidden);
    assertThat(judged).hasSize(1);
    assertThat(judged.get(0).verdict()).isEqualTo(MISSING);
    assertThat(judged.get(0).source()).isEqualTo(CitationKind.CODE_LOCATION);
  }

  @Test
  void citations_are_found_in_brackets_and_inline_but_not_in_urls() {
    String finding =
        "See src/a.ts:3 and [Makefile:7, b.go:9], not http://x.test:80/a or 10.0.0.1:22 [src/c"
            + " d/e.py:4-8]";
    assertThat(EvidenceRules.citedIn(finding))
        .extracting(place -> place.file() + ":" + place.line())
        .contains("src/a.ts:3", "b.go:9", "src/c d/e.py:4")
        .doesNotContain("10.0.0.1:22");
    assertThat(EvidenceRules.withoutPlaces("The cache leaks [src/a.ts:3]"))
        .isEqualTo("The cache leaks");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "numeric_range(2, 9)[3:4] is empty",
        "rows[0][1:2] and `text[start:10]` are slices",
        "the slices [3:4], [i:10] and [n-1:5] differ",
        "args[-1:3] is the last one",
      })
  void a_slice_is_no_citation(String sentence) {
    assertThat(EvidenceRules.citedIn(sentence)).isEmpty();
  }

  @Test
  void brackets_show_that_a_name_without_an_extension_is_a_file() {
    assertThat(EvidenceRules.citedIn("see there[a.py:3][src/run:4] and [Dockerfile:5] 说明[b.py:6]"))
        .extracting(place -> place.file() + ":" + place.line())
        .containsExactly("a.py:3", "src/run:4", "Dockerfile:5", "b.py:6");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          get_next_run() does not take paused jobs into account [schedule/__init__.py:193] | get_next_run() does not take paused jobs into account
          A paused job fires at once after resume(); it is unclear whether that is wanted | A paused job fires at once after resume(); it is unclear whether that is wanted
          Both disagree: [docs/a.md:3] says so, b.md:7 says the opposite [src/a.py:1, src/b.py:2] | Both disagree: [docs/a.md:3] says so, b.md:7 says the opposite
          f() is called twice [x.py:1] (y.py:2) | f() is called twice
          It ends in a call f(a, b) | It ends in a call f(a, b)
          run_all() runs everything (schedule/__init__.py:117). | run_all() runs everything.
          get_next_run() includes every job, see schedule/__init__.py:193 | get_next_run() includes every job, see schedule/__init__.py:193
          """)
  void only_trailing_citations_are_removed_from_a_sentence(String sentence, String words) {
    assertThat(EvidenceRules.withoutPlaces(sentence)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a [app/(shop)/[slug]/page.tsx:1] | app/(shop)/[slug]/page.tsx:1 | a
          b [src/routes/[id]/+page.server.ts:1]. | src/routes/[id]/+page.server.ts:1 | b.
          c, see My App/Main View.swift:1 | My App/Main View.swift:1 | c, see My App/Main View.swift:1
          d, see src/größe.py:1 | src/größe.py:1 | d, see src/größe.py:1
          e, see src/größe.py:1 | src/größe.py:1 | e, see src/größe.py:1
          f, see 설정.py:1 | src/설정.py:1 | f, see 설정.py:1
          限流器在src/limiter.py:3中创建 | src/limiter.py:3 | 限流器在src/limiter.py:3中创建
          限流器（src/limiter.py：3） | src/limiter.py:3 | 限流器（src/limiter.py：3）
          g `src/limiter.py`, line 3, and @src/limiter.py#L2-L4 | src/limiter.py:3;src/limiter.py:2 | g `src/limiter.py`, line 3, and @src/limiter.py#L2-L4
          h limiter.py (lines 2-3) | src/limiter.py:2 | h limiter.py (lines 2-3)
          i Makefile:1 and lib/limiter.py:1 | Makefile:1;lib/limiter.py:1 | i Makefile:1 and lib/limiter.py:1
          j [src/limiter.py:3, src/größe.py:1] | src/limiter.py:3;src/größe.py:1 | j
          k [src/limiter.py:2], not at 10.0.0.1:22, http://limiter.py:80 or in lines: 3 | src/limiter.py:2 | k [src/limiter.py:2], not at 10.0.0.1:22, http://limiter.py:80 or in lines: 3
          """)
  void a_citation_is_resolved_against_the_paths_in_the_tree(
      String sentence, String places, String bare, @TempDir Path root) throws Exception {
    Repository repository = Repository.in(root);
    for (String path :
        List.of(
            "app/(shop)/[slug]/page.tsx",
            "src/routes/[id]/+page.server.ts",
            "My App/Main View.swift",
            "src/größe.py",
            "src/설정.py",
            "src/limiter.py",
            "Makefile")) {
      repository.write(path, "1\n2\n3\n4\n");
    }
    repository.commit("Odd names");
    try (TreeFacts tree = TreeFacts.of(repository.files())) {
      assertThat(EvidenceRules.citedIn(sentence, tree))
          .extracting(place -> place.file() + ":" + place.line())
          .containsExactly(places.split(";"));
    }
    assertThat(EvidenceRules.withoutPlaces(sentence)).isEqualTo(bare);
  }
}
