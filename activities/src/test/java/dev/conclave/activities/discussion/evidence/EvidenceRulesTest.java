package dev.conclave.activities.discussion.evidence;

import static dev.conclave.workflows.discussion.Evidence.MISSING;
import static dev.conclave.workflows.discussion.Evidence.UNSUPPORTED;
import static dev.conclave.workflows.discussion.Evidence.VERIFIED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.discussion.Analyses;
import dev.conclave.activities.discussion.CitedPlace;
import dev.conclave.activities.discussion.CitedPlace.Source;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EvidenceRulesTest {
  /** 60 lines; the limiter stands on line 40. */
  private static final TreeFacts TREE = TreeFacts.of(EvidenceRulesTest::file);

  private static Optional<String> file(String path) {
    if (!path.equals("src/router.ts")) {
      return Optional.empty();
    }
    List<String> lines = new ArrayList<>();
    for (int line = 1; line <= 60; line++) {
      lines.add(line == 40 ? "export const rateLimiter = cache.bucket();" : "// nothing here");
    }
    return Optional.of(String.join("\n", lines));
  }

  private static Evidence verdict(String finding) {
    return EvidenceRules.judge(List.of(Analyses.analysis("codex", finding)), TREE).get(0).verdict();
  }

  @ParameterizedTest
  @CsvSource({"25,VERIFIED", "24,UNSUPPORTED", "55,VERIFIED", "56,UNSUPPORTED", "40,VERIFIED"})
  void a_word_counts_within_15_lines_of_the_cited_one(int line, Evidence expected) {
    assertThat(TreeFacts.WINDOW).isEqualTo(15);
    assertThat(verdict("The limiters keep state in memory [src/router.ts:" + line + "]"))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "'The schema is wrong [src/router.ts:40]',UNSUPPORTED",
    "'The limiter is wrong [src/router.ts:61]',UNSUPPORTED",
    "'The limiter is wrong [src/gone.ts:40]',MISSING",
    "'限流器没有缓存 [src/router.ts:40]',VERIFIED",
    "'It is there [src/router.ts:40]',UNSUPPORTED"
  })
  void findings_are_judged_by_their_words(String finding, Evidence expected) {
    assertThat(verdict(finding)).isEqualTo(expected);
  }

  @Test
  void a_place_without_any_claim_is_borne_out_by_being_there() {
    LocationFacts facts = TREE.at("src/router.ts", 1);
    assertThat(EvidenceRules.verdict("", 1, facts)).isEqualTo(VERIFIED);
    assertThat(EvidenceRules.verdict("", 0, facts)).isEqualTo(UNSUPPORTED);
    assertThat(EvidenceRules.verdict("", 1, LocationFacts.MISSING)).isEqualTo(MISSING);
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
  void a_path_that_leaves_the_workspace_is_missing_and_never_looked_up(String path) {
    Analysis base = Analyses.analysis("codex");
    Analysis citing =
        new Analysis(
            base.tool(),
            base.perspective(),
            0.5,
            List.of(),
            List.of(),
            List.of(),
            List.of(new CodeLocation(path, 1, "x")),
            base.crossVerification(),
            base.requirements(),
            base.scope(),
            base.zh(),
            List.of(),
            false,
            false);
    TreeFacts forbidden =
        (file, line) -> {
          throw new AssertionError("asked for " + file);
        };
    List<CitedPlace> judged = EvidenceRules.judge(List.of(citing), forbidden);
    assertThat(judged).hasSize(1);
    assertThat(judged.get(0).verdict()).isEqualTo(MISSING);
    assertThat(judged.get(0).source()).isEqualTo(Source.CODE_LOCATION);
  }

  @Test
  void citations_are_found_in_brackets_and_in_passing_but_not_in_addresses() {
    String finding =
        "See src/a.ts:3 and [Makefile:7, b.go:9], not http://x.test:80/a or 10.0.0.1:22 [src/c d/e.py:4-8]";
    assertThat(Citations.in(finding))
        .extracting(place -> place.file() + ":" + place.line())
        .contains("src/a.ts:3", "b.go:9", "src/c d/e.py:4")
        .doesNotContain("10.0.0.1:22");
    assertThat(Citations.without("The cache leaks [src/a.ts:3]")).isEqualTo("The cache leaks");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          get_next_run() does not take paused jobs into account [schedule/__init__.py:193] | get_next_run() does not take paused jobs into account
          A paused job fires at once after resume(); it is unclear whether that is wanted | A paused job fires at once after resume(); it is unclear whether that is wanted
          f() and a[] [x.py:1] , then `g()` (x.py:2; y.py:3) end | f() and a[], then `g()` end
          run_all() runs everything (schedule/__init__.py:117). | run_all() runs everything.
          get_next_run() includes every job, see schedule/__init__.py:193 | get_next_run() includes every job, see
          """)
  void a_sentence_loses_its_citations_and_nothing_else(String sentence, String words) {
    assertThat(Citations.without(sentence)).isEqualTo(words);
  }
}
