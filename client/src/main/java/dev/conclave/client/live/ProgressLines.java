package dev.conclave.client.live;

import dev.conclave.client.page.AgentRow;
import dev.conclave.client.page.Figures;
import dev.conclave.client.page.RoundPage;
import dev.conclave.client.page.SessionPage;
import dev.conclave.client.session.LiveAgent;
import dev.conclave.client.session.LiveAgent.State;
import dev.conclave.client.session.Lookout.Sight;
import dev.conclave.client.session.Snapshot;
import dev.conclave.client.terminal.Columns;
import dev.conclave.client.terminal.Printable;
import dev.conclave.workflows.call.EndedCall;
import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.wire.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Tells what happens in a session, one line for each event: for logs, pipes and terminals that
 * cannot be written to anywhere but at their end. What began and ended between two looks is told as
 * both, in the order of the session. Not thread-safe.
 */
public final class ProgressLines implements SessionViewer {
  private static final int LONGEST = 400;

  private final Consumer<String> out;
  private final Instant from;
  private final Set<String> told = new HashSet<>();
  private List<EndedCall> lately = List.of();
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
    sight.snapshot().ifPresent(now -> tell(now, at));
  }

  private void tell(Snapshot now, Instant at) {
    lately = now.view().lately();
    events(now.view()).forEach(event -> event.telling().run());
    phase(now.view().phase(), now.view().round(), SessionPage.phase(now));
    now.live().forEach(agent -> live(agent, at));
    now.view().notes().stream().filter(note -> told.add("note " + note)).forEach(out);
    if (!now.hindrance().equals(hindrance)) {
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
    if (told.add("round " + round.number())) {
      out.accept("round " + round.number() + ": " + RoundPage.convergence(round));
    }
  }

  private void live(LiveAgent agent, Instant at) {
    switch (agent.state()) {
      case ASKED -> {} // about to be
      case PREPARING, WORKING ->
          asked(
              call(agent.call(), agent.attempt()),
              who(agent),
              agent.repair() ? Optional.of(flaw(agent.agent(), agent.since())) : Optional.empty());
      default -> {
        if (told.add(agent.state().name() + " " + agent.call() + " " + agent.pausedUntil())) {
          boolean adopted = agent.state() == State.ADOPTED;
          String what = adopted ? "goes on, adopted by another attempt" : AgentRow.what(agent, at);
          out.accept(who(agent) + ": " + what);
        }
      }
    }
  }

  /** It was over before anybody saw it at work. */
  private void began(EndedCall call) {
    if (told.contains(key(call)) || told.contains("asked " + call(call.callId(), call.attempt()))) {
      return;
    }
    if (call.round() > 0) {
      phase(Phase.ANALYZING, call.round(), "analyzing, round " + call.round());
    }
    asked(
        call(call.callId(), call.attempt()),
        who(call),
        call.repair() ? Optional.of(flaw(call.agent(), call.since())) : Optional.empty());
  }

  private void asked(String call, String who, Optional<String> flaw) {
    if (told.add("asked " + call)) {
      String what = flaw.map(wrong -> ": asked to mend its reply" + wrong).orElse(": asked");
      out.accept(Columns.fit(who + what, LONGEST));
    }
  }

  /** What was wrong in a reply is found at times only after the reply was told. */
  private String flaw(String agent, Instant before) {
    return lately.stream()
        .filter(call -> call.agent().equals(agent) && !call.at().isAfter(before))
        .reduce((earlier, later) -> later)
        .filter(EndedCall::answered)
        .flatMap(EndedCall::reason)
        .map(reason -> ": " + Printable.line(reason))
        .orElse("");
  }

  private void ended(EndedCall call) {
    if (told.add(key(call))) {
      String time =
          call.seconds() > 0 ? " after " + Figures.span(Duration.ofSeconds(call.seconds())) : "";
      String tokens = Figures.tokens(call.tokensIn() + call.tokensOut());
      out.accept(
          Columns.fit(
              who(call)
                  + (call.answered() ? ": done" : ": failed")
                  + time
                  + ", "
                  + AgentRow.came(call)
                  + (tokens.isEmpty() ? "" : ", " + tokens + " tokens"),
              LONGEST));
    }
  }

  /** A call may be asked again under its id. */
  private static String call(String id, int attempt) {
    return id + " " + attempt;
  }

  private static String key(EndedCall call) {
    return "ended " + call(call.callId(), call.attempt()) + " " + call.agent() + " " + call.at();
  }

  private static String who(LiveAgent call) {
    return who(call.agent(), call.role(), call.attempt());
  }

  private static String who(EndedCall call) {
    return who(call.agent(), call.role(), call.attempt());
  }

  private static String who(String agent, String role, int attempt) {
    return role.isEmpty() ? agent : agent + " as " + role + ", attempt " + attempt;
  }

  @Override
  public void close() {}
}
