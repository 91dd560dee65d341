package dev.conclave.activities.discussion;

import static dev.conclave.activities.discussion.ReviewRound.find;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.discussion.ReviewOutcome.Criterion.Verdict;
import dev.conclave.workflows.discussion.ReviewOutcome.Judged;
import dev.conclave.workflows.discussion.ReviewOutcome.Standing;
import dev.conclave.workflows.discussion.Severity;
import dev.conclave.workflows.model.LocalizedText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How votes decide findings on a change, by rule of docs/review.md. */
class ReviewRulesTest {
  private static final String NOTHING = "{\"findings\": []}";
  private static final List<String> PATHS = List.of("src/a.py", "src/b.py");

  private final ReviewRound review = new ReviewRound(PATHS, 2);

  private static String finding(String severity, String file, int line, String title) {
    return """
    {"severity": "%s", "file": "%s", "line": %d, "title": "%s", "detail": "With no rows it fails.",
     "suggestion": "Test for it."}
    """
        .formatted(severity, file, line, title);
  }

  private static String reply(String... findings) {
    return "{\"findings\": [" + String.join(",", findings) + "]}";
  }

  private static String votes(String... votes) {
    return "{\"findings\": [], \"votes\": [" + String.join(",", votes) + "]}";
  }

  private static String vote(String id, String vote, String evidence) {
    return "{\"id\": \"%s\", \"vote\": \"%s\", \"evidence\": [\"%s\"], \"note\": \"looked it up\"}"
        .formatted(id, vote, evidence);
  }

  private static final String LEAK = finding("high", "src/a.py", 7, "The handle leaks");

  @ParameterizedTest(name = "{0} with {1}: {2}")
  @CsvSource({
    "agree, src/a.py:8, COUNTS",
    "disagree, src/a.py:8, DISPUTED",
    "disagree, run: closed it on a copy, REFUTED",
    "unsure, src/a.py:8, UNCONFIRMED",
    "partly, src/a.py:8, UNCONFIRMED"
  })
  void the_other_reviewers_vote_decides_a_finding(String vote, String evidence, Standing stands) {
    ReviewOutcome first = review.round(Map.of("ada", reply(LEAK), "bert", NOTHING), "");
    assertThat(find(first, "leaks").standing()).isEqualTo(Standing.UNCONFIRMED);
    assertThat(review.ledger().toVote("bert")).containsExactly("P1");
    assertThat(review.ledger().toVote("ada")).as("its own").isEmpty();

    ReviewOutcome second =
        review.round(Map.of("ada", NOTHING, "bert", votes(vote("P1", vote, evidence))), "");

    Judged leak = find(second, "leaks");
    assertThat(leak.standing()).isEqualTo(stands);
    assertThat(leak.severity()).isEqualTo(Severity.HIGH);
    assertThat(leak.votes())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.agent()).isEqualTo("bert");
              assertThat(one.ran()).isEqualTo(evidence.startsWith("run"));
            });
    assertThat(second.counting(Severity.HIGH).isEmpty()).isEqualTo(stands != Standing.COUNTS);
    assertThat(second.voted()).isTrue();
  }

  @Test
  void conflicting_run_results_leave_a_finding_disputed() {
    String proven =
        LEAK.replace("\"suggestion\"", "\"evidence\": [\"run: lsof shows it\"], \"suggestion\"");
    review.round(Map.of("ada", reply(proven), "bert", NOTHING), "");
    ReviewOutcome outcome =
        review.round(
            Map.of("ada", NOTHING, "bert", votes(vote("P1", "disagree", "run: it closes"))), "");
    assertThat(find(outcome, "leaks").standing()).isEqualTo(Standing.DISPUTED);
  }

  @Test
  void two_of_three_reviewers_refute_a_finding_and_one_of_three_does_not() {
    String b = finding("medium", "src/b.py", 3, "The count is off");
    review.round(Map.of("ada", reply(LEAK, b), "bert", NOTHING, "cleo", NOTHING), "");
    ReviewOutcome outcome =
        review.round(
            Map.of(
                "ada", NOTHING,
                "bert",
                    votes(vote("P1", "disagree", "src/a.py:9"), vote("P2", "agree", "src/b.py:3")),
                "cleo",
                    votes(
                        vote("P1", "disagree", "src/a.py:9"),
                        vote("P2", "disagree", "run: counted right"))),
            "");
    assertThat(find(outcome, "leaks").standing()).isEqualTo(Standing.REFUTED);
    assertThat(find(outcome, "leaks").against()).hasSize(2);
    assertThat(find(outcome, "off").standing()).isEqualTo(Standing.COUNTS);
    assertThat(find(outcome, "off").against()).hasSize(1);
    assertThat(outcome.findings()).extracting(Judged::id).containsExactly("P2", "P1");
  }

  @Test
  void the_author_of_the_change_alone_refutes_nothing() {
    ReviewRound written = new ReviewRound(PATHS, 2, "bert");
    written.round(Map.of("ada", reply(LEAK), "bert", NOTHING), "");
    ReviewOutcome outcome =
        written.round(
            Map.of("ada", NOTHING, "bert", votes(vote("P1", "disagree", "run: it closes"))), "");
    assertThat(find(outcome, "leaks").standing()).isEqualTo(Standing.DISPUTED);
  }

  private static final String TOGETHER =
      """
      {"points": [{"statement": "A handle stays open.", "members": ["ada.1.f1", "bert.1.f1"],
                   "kind": "%s", "changes": "none"}],
       "single": [], "conflicts": [], "approaches": [], "questions": []}
      """;

  @Test
  void a_merged_finding_counts_once_its_reporters_accept_it() {
    String same = finding("low", "src/a.py", 9, "Nobody closes it");
    ReviewOutcome first =
        review.round(Map.of("ada", reply(LEAK), "bert", reply(same)), TOGETHER.formatted("note"));
    Judged put = first.findings().get(0);
    assertThat(first.findings()).hasSize(1);
    assertThat(put.standing()).isEqualTo(Standing.UNCONFIRMED);
    assertThat(put.severity()).as("the median of high and low, upward").isEqualTo(Severity.HIGH);
    assertThat(put.by()).containsExactly("ada", "bert");
    // The moderator called it a note, which has no weight and is never voted on.
    assertThat(review.ledger().toVote("ada")).containsExactly(put.id());
    assertThat(review.ledger().needsBallot()).isTrue();

    String agrees = votes(vote(put.id(), "agree", "src/a.py:9"));
    ReviewOutcome second = review.round(Map.of("ada", agrees, "bert", agrees), "");
    assertThat(second.findings().get(0).standing()).isEqualTo(Standing.COUNTS);
    assertThat(review.ledger().needsBallot()).isFalse();
  }

  @Test
  void a_finding_split_over_two_points_is_reported_once() {
    String split =
        """
        {"points": [
          {"members": ["%1$s"], "statement": "The handle leaks.", "kind": "risk", "changes": "plan"},
          {"members": ["%1$s"], "statement": "A test is missing.", "kind": "choice",
           "changes": "none"}],
         "single": [], "conflicts": [], "approaches": [], "questions": []}
        """
            .formatted("ada.1.f1");
    ReviewOutcome outcome = review.round(Map.of("ada", reply(LEAK), "bert", NOTHING), split);
    assertThat(review.ledger().points()).hasSize(2);
    assertThat(outcome.findings()).hasSize(1);
  }

  @Test
  void a_misread_reviewer_takes_its_finding_out_again() {
    String other = finding("critical", "src/b.py", 2, "Rows are lost");
    ReviewOutcome first =
        review.round(Map.of("ada", reply(LEAK), "bert", reply(other)), TOGETHER.formatted("risk"));
    String id = first.findings().get(0).id();
    ReviewOutcome second =
        review.round(
            Map.of(
                "ada", votes(vote(id, "agree", "src/a.py:9")),
                "bert", votes(vote(id, "misread", "src/b.py:2"))),
            "");
    assertThat(find(second, "leaks").by()).containsExactly("ada");
    assertThat(find(second, "leaks").standing()).isNotEqualTo(Standing.COUNTS);
    assertThat(find(second, "lost").by()).containsExactly("bert");
  }

  @Test
  void severe_findings_are_voted_on_even_if_all_report_them_alike() {
    String low = finding("low", "src/b.py", 1, "A typo");
    review.round(Map.of("ada", reply(LEAK, low), "bert", reply(LEAK, low)), "");
    assertThat(review.ledger().points()).hasSize(2);
    assertThat(review.ledger().toVote("bert")).hasSize(1);
    assertThat(review.ledger().needsBallot()).isTrue();
  }

  @Test
  void a_single_reviewer_or_a_single_round_is_enough() {
    ReviewOutcome one = review.round(Map.of("ada", reply(LEAK)), "");
    assertThat(find(one, "leaks").counts()).as("not before others could vote").isTrue();
    assertThat(one.voted()).isFalse();

    ReviewRound once = new ReviewRound(PATHS, 1);
    ReviewOutcome two = once.round(Map.of("ada", reply(LEAK), "bert", NOTHING), "");
    assertThat(find(two, "leaks").counts()).isTrue();
    assertThat(two.voted()).isFalse();
    assertThat(two.worst()).contains(Severity.HIGH);
  }

  @Test
  void a_finding_outside_the_change_is_unplaced_and_never_critical() {
    String elsewhere = finding("critical", "src/other.py", 1, "It was broken before");
    ReviewOutcome outcome = review.round(Map.of("ada", reply(elsewhere)), "");
    Judged other = find(outcome, "broken before");
    assertThat(other.standing()).isEqualTo(Standing.UNPLACED);
    assertThat(other.severity()).isEqualTo(Severity.HIGH);
    assertThat(outcome.counting(Severity.LOW)).isEmpty();
  }

  @Test
  void a_finding_its_author_withdraws_is_refuted() {
    review.round(Map.of("ada", reply(LEAK), "bert", NOTHING), "");
    String takesBack =
        "{\"findings\": [], \"withdrawn\": [{\"statement\": \"ada.1.f1\", \"why\": \"it closes\"}]}";
    ReviewOutcome outcome =
        review.round(
            Map.of("ada", takesBack, "bert", votes(vote("P1", "unsure", "src/a.py:8"))), "");
    assertThat(find(outcome, "leaks").standing()).isEqualTo(Standing.REFUTED);
    assertThat(find(outcome, "leaks").by()).isEmpty();
  }

  @Test
  void criteria_are_points_before_round_one_and_the_author_is_no_witness() {
    ReviewRound asked =
        new ReviewRound(PATHS, 2, "dora").criteria(criteria("It closes", "It counts", "It waits"));
    assertThat(asked.ledger().toVote("ada")).containsExactly("P1", "P2", "P3");
    String ada =
        """
        {"findings": [], "criteria": [
          {"id": "P1", "verdict": "met", "evidence": ["src/a.py:9"]},
          {"id": "P2", "verdict": "unmet", "evidence": ["run: 3 for 4"], "note": "one is lost"},
          {"id": "P3", "verdict": "unclear"}]}
        """;
    String dora =
        """
        {"findings": [], "criteria": [
          {"id": "P1", "verdict": "met", "evidence": ["src/a.py:9"]},
          {"id": "P2", "verdict": "met", "evidence": ["src/b.py:1"]},
          {"id": "P3", "verdict": "met", "evidence": ["src/b.py:1"]}]}
        """;
    ReviewOutcome outcome = asked.round(Map.of("ada", ada, "dora", dora), "");
    assertThat(outcome.criteria())
        .extracting(one -> one.text())
        .containsExactly("It closes", "It counts", "It waits");
    assertThat(outcome.criteria())
        .extracting(one -> one.verdict())
        .containsExactly(Verdict.MET, Verdict.UNMET, Verdict.UNCLEAR);
    assertThat(outcome.findings()).isEmpty();
    assertThat(asked.ledger().ballot()).as("what is open").containsExactly("P2", "P3");
  }

  @Test
  void a_moderator_cannot_reword_or_add_criteria() {
    ReviewRound asked = new ReviewRound(PATHS, 2).criteria(criteria("It closes"));
    String verdict =
        ", \"criteria\": [{\"id\": \"P1\", \"verdict\": \"met\", \"note\": \"seen\"}]}";
    ReviewOutcome outcome =
        asked.round(
            Map.of(
                "ada", reply(LEAK).replaceFirst("}$", verdict),
                "bert", reply(LEAK).replaceFirst("}$", verdict)),
            """
            {"points": [{"id": "P1", "statement": "It may leak.", "members": ["ada.1.f1"],
                         "kind": "criterion", "changes": "none"}],
             "single": [{"id": "bert.1.f1", "kind": "criterion", "changes": "none"}],
             "conflicts": [], "approaches": [], "questions": []}
            """);
    assertThat(outcome.criteria())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.text()).isEqualTo("It closes");
              assertThat(one.verdict()).isEqualTo(Verdict.MET);
            });
    assertThat(outcome.findings()).isNotEmpty();
  }

  private static Ledger criteria(String... texts) {
    return Ledger.ofCriteria(List.of(texts).stream().map(LocalizedText::of).toList());
  }

  @Test
  void an_empty_review_is_valid_and_prose_is_not_a_vote() {
    Analysis empty = ReplyParser.review("```json\n" + NOTHING + "\n```", "ada", "any", PATHS);
    assertThat(empty.hasNoContent()).isFalse();
    assertThat(LedgerRules.counts(empty)).isTrue();
    Analysis prose = ReplyParser.review("- The handle leaks at src/a.py:7", "ada", "any", PATHS);
    assertThat(prose.faults()).isEmpty();
    assertThat(LedgerRules.counts(prose)).isFalse();
    assertThat(ReplyParser.validateReview(prose)).isNotEmpty();
  }

  @Test
  void a_malformed_reply_is_repaired_and_its_errors_are_quoted() {
    Analysis odd =
        ReplyParser.review(
            """
            {"findings": ["The handle leaks at src/a.py:7",
              {"severity": "BLOCKER", "file": "./src/a.py:12", "title": "Two\\nlines", "detail": "d"},
              {"severity": "Low", "path": "src/b.py", "line": "3-4", "description": "no title"},
              {"severity": "Nit", "path": "src/b.py", "line": 5, "title": "A space too many"}]}
            """,
            "ada",
            "any",
            PATHS);
    assertThat(odd.faults()).hasSize(4);
    assertThat(odd.faults().get(3).severity()).isEqualTo(Severity.LOW);
    assertThat(odd.faults().get(0).placed()).isFalse();
    assertThat(odd.faults().get(1).severity()).isEqualTo(Severity.MEDIUM);
    assertThat(odd.faults().get(1).place()).isEqualTo("src/a.py:12");
    assertThat(odd.faults().get(1).title()).isEqualTo("Two lines");
    assertThat(odd.faults().get(2).place()).isEqualTo("src/b.py:3");
    assertThat(odd.faults().get(2).title()).isEqualTo("no title");
    assertThat(ReplyParser.validateReview(odd)).anyMatch(error -> error.contains("severity"));
  }

  @ParameterizedTest
  @CsvSource({
    "src/a.py, src/a.py, true",
    "b/src/a.py, src/a.py, true",
    "/tmp/copy/src/a.py, src/a.py, true",
    "a.py, src/a.py, true",
    "twice.py, twice.py, false",
    "../src/a.pyc, ../src/a.pyc, false"
  })
  void a_file_of_the_change_is_found_by_its_common_spellings(
      String cited, String file, boolean placed) {
    List<String> changed = List.of("src/a.py", "x/twice.py", "y/twice.py");
    Analysis read =
        ReplyParser.review(reply(finding("low", cited, 1, "It")), "ada", "any", changed);
    assertThat(read.faults().get(0).file()).isEqualTo(file);
    assertThat(read.faults().get(0).placed()).isEqualTo(placed);
  }

  @ParameterizedTest
  @CsvSource({
    "critical, CRITICAL",
    "critical low, CRITICAL",
    "high medium, HIGH",
    "critical low low, LOW",
    "critical high low, HIGH",
    "low low high critical, HIGH"
  })
  void the_severity_is_the_median_of_the_votes_and_ties_round_up(String said, Severity median) {
    assertThat(
            Severity.median(
                List.of(said.split(" ")).stream()
                    .map(word -> Severity.valueOf(word.toUpperCase(java.util.Locale.ROOT)))
                    .toList()))
        .isEqualTo(median);
  }
}
