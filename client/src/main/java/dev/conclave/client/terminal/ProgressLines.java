package dev.conclave.client.terminal;

import dev.conclave.client.session.LiveAgent;
import dev.conclave.client.session.LiveAgent.State;
import dev.conclave.client.session.Lookout.Sight;
import dev.conclave.client.session.Snapshot;
import dev.conclave.workflows.plan.EndedCall;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Tells what happens in a session, one line for each event: for logs, pipes and terminals that
 * cannot be written to anywhere but at their end. Not thread-safe.
 */
public final class ProgressLines implements SessionViewer {
  private static final int LONGEST = 400;

  private final Consumer<String> out;
  private final Set<String> told = new HashSet<>();
  private String phase = "";
  private Optional<String> hindrance = Optional.empty();
  private boolean troubled;

  /**
   * A teller.
   *
   * @param out takes lines
   */
  public ProgressLines(Consumer<String> out) {
    this.out = out;
  }

  @Override
  public void show(Sight sight, Instant at) {
    if (sight.silence().isPresent() != troubled) {
      troubled = sight.silence().isPresent();
      out.accept(LivePage.trouble(sight).orElse("The session is heard again."));
    }
    sight.snapshot().ifPresent(now -> tell(now, at));
  }

  private void tell(Snapshot now, Instant at) {
    now.view().ended().forEach(this::ended);
    now.view().rounds().stream()
        .filter(round -> told.add("round " + round.number()))
        .forEach(
            round -> out.accept("round " + round.number() + ": " + RoundPage.convergence(round)));
    String phaseNow = SessionPage.phase(now);
    if (!phaseNow.equals(phase)) {
      phase = phaseNow;
      out.accept(phaseNow);
    }
    now.live().forEach(agent -> live(agent, at));
    now.view().notes().stream().filter(note -> told.add("note " + note)).forEach(out);
    if (!now.hindrance().equals(hindrance)) {
      hindrance = now.hindrance();
      out.accept(hindrance.orElse("it goes on"));
    }
  }

  private void live(LiveAgent agent, Instant at) {
    // About to be asked, prepared and working are steps of one: being asked.
    if (agent.state() == State.ASKED) {
      return;
    }
    boolean asked = agent.state() == State.PREPARING || agent.state() == State.WORKING;
    String who = who(agent.agent(), agent.role(), agent.attempt());
    String state = asked ? "asked" : agent.state().name();
    if (told.add(agent.call() + who + state + agent.pausedUntil())) {
      out.accept(who + ": " + words(agent, at));
    }
  }

  private static String words(LiveAgent agent, Instant at) {
    return switch (agent.state()) {
      case PREPARING, WORKING -> agent.repair() ? "asked to mend its reply" : "asked";
      case ADOPTED -> "goes on, adopted by another attempt";
      default -> AgentRow.what(agent, at);
    };
  }

  private void ended(EndedCall call) {
    if (told.add("ended " + call.agent() + call.attempt() + call.repair() + call.at())) {
      String time =
          call.seconds() > 0 ? " after " + Figures.span(Duration.ofSeconds(call.seconds())) : "";
      String tokens = Figures.tokens(call.tokensIn() + call.tokensOut());
      out.accept(
          Columns.fit(
              who(call.agent(), call.role(), call.attempt())
                  + (call.answered() ? ": done" : ": failed")
                  + time
                  + ", "
                  + AgentRow.came(call)
                  + (tokens.isEmpty() ? "" : ", " + tokens + " tokens"),
              LONGEST));
    }
  }

  private static String who(String agent, String role, int attempt) {
    return role.isEmpty() ? agent : agent + " as " + role + ", attempt " + attempt;
  }

  @Override
  public void close() {}
}
