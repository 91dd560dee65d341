package dev.conclave.client.page;

import dev.conclave.client.session.LiveAgent;
import dev.conclave.client.session.LiveAgent.State;
import dev.conclave.client.session.SessionPoller.Poll;
import dev.conclave.client.session.Snapshot;
import dev.conclave.client.terminal.Columns;
import dev.conclave.client.terminal.Printable;
import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.session.CallView;
import dev.conclave.workflows.temporal.Words;
import java.time.Duration;
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
  private static final int LONGEST = 400;

  /**
   * Other work is told when it takes longer than this, and no more often: a log that says nothing
   * looks dead.
   */
  private static final Duration LONG = Duration.ofSeconds(20);

  private final Consumer<String> out;
  private final Instant from;
  private final Set<String> told = new HashSet<>();
  private List<CallView> lately = List.of();
  private String phase = "";
  private Optional<String> waitsFor = Optional.empty();
  private boolean troubled;
  private int remarked;
  private Optional<Instant> quietSince = Optional.empty();
  private List<String> work = List.of();

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
  public void show(Poll poll, Instant at) {
    if (poll.silence().isPresent() != troubled) {
      troubled = poll.silence().isPresent();
      out.accept(LivePage.trouble(poll).orElse("The session is heard again."));
    }
    List<String> remarks = poll.remarks();
    remarks.subList(remarked, remarks.size()).forEach(out);
    remarked = remarks.size();
    poll.snapshot().ifPresent(now -> tell(now, at, poll.mending()));
  }

  private void tell(Snapshot now, Instant at, boolean mending) {
    lately = now.view().lately();
    events(now.view()).forEach(event -> event.telling().run());
    phase(now.view().phase(), now.view().round(), SessionPage.phase(now));
    now.live().forEach(agent -> live(agent, at));
    otherWork(now.otherWork(), at).stream().map(Printable::line).forEach(out);
    now.view().notes().stream().filter(note -> told.add("note " + note)).forEach(out);
    if (!mending && !now.waitsFor().equals(waitsFor)) {
      waitsFor = now.waitsFor();
      out.accept(waitsFor.orElse("it goes on"));
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
          once(beginning(agent.call(), agent.attempt()), () -> askedLine(agent, lately));
      default ->
          once(
              agent.state().name() + " " + agent.call() + " " + agent.pausedUntil(),
              () -> doing(agent, at));
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
    once(asked, () -> askedLine(call, lately));
  }

  private void ended(CallView call) {
    once(end(call), () -> endedLine(call));
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

  /**
   * What is to be told now of work beside the agents': nothing unless it is news, and took long.
   */
  List<String> otherWork(List<String> now, Instant at) {
    if (now.isEmpty() || quietSince.isEmpty()) {
      quietSince = now.isEmpty() ? Optional.empty() : Optional.of(at);
      return List.of();
    }
    if (now.equals(work) || Duration.between(quietSince.get(), at).compareTo(LONG) < 0) {
      return List.of();
    }
    quietSince = Optional.of(at);
    work = List.copyOf(now);
    return work;
  }

  /**
   * It began.
   *
   * @param lately the session's calls that are over
   */
  private static String askedLine(LiveAgent call, List<CallView> lately) {
    // When its process began is told by another clock than the session's, and all that is over of
    // an agent was over before the call that it has now.
    return asked(who(call), call.repair() ? mending(call.agent(), lately, Instant.MAX) : "");
  }

  /** The same of one that was over before anybody saw it at work. */
  private static String askedLine(CallView call, List<CallView> lately) {
    return asked(who(call), call.repair() ? mending(call.agent(), lately, call.since()) : "");
  }

  private static String asked(String who, String what) {
    return fit(who + ": asked" + what);
  }

  /** What was wrong in a reply is found at times only after the reply was told. */
  private static String mending(String agent, List<CallView> lately, Instant before) {
    String flaw =
        lately.stream()
            .filter(call -> call.agent().equals(agent) && !call.at().isAfter(before))
            .reduce((earlier, later) -> later)
            .filter(CallView::answered)
            .flatMap(CallView::reason)
            .map(reason -> ": " + reason)
            .orElse("");
    return " to mend its reply" + flaw;
  }

  /** What it does now, other than being at work. */
  private static String doing(LiveAgent call, Instant at) {
    return who(call)
        + ": "
        + (call.state() == State.ADOPTED
            ? "goes on, adopted by another attempt"
            : AgentRow.what(call, at));
  }

  private static String endedLine(CallView call) {
    String time =
        call.seconds() > 0 ? " after " + Figures.span(Duration.ofSeconds(call.seconds())) : "";
    String tokens = Figures.tokens(call.tokensIn() + call.tokensOut());
    return fit(
        who(call)
            + (call.answered() ? ": done" : ": failed")
            + time
            + ", "
            + AgentRow.came(call)
            + (tokens.isEmpty() ? "" : ", " + tokens + " tokens"));
  }

  private static String who(LiveAgent call) {
    return who(call.agent(), call.role(), call.attempt());
  }

  private static String who(CallView call) {
    return who(call.agent(), call.role(), call.attempt());
  }

  private static String who(String agent, String role, int attempt) {
    return role.isEmpty() ? agent : agent + " as " + role + ", attempt " + attempt;
  }

  /** What a call came to quotes its agent, who must not write lines of its own. */
  private static String fit(String line) {
    return Columns.fit(Printable.line(line), LONGEST);
  }

  @Override
  public void close() {}
}
