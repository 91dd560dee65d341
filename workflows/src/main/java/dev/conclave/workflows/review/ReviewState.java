package dev.conclave.workflows.review;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.conclave.workflows.api.Change;
import dev.conclave.workflows.api.RosterActivities.HostRoster;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.discussion.Severity;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.session.DiscussionState;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.session.SessionView.ReviewLine;
import dev.conclave.workflows.text.Words;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The state of a review; under 1 MiB. */
public final class ReviewState extends DiscussionState<ReviewPhase> {
  public static final KindSpec KIND =
      new KindSpec(
          "review",
          ReviewWorkflow.class,
          ReviewWorkflowImpl.class,
          ReviewState.class,
          "REV-",
          Optional.empty(),
          DateTimeFormatter.ISO_LOCAL_DATE,
          Optional.of(".review"),
          "",
          false);

  @JsonCreator
  public ReviewState(
      @JsonProperty("session") String session,
      @JsonProperty("request") ReviewRequest request,
      @JsonProperty("created_at") Instant createdAt) {
    super(
        session,
        request,
        createdAt,
        ReviewPhase.INITIALIZING,
        ReviewPhase.REVIEWING,
        request.maxRounds());
  }

  @Override
  public KindSpec kind() {
    return KIND;
  }

  @Override
  public ReviewRequest request() {
    return (ReviewRequest) super.request();
  }

  @Override
  public void updateRoster(HostRoster found) {
    super.updateRoster(found);
    setAnalysts(request().analysts(roster().agents()));
  }

  public Optional<Change> change() {
    return subject().map(subject -> subject.change());
  }

  public Optional<ReviewOutcome> outcome() {
    return last().map(Synthesis::review);
  }

  @Override
  public SessionView view() {
    return view(Optional.empty()).withReview(change().map(this::line).orElse(null));
  }

  private ReviewLine line(Change change) {
    ReviewOutcome over = closed() ? outcome().orElse(null) : null;
    Severity from = request().failOn();
    Boolean met = over == null || from == null ? null : !over.counting(from).isEmpty();
    return new ReviewLine(change, over, met);
  }

  @Override
  public String details() {
    List<String> paragraphs = new ArrayList<>();
    change().ifPresent(change -> paragraphs.add("Change: " + change.label()));
    outcome().ifPresent(outcome -> paragraphs.add(summary(outcome)));
    return details(paragraphs);
  }

  /** Returns the number of counting findings, of all findings, and the highest severity. */
  static String summary(ReviewOutcome outcome) {
    long counting = outcome.findings().stream().filter(one -> one.counts()).count();
    String worst =
        outcome.worst().map(severity -> ", most severe: " + Words.of(severity)).orElse("");
    return "%s of %s counted%s"
        .formatted(counting, Words.counted(outcome.findings().size(), "finding"), worst);
  }
}
