package dev.conclave.activities.discussion.verification;

import static dev.conclave.activities.discussion.Analyses.analysis;
import static dev.conclave.activities.discussion.Analyses.approach;
import static dev.conclave.activities.discussion.Analyses.degraded;
import static dev.conclave.activities.discussion.Analyses.fallback;
import static dev.conclave.activities.discussion.Analyses.proposing;
import static dev.conclave.activities.discussion.Analyses.reviewing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.discussion.evidence.EvidenceRules;
import dev.conclave.activities.discussion.evidence.TreeFacts;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.PeerReview;
import dev.conclave.workflows.discussion.Point;
import dev.conclave.workflows.discussion.Position;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CrossVerifierTest {
  private static final String LEAK = "Connections leak when mapping throws [src/Repo.java:88]";
  private static final String LEAK_TOO =
      "Connection leak: on a mapping exception nothing is released [src/Repo.java:90]";
  private static final String DATES =
      "Dates are rendered in the wrong time zone [web/format.ts:12]";

  private static CrossVerification verify(List<Analysis> analyses, String... voters) {
    TreeFacts tree =
        TreeFacts.of(
            path ->
                switch (path) {
                  case "src/Pool.java" -> Optional.of("class Pool { /* cache */ }");
                  case "src/Repo.java" -> Optional.of("class Repo {}\n".repeat(100));
                  default -> Optional.empty();
                });
    return CrossVerifier.verify(
            analyses,
            List.of(voters),
            EvidenceRules.judge(analyses, tree),
            ApproachGrouping.of(analyses))
        .result();
  }

  @Test
  void what_all_voters_say_is_an_agreement_what_some_say_is_partial_the_rest_unique() {
    CrossVerification result =
        verify(
            List.of(
                analysis("gemini", LEAK, "Retries have no backoff and loop forever"),
                analysis("codex", LEAK_TOO, "Retry lacks backoff, it loops without end"),
                analysis("qwen", LEAK, DATES)),
            "codex",
            "gemini",
            "qwen");
    assertThat(result.agreements()).hasSize(1);
    assertThat(result.agreements().get(0).positions())
        .extracting(Position::agent)
        .containsExactly("codex", "gemini", "qwen");
    assertThat(result.partial()).hasSize(1);
    assertThat(result.partial().get(0).positions())
        .extracting(Position::agent)
        .containsExactly("codex", "gemini");
    assertThat(result.unique()).extracting(Point::statement).containsExactly(DATES);
    assertThat(result.disagreements()).isEmpty();
    assertThat(result.resolution()).isEqualTo("No disagreements.");
    assertThat(result.notCrossVerified()).isFalse();
  }

  @Test
  void two_points_of_one_place_that_say_different_things_are_no_agreement() {
    CrossVerification result =
        verify(
            List.of(
                analysis("gemini", "TimestampSigner.sign appends the timestamp [src/timed.py:45]"),
                analysis("codex", "TimestampSigner.validate accepts max_age [src/timed.py:47]")),
            "codex",
            "gemini");
    assertThat(result.agreements()).isEmpty();
    assertThat(result.disagreements()).isEmpty();
  }

  @Test
  void one_agent_alone_is_not_cross_verified_and_agrees_with_nobody() {
    CrossVerification result =
        verify(List.of(analysis("gemini", LEAK), analysis("direct", LEAK_TOO)), "gemini");
    assertThat(result.notCrossVerified()).isTrue();
    assertThat(result.agreements()).isEmpty();
    assertThat(result.partial()).isEmpty();
    assertThat(result.disagreements()).isEmpty();
    assertThat(result.unique()).extracting(Point::statement).containsExactly(LEAK_TOO, LEAK);
    assertThat(result.alpha()).isZero();
    assertThat(result.resolution())
        .isEqualTo("Not cross-verified: fewer than two independent analyses.");
  }

  @Test
  void an_analysis_without_a_vote_makes_no_agreement_and_its_words_stand_for_nobody_else() {
    CrossVerification result =
        verify(
            List.of(
                analysis("gemini", LEAK), analysis("codex", DATES), analysis("direct", LEAK_TOO)),
            "codex",
            "gemini");
    assertThat(result.agreements()).isEmpty();
    assertThat(result.unique())
        .extracting(Point::statement)
        .containsExactlyInAnyOrder(LEAK, LEAK_TOO, DATES);
    assertThat(result.unique()).allSatisfy(point -> assertThat(point.positions()).hasSize(1));
  }

  @Test
  void a_template_or_an_extract_that_resembles_a_finding_never_takes_its_place() {
    String address =
        "ingestPacket receives the source address as from net.Addr, so a limiter can key on it"
            + " before any decryption is done [src/Repo.java:36]";
    String template = "An existing function resembles the task: `ingestPacket`. [src/Repo.java:36]";
    String queue =
        "TransmitLimitedQueue keeps a btree and a map of its broadcasts [src/Repo.java:27]";
    String prose =
        "TransmitLimitedQueue keeps a btree, but the map is what makes it slow [src/Repo.java:27]";

    CrossVerification result =
        verify(
            List.of(
                analysis("alpha", address, queue),
                fallback(analysis("beta", prose)),
                degraded(analysis("direct", template))),
            "alpha");

    assertThat(result.unique())
        .extracting(point -> point.positions().get(0).agent() + ": " + point.statement())
        .containsExactlyInAnyOrder(
            "alpha: " + address, "alpha: " + queue, "beta: " + prose, "direct: " + template);
  }

  @Test
  void the_words_of_an_agreement_are_a_voters_and_not_the_shorter_ones_of_a_template() {
    String longer = "The connection pool is never closed after a query [src/Pool.java:1]";
    String longest = "After a query the connection pool is never closed at all [src/Pool.java:1]";
    String template = "Connection pool never closed. [src/Pool.java:1]";

    CrossVerification result =
        verify(
            List.of(
                analysis("gemini", longer),
                analysis("codex", longest),
                degraded(analysis("direct", template))),
            "codex",
            "gemini");

    assertThat(result.agreements()).extracting(Point::statement).containsExactly(longer);
  }

  @Test
  void opposite_claims_are_a_disagreement_with_both_positions() {
    CrossVerification result =
        verify(
            List.of(
                analysis("gemini", "The pool cache is thread-safe [src/Pool.java:1]"),
                analysis("codex", "The pool cache is not thread-safe [src/Pool.java:1]")),
            "codex",
            "gemini");
    Disagreement found = result.disagreements().get(0);
    assertThat(found.cause()).isEqualTo("polarity");
    assertThat(found.positions())
        .extracting(Position::statement)
        .hasSize(2)
        .doesNotHaveDuplicates();
    assertThat(found.open()).isTrue();
    assertThat(found.resolution()).startsWith("Left open for the human");
    assertThat(result.agreements()).isEmpty();
    assertThat(result.resolution())
        .isEqualTo("Of 1 disagreements 0 settled by evidence, 1 left open for the human.");
  }

  @Test
  void a_disagreement_is_settled_only_when_one_side_is_verified_and_the_other_missing() {
    CrossVerification result =
        verify(
            List.of(
                analysis("gemini", "The pool cache is bounded [src/Pool.java:1]"),
                analysis("codex", "The pool cache is unbounded [src/Gone.java:1]")),
            "codex",
            "gemini");
    Disagreement found = result.disagreements().get(0);
    assertThat(found.open()).isFalse();
    assertThat(found.resolution())
        .isEqualTo("Settled by evidence: what gemini cites is there, what codex cites is missing.");
    assertThat(result.resolution())
        .isEqualTo("Of 1 disagreements 1 settled by evidence, 0 left open for the human.");
  }

  @Test
  void different_numbers_for_one_quantity_are_a_disagreement() {
    CrossVerification result =
        verify(
            List.of(
                analysis("gemini", "The request timeout is 30 seconds"),
                analysis("codex", "The request timeout is 60 seconds")),
            "codex",
            "gemini");
    assertThat(result.disagreements()).extracting(Disagreement::cause).containsExactly("quantity");
  }

  @Test
  void an_explicit_objection_makes_a_disagreement_of_what_it_names() {
    PeerReview review =
        new PeerReview(
            List.of(), List.of("gemini: connections leak when mapping throws"), List.of());
    CrossVerification result =
        verify(
            List.of(analysis("gemini", LEAK), reviewing("codex", review, DATES)),
            "codex",
            "gemini");
    assertThat(result.disagreements()).hasSize(1);
    assertThat(result.disagreements().get(0).cause()).isEqualTo("explicit");
    assertThat(result.disagreements().get(0).positions())
        .extracting(Position::agent)
        .containsExactly("codex", "gemini");
    assertThat(result.unique()).extracting(Point::statement).containsExactly(DATES);
  }

  @Test
  void an_assent_is_a_vote_for_a_group_and_makes_none_by_itself() {
    PeerReview review =
        new PeerReview(
            List.of(LEAK_TOO, "Something nobody else said at all"), List.of(), List.of());
    CrossVerification result =
        verify(
            List.of(analysis("gemini", LEAK), reviewing("codex", review, DATES)),
            "codex",
            "gemini");
    assertThat(result.agreements()).hasSize(1);
    assertThat(result.unique()).extracting(Point::statement).containsExactly(DATES);
  }

  @Test
  void a_shared_approach_is_an_agreement_and_low_against_high_a_disagreement() {
    CrossVerification result =
        verify(
            List.of(
                proposing(
                    "gemini",
                    approach(
                        "Token bucket middleware",
                        "A bucket per client before handle()",
                        Level.LOW,
                        Level.LOW)),
                proposing(
                    "codex",
                    approach(
                        "token-bucket middleware",
                        "Middleware that keeps buckets",
                        Level.HIGH,
                        Level.MEDIUM))),
            "codex",
            "gemini");
    assertThat(result.agreements())
        .extracting(Point::statement)
        .containsExactly("Approach \"Token bucket middleware\" proposed by: codex, gemini");
    assertThat(result.disagreements())
        .extracting(Disagreement::topic)
        .containsExactly("Effort of approach \"Token bucket middleware\"");
    assertThat(result.disagreements()).extracting(Disagreement::cause).containsExactly("effort");
  }

  @Test
  void two_alternatives_of_one_agent_stay_two_approaches() {
    List<ApproachGroup> groups =
        ApproachGrouping.of(
            List.of(
                proposing(
                    "gemini",
                    approach(
                        "Token bucket in memory",
                        "A token bucket per client kept in memory",
                        Level.LOW,
                        Level.LOW),
                    approach(
                        "Token bucket in Redis",
                        "A token bucket per client kept in Redis",
                        Level.HIGH,
                        Level.LOW))));
    assertThat(groups).hasSize(2);
    assertThat(ApproachGrouping.SAME_APPROACH).isEqualTo(0.45);
  }

  @Test
  void alpha_is_1_when_all_say_the_same_and_below_0_when_nobody_does() {
    assertThat(verify(List.of(analysis("a", LEAK), analysis("b", LEAK_TOO)), "a", "b").alpha())
        .isEqualTo(1);
    assertThat(verify(List.of(analysis("a", LEAK), analysis("b", DATES)), "a", "b").alpha())
        .isNegative();
  }

  @Test
  void what_rests_on_files_that_do_not_exist_supports_no_agreement_and_is_no_headline() {
    String cache = "The pool cache is bounded by the number of entries [src/Pool.java:1]";
    String gone = "The pool cache is bounded [src/Gone.java:1]";

    CrossVerification two =
        verify(List.of(analysis("gemini", cache), analysis("codex", gone)), "codex", "gemini");
    CrossVerification three =
        verify(
            List.of(analysis("gemini", cache), analysis("codex", gone), analysis("qwen", gone)),
            "codex",
            "gemini",
            "qwen");

    assertThat(two.agreements()).isEmpty();
    assertThat(three.agreements()).isEmpty();
    assertThat(two.partial()).extracting(Point::statement).containsExactly(cache);
    assertThat(three.partial()).extracting(Point::statement).containsExactly(cache);
  }
}
