package dev.conclave.workflows.review;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.conclave.workflows.api.ChangeSpec;
import dev.conclave.workflows.discussion.Severity;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionTerms;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The input of a review.
 *
 * @param moderator defaults to the first usable reviewer
 * @param maxRounds 1 to 3
 * @param failOn minimum severity of a counting finding for the command to fail; null for never
 */
public record ReviewRequest(
    @JsonUnwrapped SessionTerms terms,
    Optional<String> moderator,
    ChangeSpec change,
    int maxRounds,
    @Nullable Severity failOn)
    implements SessionRequest {
  private static final int REVIEWERS = 2;

  @Override
  public KindSpec kind() {
    return ReviewState.KIND;
  }

  @Override
  public String manner() {
    return "each alone, at most " + Words.counted(maxRounds, "round");
  }

  @Override
  public ReviewRequest with(SessionTerms others) {
    return new ReviewRequest(others, moderator, change, maxRounds, failOn);
  }

  /**
   * Returns the fallback chain without the built-in analyst, which has no model and cannot review.
   */
  @Override
  public List<String> chain() {
    return SessionRequest.super.chain().stream()
        .filter(agent -> !agent.equals(AgentStatus.DIRECT))
        .toList();
  }

  /** Returns the reviewers: at least two if available, unless the user named them. */
  @Override
  public List<String> analysts(List<AgentStatus> roster) {
    List<String> usable =
        roster.stream().filter(AgentStatus::usable).map(AgentStatus::agent).toList();
    List<String> reviewers = new ArrayList<>(SessionRequest.super.analysts(roster));
    reviewers.remove(AgentStatus.DIRECT);
    for (String agent : terms.toolsNamed() ? List.<String>of() : chain()) {
      if (reviewers.size() < REVIEWERS && usable.contains(agent) && !reviewers.contains(agent)) {
        reviewers.add(agent);
      }
    }
    return List.copyOf(reviewers);
  }
}
