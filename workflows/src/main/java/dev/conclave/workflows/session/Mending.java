package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.ReplyContent;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.temporal.Words;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One request for repair when a reply has errors and its role {@linkplain
 * dev.conclave.workflows.api.Role#mendedOnce() is mended so}; the better of the two counts.
 *
 * @param agent who answered
 * @param seat the agent whose place it is
 * @param runs where every reply is recorded
 */
record Mending(Asking asking, String agent, String seat, List<AgentRun> runs) {

  /**
   * The reply, or what its agent made of it when it was told what is wrong. Empty when there is
   * nothing in it: an analyst without a finding and without an approach has not answered, whatever
   * its exit code.
   */
  Optional<AskReply> mended(
      Asking.Outcome.Answered answered, Supplier<AskRequest> question, int attempt) {
    AskReply reply = answered.reply();
    record(reply, reply.flaw());
    boolean sound = reply.errors().isEmpty() && !reply.extracted();
    if (sound || !answered.request().role().mendedOnce()) {
      return Optional.of(reply);
    }
    List<String> errors =
        reply.errors().isEmpty() ? List.of("the reply holds no JSON object") : reply.errors();
    Asking.Outcome outcome = asking.ask(asking.repair(question, errors, reply), attempt);
    AskReply best = reply;
    if (outcome instanceof Asking.Outcome.Answered again) {
      String flaw = again.reply().flaw().map(": "::concat).orElse("");
      record(again.reply(), Optional.of("repair" + flaw));
      best = better(reply, again.reply());
    }
    return saysNothing(best) ? Optional.empty() : Optional.of(best);
  }

  private void record(AskReply reply, Optional<String> reason) {
    runs.add(
        new AgentRun(
            agent,
            seat,
            saysNothing(reply) ? Words.of(FailureKind.EMPTY_REPLY) : AgentRun.ANSWERED,
            reason,
            Optional.of(reply.receipt())));
  }

  private static boolean saysNothing(AskReply reply) {
    return reply.content().filter(ReplyContent::saysNothing).isPresent();
  }

  /**
   * A reply that says something beats one that does not, one that was read beats one that was
   * extracted; then fewer errors; then the later one.
   */
  private static AskReply better(AskReply earlier, AskReply later) {
    if (saysNothing(earlier) != saysNothing(later)) {
      return saysNothing(later) ? earlier : later;
    }
    if (earlier.extracted() != later.extracted()) {
      return earlier.extracted() ? later : earlier;
    }
    return later.errors().size() <= earlier.errors().size() ? later : earlier;
  }
}
