package dev.conclave.activities.discussion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.discussion.ReviewOutcome.Judged;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/** Review rounds computed by the rules from replies of agents. */
public final class ReviewRound {
  private final List<String> paths;
  private final int rounds;
  private final List<String> writers;
  private final Set<String> voters = new LinkedHashSet<>();
  private Ledger ledger = Ledger.EMPTY;
  private int round;

  public ReviewRound(List<String> paths, int rounds, String... writers) {
    this.paths = paths;
    this.rounds = rounds;
    this.writers = List.of(writers);
  }

  /** Starts with criteria in the ledger. */
  ReviewRound criteria(Ledger criteria) {
    ledger = criteria;
    return this;
  }

  Ledger ledger() {
    return ledger;
  }

  /** Counts the replies of a round by agent, and the moderator's, using ledger ids. */
  public ReviewOutcome round(Map<String, String> replies, String moderation) {
    round++;
    List<Analysis> analyses = new ArrayList<>();
    new TreeMap<>(replies)
        .forEach(
            (agent, reply) -> {
              Analysis read = ReplyParser.review(reply, agent, "any", paths);
              assertThat(ReplyParser.validateReview(read)).isEmpty();
              analyses.add(read);
            });
    List<AgentRun> runs = replies.keySet().stream().map(Analyses::answered).toList();
    voters.addAll(replies.keySet());
    Ledger entered =
        LedgerRules.merge(
            ledger, round, analyses, runs, List.of(), file -> OptionalInt.of(100_000));
    boolean needed = LedgerRules.needsModeration(entered, round);
    Moderation read =
        moderation.isEmpty() ? null : ReplyParser.moderation(moderation).orElseThrow();
    if (read != null) {
      assertThat(ModerationChecks.errors(entered, read, round)).isEmpty();
    }
    ledger =
        RoundCount.of(
                Analyses.request(round, rounds, rounds - round, needed),
                entered,
                read,
                analyses,
                LedgerRules.voters(analyses, runs))
            .ledger();
    return ReviewRules.outcome(ledger, replies.keySet(), rounds, writers);
  }

  public static Judged find(ReviewOutcome outcome, String words) {
    return outcome.findings().stream()
        .filter(one -> one.finding().title().contains(words))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no finding of '" + words + "' in " + outcome));
  }
}
