package dev.conclave.workflows.review;

import dev.conclave.workflows.api.ChangeSpec;
import dev.conclave.workflows.api.ChangeSpec.ChangeKind;
import dev.conclave.workflows.discussion.Finding;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.discussion.ReviewOutcome.Judged;
import dev.conclave.workflows.discussion.ReviewOutcome.Standing;
import dev.conclave.workflows.discussion.Severity;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.plan.Requests;
import dev.conclave.workflows.plan.ScriptedHost;
import dev.conclave.workflows.plan.SessionDriver;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reviews for tests. */
public final class Reviews {
  private Reviews() {}

  public static ReviewRequest request(int rounds) {
    return new ReviewRequest(
        SessionDriver.request().terms(),
        Optional.empty(),
        new ChangeSpec(ChangeKind.RANGE, "main..HEAD"),
        rounds,
        Severity.HIGH);
  }

  /** Returns a round of these voters, with or without something left to vote on. */
  public static Synthesis round(boolean open, Standing standing, String... voters) {
    return round(Severity.HIGH, open, standing, voters);
  }

  private static Synthesis round(
      Severity severity, boolean open, Standing standing, String... voters) {
    Finding finding = new Finding(severity, true, "a.py", 7, "It leaks", "Always.", "", List.of());
    Judged judged = new Judged("P1", standing, severity, finding, List.of("gemini"), List.of());
    ReviewOutcome outcome =
        new ReviewOutcome(List.of(judged), List.of(), List.of(voters), voters.length > 1);
    return Requests.with(
        ScriptedHost.outcome(Recommendation.CONTINUE, 0.2, true, 0),
        Map.of(
            "ledger",
                open ? Ledger.ofCriteria(List.of(LocalizedText.of("It leaks"))) : Ledger.EMPTY,
            "voters", voters,
            "review", outcome));
  }

  /** Returns a single finding that the ballot confirms. */
  public static List<Synthesis> twoRounds() {
    return twoRounds(Severity.HIGH);
  }

  /** Returns a single finding of this severity that the ballot confirms. */
  public static List<Synthesis> twoRounds(Severity severity) {
    return List.of(
        round(severity, true, Standing.UNCONFIRMED, "codex", "gemini"),
        round(severity, false, Standing.COUNTS, "codex", "gemini"));
  }
}
