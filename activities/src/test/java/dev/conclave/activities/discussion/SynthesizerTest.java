package dev.conclave.activities.discussion;

import static dev.conclave.activities.discussion.Analyses.analysis;
import static dev.conclave.activities.discussion.Analyses.answered;
import static dev.conclave.activities.discussion.Analyses.approach;
import static dev.conclave.activities.discussion.Analyses.degraded;
import static dev.conclave.activities.discussion.Analyses.fallback;
import static dev.conclave.activities.discussion.Analyses.proposing;
import static dev.conclave.activities.discussion.Analyses.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.activities.discussion.evidence.LocationFacts;
import dev.conclave.activities.discussion.evidence.TreeFacts;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.RoundRequest;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.wire.WireMapper;
import io.temporal.failure.ApplicationFailure;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SynthesizerTest {
  private static final List<AgentRun> RUNS = List.of(answered("gemini"), answered("codex"));
  private static final Approach BUCKET =
      approach("Token bucket", "One bucket per client", Level.LOW, Level.LOW);
  private static final Analysis GEMINI =
      saying(
          "gemini",
          "Every request passes through handle() [src/router.ts:4]",
          "Sessions never expire");
  private static final Analysis CODEX =
      saying("codex", "handle() sees all requests [src/router.ts:4]", "A session has no expiry");

  private static Analysis saying(String tool, String... findings) {
    return analysis(tool, 0.9, List.of(findings), List.of(BUCKET), List.of(), Optional.empty());
  }

  private static final TreeFacts TREE =
      TreeFacts.of(
          path ->
              path.equals("src/router.ts")
                  ? Optional.of("a\nb\nc\nhandle(request)\n")
                  : Optional.empty());

  private static RoundFindings synthesize(RoundRequest request, Analysis... analyses) {
    return Synthesizer.synthesize(new RoundInputs(request, List.of(analyses), TREE));
  }

  @Test
  void a_round_goes_from_analyses_to_a_full_record() {
    SynthesisRecord record = synthesize(request(1, RUNS, List.of(), "en"), GEMINI, CODEX).record();
    assertThat(record.analyses()).extracting(Analysis::tool).containsExactly("codex", "gemini");
    assertThat(record.crossVerification().voters()).containsExactly("codex", "gemini");
    assertThat(record.crossVerification().agreements()).hasSize(3);
    assertThat(record.solutions())
        .singleElement()
        .satisfies(s -> assertThat(s.sourceCli()).hasSize(2));
    assertThat(record.evidence()).hasSize(2);
    assertThat(record.convergence().newInsights()).isTrue();
    assertThat(record.convergence().evidenceRate()).isEqualTo(1);
    assertThat(record.finished()).isEqualTo(Analyses.START.plusSeconds(40));
    assertThat(record.degraded()).isFalse();
  }

  @Test
  void a_second_round_that_says_the_same_brings_no_new_insight() {
    RoundFindings first = synthesize(request(1, RUNS, List.of(), "en"), GEMINI, CODEX);
    RoundFindings same = synthesize(request(2, RUNS, first.fingerprints(), "en"), CODEX, GEMINI);
    assertThat(same.record().convergence().newInsights()).isFalse();
    assertThat(same.record().convergence().recommendation()).isEqualTo(Recommendation.CONVERGED);
    Analysis more =
        saying(
            "gemini",
            "Every request passes through handle() [src/router.ts:4]",
            "Uploads are unlimited in size");
    RoundFindings fresh = synthesize(request(2, RUNS, first.fingerprints(), "en"), CODEX, more);
    assertThat(fresh.record().newFindings()).containsExactly("Uploads are unlimited in size");
    assertThat(fresh.record().convergence().newInsights()).isTrue();
  }

  @Test
  void the_order_of_analyses_changes_nothing() {
    RoundRequest request = request(1, RUNS, List.of(), "en");
    assertThat(synthesize(request, GEMINI, CODEX)).isEqualTo(synthesize(request, CODEX, GEMINI));
  }

  @Test
  void only_receipts_of_models_vote() {
    List<AgentRun> runs = List.of(answered("gemini"), answered("codex"), answered("direct"));
    List<Analysis> analyses =
        List.of(
            GEMINI,
            fallback(CODEX),
            analysis("direct", "f"),
            analysis("qwen", "no receipt"),
            DegradedAnalysis.of("t"));
    assertThat(Voters.of(analyses, runs)).containsExactly("gemini");
  }

  @Test
  void a_round_of_extracted_replies_alone_is_degraded_and_never_converges() {
    SynthesisRecord record =
        synthesize(request(1, RUNS, List.of(), "en"), fallback(GEMINI), fallback(CODEX)).record();
    assertThat(record.degraded()).isTrue();
    assertThat(record.crossVerification().notCrossVerified()).isTrue();
    assertThat(record.convergence().recommendation()).isNotEqualTo(Recommendation.CONVERGED);
  }

  @Test
  void the_same_failure_once_more_is_no_sign_of_convergence_and_its_numbers_are_nobodys() {
    Analysis prose = fallback(GEMINI);
    Analysis template =
        degraded(analysis("direct", "`handle` is a likely place [src/router.ts:4]"));
    List<AgentRun> runs = List.of(answered("gemini"), answered("direct"));
    RoundFindings first = synthesize(request(1, runs, List.of(), "en"), prose, template);
    RoundFindings again = synthesize(request(2, runs, first.fingerprints(), "en"), prose, template);

    assertThat(again.record().convergence().newInsights()).isFalse();
    assertThat(first.record().convergence().score()).isZero();
    assertThat(again.record().convergence().score()).isZero();
    assertThat(
            synthesize(request(1, RUNS, List.of(), "en"), CODEX, prose, template)
                .record()
                .convergence()
                .meanFeasibility())
        .hasValue(CODEX.feasibilityScore());
    assertThat(first.record().convergence().meanFeasibility()).isEmpty();
    assertThat(first.record().convergence().rationale()).contains("no feasibility said");
  }

  @Test
  void the_evidence_of_a_round_is_the_share_of_its_places_and_not_of_who_repeats_them() {
    String handled = "Every request passes through handle() [src/router.ts:4]";
    String unrelated = "The zebra gallops [src/router.ts:1]";
    RoundFindings round =
        synthesize(
            request(1, RUNS, List.of(), "en"),
            saying("gemini", handled, unrelated),
            saying("codex", "All requests go through handle() [src/router.ts:4]"));

    assertThat(round.places().cited()).isEqualTo(2);
    assertThat(round.record().convergence().evidenceRate())
        .isEqualTo(1 - (double) round.places().unsupported().count() / round.places().cited());
  }

  @Test
  void what_was_considered_says_when_no_model_proposed_it_and_so_why_it_comes_last() {
    Approach small = approach("Tiny cron", List.of(), List.of("slow"), Level.HIGH, Level.HIGH);
    Approach extend = approach("Extend Memberlist", List.of(), List.of(), Level.LOW, Level.LOW);
    Synthesis synthesis =
        synthesize(
                request(1, RUNS, List.of(), "en"),
                proposing("gemini", small, named("Beta queue"), named("Gamma proxy")),
                proposing("codex", named("Delta bucket")),
                degraded(proposing("direct", extend)))
            .synthesis(new DocumentRef("0".repeat(64), 1));

    assertThat(synthesis.alsoConsidered())
        .containsExactly(
            "Tiny cron (30)", "Extend Memberlist (80; the built-in analyst's, so last)");
  }

  private static Approach named(String name) {
    return approach(name, List.of(), List.of(), Level.LOW, Level.LOW);
  }

  @Test
  void a_round_without_any_analysis_has_no_options() {
    SynthesisRecord record = synthesize(request(1, List.of(), List.of(), "en")).record();
    assertThat(record.solutions()).isEmpty();
    assertThat(record.convergence().score()).isZero();
    assertThat(record.convergence().newInsights()).isFalse();
    assertThat(record.rationale().en()).contains("no finding at all");
    assertThat(record.finished()).isEqualTo(Analyses.START);
  }

  @Test
  void the_degraded_analysis_has_one_approach_of_high_effort_and_half_feasibility() {
    Analysis degraded = DegradedAnalysis.of("Add rate limiting");
    assertThat(degraded.degraded()).isTrue();
    assertThat(degraded.feasibilityScore()).isEqualTo(0.5);
    assertThat(degraded.implementationApproaches())
        .singleElement()
        .satisfies(
            a -> {
              assertThat(a.name()).isEqualTo("Manual Analysis Required");
              assertThat(a.effort()).isEqualTo(Level.HIGH);
            });
    SynthesisRecord record = synthesize(request(1, List.of(), List.of(), "en"), degraded).record();
    assertThat(record.degraded()).isTrue();
    assertThat(record.solutions()).hasSize(1);
  }

  @Test
  void a_synthesis_is_bounded_with_a_note_and_its_document_is_whole() throws Exception {
    List<String> findings = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      findings.add("alpha" + i + " beta" + i + " gamma" + i + " " + "x".repeat(1_000));
    }
    Memory memory = new Memory();
    Analysis huge = analysis("gemini", 0.9, findings, List.of(BUCKET), List.of(), Optional.empty());
    Synthesis synthesis = memory.synthesize(huge, CODEX);
    assertThat(SynthesisBound.MAX_BYTES).isEqualTo(128 * 1024);
    assertThat(SynthesisBound.bytes(synthesis)).isLessThanOrEqualTo(128 * 1024);
    assertThat(synthesis.crossVerification().resolution())
        .contains("Shortened for the history", "only in the round's document");
    SynthesisRecord record =
        WireMapper.get().readValue(memory.text(synthesis.document()), SynthesisRecord.class);
    assertThat(record.crossVerification().unique()).hasSizeGreaterThan(290);
    assertThat(record.analyses().get(1).findings()).isEqualTo(findings);
    assertThat(String.join("", synthesis.findings()).length()).isLessThan(8 * 1024);
  }

  @Test
  void the_activity_gives_the_same_synthesis_twice_and_nothing_is_cut_from_a_small_one() {
    Memory memory = new Memory();
    Synthesis synthesis = memory.synthesize(GEMINI, CODEX);
    assertThat(memory.synthesize(CODEX, GEMINI)).isEqualTo(synthesis);
    assertThat(synthesis.crossVerification().resolution()).isEqualTo("No disagreements.");
    assertThat(synthesis.solutions()).hasSize(1);
    assertThat(memory.closed).isEqualTo(2);
  }

  @Test
  void a_document_that_is_no_analysis_fails_for_good() {
    Memory memory = new Memory();
    assertThatThrownBy(() -> memory.synthesizeDocuments(List.of(memory.put("no json"))))
        .isInstanceOfSatisfying(
            ApplicationFailure.class, failure -> assertThat(failure.isNonRetryable()).isTrue());
  }

  /** Documents in memory, and an activity over them. */
  private static final class Memory implements DocumentStore {
    private final Map<String, byte[]> documents = new HashMap<>();
    private int closed;

    Synthesis synthesize(Analysis... analyses) {
      return synthesizeDocuments(
          List.of(analyses).stream()
              .map(a -> put(WireMapper.get().valueToTree(a).toString()))
              .toList());
    }

    Synthesis synthesizeDocuments(List<DocumentRef> references) {
      RoundRequest base = request(1, RUNS, List.of(), "en");
      RoundRequest request =
          new RoundRequest(
              base.session(),
              base.task(),
              base.round(),
              base.workspace(),
              base.tree(),
              references,
              base.runs(),
              base.earlierFindings(),
              base.firstOfDirection(),
              base.context(),
              base.feedback(),
              base.languages(),
              base.started(),
              base.answered(),
              base.clarifications(),
              base.concerns());
      return new DiscussionActivitiesImpl(this, (workspace, tree) -> counting())
          .synthesize(request);
    }

    private TreeFacts counting() {
      return new TreeFacts() {
        @Override
        public LocationFacts at(String file, int line) {
          return TREE.at(file, line);
        }

        @Override
        public void close() {
          closed++;
        }
      };
    }

    @Override
    public DocumentRef put(byte[] content) {
      String digest = sha256(content);
      documents.put(digest, content);
      return new DocumentRef(digest, content.length);
    }

    private static String sha256(byte[] content) {
      try {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
      } catch (NoSuchAlgorithmException impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    @Override
    public byte[] get(DocumentRef document) {
      return documents.get(document.digest());
    }

    @Override
    public String text(DocumentRef document) {
      return new String(get(document), StandardCharsets.UTF_8);
    }
  }

  @Test
  void what_an_option_depends_on_is_asked_first_and_whether_there_are_tests_last() {
    Approach limiter =
        approach("Limiter", List.of(), List.of(), Level.LOW, Level.LOW, "src/router.ts");
    Analysis gemini =
        analysis(
            "gemini",
            0.9,
            List.of(
                "The existing tests cover the router",
                "The session store is safe for concurrent use",
                "handle() in the router is synchronous [src/router.ts:4]"),
            List.of(limiter),
            List.of(),
            Optional.empty());
    Analysis codex =
        analysis(
            "codex",
            0.9,
            List.of(
                "The existing tests do not cover the router",
                "The session store is not safe for concurrent use",
                "handle() in the router is asynchronous [src/router.ts:4]"),
            List.of(limiter),
            List.of(),
            Optional.empty());

    SynthesisRecord record = synthesize(request(1, RUNS, List.of(), "en"), gemini, codex).record();

    assertThat(record.crossVerification().disagreements())
        .extracting(one -> one.positions().get(0).statement().replaceAll(" \\[.*", ""))
        .containsExactly(
            "handle() in the router is asynchronous",
            "The session store is not safe for concurrent use",
            "The existing tests do not cover the router");
    assertThat(record.questions().get(0).en()).contains("handle()");
    assertThat(record.questions().get(2).en()).contains("tests");
  }
}
