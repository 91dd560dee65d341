package dev.conclave.workflows.plan;

import dev.conclave.workflows.agent.AskReply;
import dev.conclave.workflows.agent.AskRequest;
import dev.conclave.workflows.agent.Role;
import dev.conclave.workflows.discussion.AgentRun;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One request for repair when an analysis has errors; the better of the two counts. A plan is sent
 * back by its {@link Planner}, who counts its repairs.
 *
 * @param seat the agent whose place it is
 * @param runs where the repair is recorded
 */
record Mending(Asking asking, String seat, List<AgentRun> runs) {

  /** The reply, or what its agent made of it when it was told what is wrong. */
  AskReply mended(Asking.Outcome.Answered answered, Supplier<AskRequest> question, int attempt) {
    AskReply reply = answered.reply();
    boolean sound = reply.errors().isEmpty() && !reply.extracted();
    if (sound || answered.request().role() == Role.PLANNER) {
      return reply;
    }
    List<String> errors =
        reply.errors().isEmpty() ? List.of("the reply holds no JSON object") : reply.errors();
    Asking.Outcome outcome = asking.ask(asking.repair(question, errors, reply), attempt);
    if (outcome instanceof Asking.Outcome.Answered again) {
      runs.add(
          new AgentRun(
              answered.request().agent(),
              seat,
              AgentRun.ANSWERED,
              Optional.of("repair" + again.reply().flaw().map(flaw -> ": " + flaw).orElse("")),
              Optional.of(again.reply().receipt())));
      return better(reply, again.reply());
    }
    return reply;
  }

  /** A reply that was read beats one that was extracted; then fewer errors; then the later one. */
  private static AskReply better(AskReply earlier, AskReply later) {
    if (earlier.extracted() != later.extracted()) {
      return earlier.extracted() ? later : earlier;
    }
    return later.errors().size() <= earlier.errors().size() ? later : earlier;
  }
}
