package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.Change;
import dev.conclave.workflows.api.Change.Diff;
import dev.conclave.workflows.api.Change.NotShown;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.discussion.ReviewOutcome.Judged;
import dev.conclave.workflows.discussion.ReviewOutcome.Judgement;
import dev.conclave.workflows.discussion.ReviewOutcome.Standing;
import dev.conclave.workflows.review.ReviewState;
import dev.conclave.workflows.session.DiscussionState;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Renders the files of a review; see docs/review.md. */
final class ReviewFiles {
  static final String REVIEW = "review.json";
  private static final String PAGE = "review.md";
  private static final ReviewOutcome NONE =
      new ReviewOutcome(List.of(), List.of(), List.of(), true);

  private ReviewFiles() {}

  static Rendering render(ReviewState state, DocumentStore documents, Rendering files) {
    Optional<Change> change = state.change();
    if (change.isPresent()) {
      List<NotShown> notShown = notShown(change.get(), documents);
      ReviewOutcome outcome = outcome(state, documents);
      files.add(ArtifactKind.REVIEW, REVIEW, review(state, change.get(), notShown, outcome));
      files.add(PAGE, page(state, change.get(), notShown, outcome));
    }
    files.add(SessionArtifacts.SESSION_STATE, SessionStateFile.brief(state));
    return files;
  }

  /** Returns what no reviewer was shown; complete if this host has the diff. */
  static List<NotShown> notShown(Change change, DocumentStore documents) {
    return documents.find(change.diff(), Diff.class).map(Diff::notShown).orElse(change.notShown());
  }

  /** Returns the outcome, in full if this host has it. */
  private static ReviewOutcome outcome(ReviewState state, DocumentStore documents) {
    return state
        .last()
        .flatMap(last -> documents.find(last.document(), SynthesisRecord.class))
        .flatMap(record -> Optional.ofNullable(record.review()))
        .or(state::outcome)
        .orElse(NONE);
  }

  /** Renders {@code review.json} of a review, or of the review in an execution. */
  static ObjectNode review(
      DiscussionState<?> state, Change change, List<NotShown> notShown, ReviewOutcome outcome) {
    ObjectNode review = WireMapper.get().createObjectNode();
    review.put("session", state.session()).put("status", status(state));
    state.ending().ifPresent(why -> review.put("ending", why));
    ObjectNode changed = WireMapper.get().valueToTree(change);
    changed.remove(List.of("diff", "not_shown"));
    review.set("change", changed);
    review.setAll(WireMapper.get().<ObjectNode>valueToTree(outcome));
    review.put("rounds", state.rounds().size());
    review.set("not_reviewed", WireMapper.get().valueToTree(notShown));
    review.set("notes", WireMapper.get().valueToTree(state.notes()));
    review.put("updated_at", state.updatedAt().toString());
    return review;
  }

  private static String status(DiscussionState<?> state) {
    return SessionView.status(Words.of(state.phase()), false);
  }

  private static String page(
      ReviewState state, Change change, List<NotShown> notShown, ReviewOutcome outcome) {
    return MarkdownText.render(
        "review.md.peb",
        Map.ofEntries(
            Map.entry("session", state.session()),
            Map.entry("status", status(state)),
            Map.entry("ending", state.ending().orElse("")),
            Map.entry("change", change),
            Map.entry("files", Words.counted(change.files(), "file")),
            Map.entry("reviewers", outcome.reviewers()),
            Map.entry("voted", outcome.voted()),
            Map.entry("notes", state.notes()),
            Map.entry("findings", outcome.findings().stream().map(ReviewFiles::row).toList()),
            Map.entry(
                "criteria",
                outcome.criteria().stream()
                    .map(
                        one ->
                            Map.of(
                                "text", one.text(),
                                "verdict", Words.of(one.verdict()),
                                "votes", votes(one.votes())))
                    .toList()),
            Map.entry("notReviewed", notShown)),
        Language.of(state.request().languages()));
  }

  private static Map<String, Object> row(Judged one) {
    return Map.of(
        "judged", one,
        "severity", Words.of(one.severity()),
        "standing", Words.of(one.standing()),
        "refuted", one.standing() == Standing.REFUTED,
        "votes", votes(one.votes()));
  }

  private static List<Map<String, Object>> votes(List<Judgement> votes) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Judgement vote : votes) {
      String says =
          switch (vote.choice()) {
            case AGREE -> "agrees";
            case DISAGREE -> "disagrees";
            case PARTLY -> "partly agrees";
            case UNSURE -> "is unsure";
            case MISREAD -> "says it was misread";
          };
      rows.add(Map.of("vote", vote, "says", says));
    }
    return rows;
  }
}
