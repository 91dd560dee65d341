package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.session.Agents;
import dev.conclave.workflows.session.Asking;
import dev.conclave.workflows.session.Seat;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Asks for the moderation of a round: whom the session names, else the first usable agent, then the
 * rest of the chain; docs/discussion.md, section 4.
 */
final class Moderator {
  private final PlanSession session;
  private final Asking asking;
  private final BooleanSupplier decided;

  /**
   * A moderator.
   *
   * @param decided whether the human said to decide with what there is
   */
  Moderator(PlanSession session, Asking asking, BooleanSupplier decided) {
    this.session = session;
    this.asking = asking;
    this.decided = decided;
  }

  /**
   * The moderation; empty when nobody gave one, which is noted.
   *
   * @param number of the asking, as analysts have it
   */
  Optional<AskReply> ask(String number, RoundLedger ledger) {
    List<AgentRun> runs = new ArrayList<>();
    Optional<String> failed = Optional.empty();
    for (String agent : Agents.moderators(session.request(), session.analysts)) {
      if (decided.getAsBoolean()) {
        break;
      }
      if (unusable(agent)) {
        continue;
      }
      failed.ifPresent(before -> session.calls().passOn(before, agent));
      // One that fails has no stand-in of its own: the next one is asked here.
      Set<String> used = new LinkedHashSet<>(Agents.all(session.request()));
      Optional<AskReply> reply =
          new Seat(session, asking, agent, used, runs)
              .ask(
                  (asked, attempt) ->
                      Requested.moderation(
                          session,
                          session.whereabouts().named(),
                          number,
                          asked,
                          attempt,
                          ledger.entered().ledger()))
              .map(Seat.Answer::reply);
      if (reply.filter(said -> said.moderation().isPresent()).isPresent()) {
        return reply;
      }
      reply.ifPresent(said -> runs.add(wordless(agent, said)));
      failed = Optional.of(agent);
    }
    session.note(
        "nobody moderated round "
            + session.round()
            + ", so it is not cross-verified"
            + reasons(runs));
    return Optional.empty();
  }

  private boolean unusable(String agent) {
    return session.roster().dropped(agent) || session.roster().unusable(agent).isPresent();
  }

  private static AgentRun wordless(String agent, AskReply reply) {
    return new AgentRun(
        agent,
        agent,
        "failed",
        Optional.of(reply.flaw().orElse("no moderation in its reply")),
        Optional.of(reply.receipt()));
  }

  private static String reasons(List<AgentRun> runs) {
    List<String> reasons =
        runs.stream().filter(run -> !run.answered()).map(StandIns::reason).distinct().toList();
    return reasons.isEmpty() ? "" : ": " + String.join("; ", reasons);
  }
}
