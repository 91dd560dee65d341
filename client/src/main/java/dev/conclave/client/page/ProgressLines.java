package dev.conclave.client.page;

import dev.conclave.client.session.LiveAgent;
import dev.conclave.client.session.Lookout.Sight;
import dev.conclave.client.session.Snapshot;
import dev.conclave.client.terminal.Printable;
import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.session.CallView;
import dev.conclave.workflows.temporal.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Tells what happens in a session, one line for each event: for logs, pipes and terminals that
 * cannot be written to anywhere but at their end. What began and ended between two looks is told as
 * both, in the order of the session. Not thread-safe.
 */
public final class ProgressLines implements SessionViewer {
  private final Consumer<String> out;
  private final Instant from;
  private final Set<String> told = new HashSet<>();
  private final LongErrands errands = new LongErrands();
  private List<CallView> lately = List.of();
  private String phase = "";
  private Optional<String> hindrance = Optional.empty();
  private boolean troubled;
  private int remarked;

  /**
   * A teller.
   *
   * @param out takes lines
   * @param from what happened until then, by the session's clock, is known to whoever reads
   */
  public ProgressLines(Consumer<String> out, Instant from) {
    this.out = out;
    this.from = from;
  }

  /** Something that the session knows to have happened. */
  private record Event(Instant at, Runnable telling) {}

  @Override
  public void show(Sight sight, Instant at) {
    if (sight.silence().isPresent() != troubled) {
      troubled = sight.silence().isPresent();
      out.accept(LivePage.trouble(sight).orElse("The session is heard again."));
    }
    List<String> remarks = sight.remarks();
    remarks.subList(remarked, remarks.size()).forEach(out);
    remarked = remarks.size();
    sight.snapshot().ifPresent(now -> tell(now, at, sight.mending()));
  }

  private void tell(Snapshot now, Instant at, boolean mending) {
    lately = now.view().lately();
    events(now.view()).forEach(event -> event.telling().run());
    phase(now.view().phase(), now.view().round(), SessionPage.phase(now));
    now.live().forEach(agent -> live(agent, at));
    errands.news(now.errands(), at).stream().map(Printable::line).forEach(out);
    now.view().notes().stream().filter(note -> told.add("note " + note)).forEach(out);
    if (!mending && !now.hindrance().equals(hindrance)) {
      hindrance = now.hindrance();
      out.accept(hindrance.orElse("it goes on"));
    }
  }

  /** At one moment a call ends before its round does, and a round before the next call begins. */
  private List<Event> events(SessionView view) {
    List<Event> events = new ArrayList<>();
    view.lately().forEach(call -> events.add(new Event(call.at(), () -> ended(call))));
    view.rounds().forEach(round -> events.add(new Event(round.ended(), () -> round(round))));
    view.lately().stream()
        .filter(call -> !call.callId().isEmpty())
        .forEach(call -> events.add(new Event(call.since(), () -> began(call))));
    events.removeIf(event -> !event.at().isAfter(from));
    events.sort(Comparator.comparing(Event::at));
    return events;
  }

  private void phase(Phase now, int round, String words) {
    String key = Words.of(now) + " " + round;
    if (!key.equals(phase)) {
      phase = key;
      out.accept(words);
    }
  }

  private void round(SessionView.RoundLine round) {
    once(
        "round " + round.number(),
        () -> "round " + round.number() + ": " + RoundPage.convergence(round));
  }

  private void live(LiveAgent agent, Instant at) {
    switch (agent.state()) {
      case ASKED -> {} // about to be
      case PREPARING, WORKING ->
          once(beginning(agent.call(), agent.attempt()), () -> CallLines.asked(agent, lately));
      default ->
          once(
              agent.state().name() + " " + agent.call() + " " + agent.pausedUntil(),
              () -> CallLines.doing(agent, at));
    }
  }

  /** It was over before anybody saw it at work. */
  private void began(CallView call) {
    String asked = beginning(call.callId(), call.attempt());
    if (told.contains(end(call)) || told.contains(asked)) {
      return;
    }
    if (call.round() > 0) {
      phase(Phase.ANALYZING, call.round(), "analyzing, round " + call.round());
    }
    once(asked, () -> CallLines.asked(call, lately));
  }

  private void ended(CallView call) {
    once(end(call), () -> CallLines.ended(call));
  }

  /** Tells something unless it was told. */
  private void once(String key, Supplier<String> line) {
    if (told.add(key)) {
      out.accept(line.get());
    }
  }

  /** A call may be asked again under its id. */
  private static String beginning(String id, int attempt) {
    return "asked " + id + " " + attempt;
  }

  private static String end(CallView call) {
    return "ended " + call.callId() + " " + call.attempt() + " " + call.agent() + " " + call.at();
  }

  @Override
  public void close() {}
}
