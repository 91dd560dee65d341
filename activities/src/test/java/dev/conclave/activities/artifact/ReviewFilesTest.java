package dev.conclave.activities.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.Records;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.Change;
import dev.conclave.workflows.api.Change.Diff;
import dev.conclave.workflows.api.Change.NotShown;
import dev.conclave.workflows.api.ChangeSpec;
import dev.conclave.workflows.api.ChangeSpec.ChangeKind;
import dev.conclave.workflows.api.ReviewSubject;
import dev.conclave.workflows.discussion.Finding;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.discussion.ReviewOutcome.Criterion;
import dev.conclave.workflows.discussion.ReviewOutcome.Judged;
import dev.conclave.workflows.discussion.ReviewOutcome.Judgement;
import dev.conclave.workflows.discussion.ReviewOutcome.Standing;
import dev.conclave.workflows.discussion.Severity;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.review.ReviewPhase;
import dev.conclave.workflows.review.ReviewRequest;
import dev.conclave.workflows.review.ReviewState;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.text.WireMapper;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReviewFilesTest {
  private static final Instant AT = Instant.parse("2026-11-21T08:00:00Z");
  private static final DocumentStore DOCUMENTS = Sessions.documents();

  static ReviewState state(Judged... findings) {
    ReviewRequest request =
        WireMapper.get()
            .convertValue(
                Map.of(
                    "task", "Review main..HEAD",
                    "workspace", WorkspaceSpec.ofPath("host-1", "/repo"),
                    "tools", List.of("ada", "bert"),
                    "languages", List.of("en"),
                    "budget", Map.of(),
                    "change", new ChangeSpec(ChangeKind.RANGE, "main..HEAD"),
                    "max_rounds", 2),
                ReviewRequest.class);
    List<NotShown> notShown = List.of(new NotShown("a|b.lock", "lockfile"));
    DocumentRef diff = DOCUMENTS.putRecord(new Diff("", "", List.of("src/a.py"), notShown));
    Change change =
        new Change(
            "main..HEAD",
            "a".repeat(40),
            "b".repeat(40),
            "c".repeat(40),
            diff,
            2,
            1,
            10,
            2,
            notShown);
    ReviewState state = new ReviewState("REV-review-main-head-2026-11-21", request, AT);
    state.setSubject(ReviewSubject.of(change));
    state.setPhase(ReviewPhase.COMPLETE);
    Criterion criterion =
        new Criterion("P9", "It closes <b>all</b>", Criterion.Verdict.UNMET, votes());
    ReviewOutcome outcome =
        new ReviewOutcome(
            List.of(findings), List.of(criterion), List.of("ada", "bert", "cleo"), true);
    return Records.with(
        state,
        Map.of(
            "last",
            Map.of(
                "round",
                2,
                "ledger",
                Ledger.EMPTY,
                "document",
                new DocumentRef("e".repeat(64), 1),
                "review",
                outcome)));
  }

  private static List<Judgement> votes() {
    return List.of(
        new Judgement("ada", Choice.DISAGREE, List.of("run: it stays open"), "it | leaks"),
        new Judgement("cleo", Choice.PARTLY, List.of(), "only at night"));
  }

  static Judged judged(Standing standing, String title) {
    Finding finding =
        new Finding(
            Severity.HIGH,
            true,
            "src/a.py",
            7,
            title,
            "First line.\n# No heading",
            "Close it.",
            List.of("src/a.py:9"));
    return new Judged("P1", standing, Severity.HIGH, finding, List.of("bert"), votes());
  }

  static ObjectNode file() {
    return (ObjectNode)
        Sessions.json(text(state(judged(Standing.COUNTS, "It leaks")), "review.json"));
  }

  private static String text(ReviewState state, String name) {
    Rendering files = ReviewFiles.render(state, DOCUMENTS, new Rendering(new SecretFilter()));
    assertThat(files.problems()).isEmpty();
    return new String(files.files().get(name), StandardCharsets.UTF_8);
  }

  @Test
  void refuted_findings_are_struck_through_and_name_who_refuted_them() {
    String secret = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA1bC3dE5";
    String page =
        text(
            state(
                judged(Standing.COUNTS, "It leaks | <script> " + secret),
                judged(Standing.REFUTED, "It loops")),
            "review.md");

    assertThat(page)
        .contains(
            "# Review of main..HEAD",
            "- **Change**: 2 files, +10 −2, up to commit `" + "c".repeat(40) + "`",
            "| P1 | high | `src/a.py:7` | It leaks \\| &lt;script>",
            "| ~~It loops~~ | refuted | bert |",
            "> First line.\n> # No heading",
            "- Evidence: src/a.py:9",
            "- **ada** disagrees: it | leaks (run: it stays open)",
            "- **cleo** partly agrees: only at night",
            "- **unmet**: It closes &lt;b>all&lt;/b>; ada disagrees",
            "## Not reviewed",
            "`a|b.lock`: lockfile")
        .doesNotContain(secret, "\n\n\n");
  }

  @Test
  void a_review_without_findings_says_so() {
    assertThat(text(state(), "review.md")).contains("## Findings\n\nNone.");
    assertThat(Sessions.json(text(state(), "review.json")).path("findings")).isEmpty();
  }
}
