package dev.conclave.client.terminal;

import dev.conclave.client.session.LiveAgent;
import dev.conclave.client.session.Snapshot;
import dev.conclave.workflows.discussion.Convergence;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Tells what happens in a session a line at a time: for logs and pipes. Not thread-safe. */
public final class ProgressLines implements SessionViewer {
  private final Consumer<String> out;
  private final IntFunction<Optional<Convergence>> rounds;
  private final Set<String> told = new HashSet<>();
  private String phase = "";
  private Optional<String> hindrance = Optional.empty();

  /**
   * A teller.
   *
   * @param out takes lines
   * @param rounds how far a round brought the agents together, if it can be told
   */
  public ProgressLines(Consumer<String> out, IntFunction<Optional<Convergence>> rounds) {
    this.out = out;
    this.rounds = rounds;
  }

  @Override
  public void accept(Snapshot now) {
    now.view().rounds().stream()
        .filter(round -> told.add("round " + round.number()))
        .forEach(
            round ->
                out.accept(
                    "round "
                        + round.number()
                        + ": "
                        + rounds
                            .apply(round.number())
                            .map(RoundPage::convergence)
                            .orElseGet(() -> Figures.score(round.score()))));
    String phaseNow = SessionPage.phase(now);
    if (!phaseNow.equals(phase)) {
      phase = phaseNow;
      out.accept(phaseNow);
    }
    now.live().forEach(this::tell);
    now.view().notes().stream().filter(note -> told.add("note " + note)).forEach(out);
    if (!now.hindrance().equals(hindrance)) {
      hindrance = now.hindrance();
      out.accept(hindrance.orElse("it goes on"));
    }
  }

  private void tell(LiveAgent agent) {
    String what = agent.agent() + " as " + agent.role() + ", attempt " + agent.attempt();
    if (told.add(what + agent.since() + agent.running())) {
      out.accept(what + (agent.running() ? ": asked" : ": waits for a slot"));
    }
  }

  @Override
  public void close() {}
}
