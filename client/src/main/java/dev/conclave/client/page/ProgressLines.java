package dev.conclave.client.page;

import dev.conclave.client.session.LiveAgent;
import dev.conclave.client.session.LiveAgent.CallState;
import dev.conclave.client.session.SessionPoller.Poll;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.terminal.Columns;
import dev.conclave.client.terminal.Printable;
import dev.conclave.client.view.AgentRow;
import dev.conclave.client.view.ExecutionView;
import dev.conclave.client.view.Formats;
import dev.conclave.client.view.RoundSummary;
import dev.conclave.client.view.SessionSummary;
import dev.conclave.workflows.session.AgentCall;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.session.SessionView.RoundLine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Prints one line per event of a session: for logs, pipes and terminals without cursor movement. A
 * call that starts and ends between two polls gets both lines. Not thread-safe.
 */
public final class ProgressLines implements SessionViewer {
  private static final int LONGEST = 400;

  /** Other work is reported if it takes longer, and at most this often. */
  private static final Duration LONG = Duration.ofSeconds(20);

  private final Consumer<String> out;
  private final Instant from;
  private final Set<String> told = new HashSet<>();
  private String phase = "";
  private @Nullable String waitsFor;
  private boolean troubled;
  private @Nullable Instant quietSince;
  private List<String> work = List.of();

  public ProgressLines(Consumer<String> out, Instant from) {
    this.out = out;
    this.from = from;
  }

  private record Event(Instant at, String key, String line) {}

  @Override
  public void show(Poll poll, Instant at) {
    if ((poll.silence() != null) != troubled) {
      troubled = !troubled;
      out.accept(LiveView.connectionProblem(poll).orElse("The session responds again."));
    }
    if (poll.look() != null) {
      tell(poll.look(), at);
    }
  }

  private void tell(SessionSnapshot now, Instant at) {
    events(now.view()).forEach(event -> once(event.key(), event.line()));
    if (now.view().execution() != null) {
      ExecutionView.ended(now.view().execution()).forEach(task -> once("task " + task, task));
    }
    String key = now.view().phase() + " " + now.view().round();
    if (!key.equals(phase)) {
      phase = key;
      out.accept(SessionSummary.phase(now));
    }
    now.live().forEach(agent -> live(agent, at));
    otherWork(now.otherWork(), at).stream().map(Printable::line).forEach(out);
    now.view().notes().forEach(note -> once("note " + note, note));
    if (!Objects.equals(now.waitsFor(), waitsFor)) {
      waitsFor = now.waitsFor();
      out.accept(waitsFor == null ? "the session continues" : waitsFor);
    }
  }

  /**
   * Returns the events in order; at the same instant calls end first, then rounds, then calls
   * start.
   */
  private List<Event> events(SessionView view) {
    List<Event> events = new ArrayList<>();
    for (AgentCall call : view.lately()) {
      String key = "ended " + call.callId() + " " + call.attempt() + call.agent() + call.at();
      boolean flawed = call.answered() && call.reason() != null;
      // A plan is checked after its call ends, so its flaw may be known only now.
      boolean later = flawed && told.contains(key);
      String line =
          later
              ? who(call.agent(), call.role(), call.attempt()) + AgentRow.outcome(call)
              : ended(call);
      events.add(new Event(call.at(), flawed ? key + " flawed" : key, line));
    }
    for (RoundLine round : view.rounds()) {
      String name = "round " + round.number();
      events.add(new Event(round.ended(), name, name + ": " + RoundSummary.oneLine(view, round)));
    }
    for (AgentCall call : view.lately()) {
      if (!call.callId().isEmpty()) {
        events.add(
            new Event(
                call.since(),
                asked(call.callId(), call.attempt()),
                asked(call.agent(), call.role(), call.attempt(), call.repair())));
      }
    }
    events.removeIf(event -> !event.at().isAfter(from));
    events.sort(Comparator.comparing(Event::at));
    return events;
  }

  private void live(LiveAgent call, Instant at) {
    switch (call.state()) {
      case ASKED -> {} // not yet
      case PREPARING, WORKING ->
          once(
              asked(call.call(), call.attempt()),
              asked(call.agent(), call.role(), call.attempt(), call.repair()));
      default ->
          once(
              call.state().name() + " " + call.call() + " " + call.pausedUntil(),
              who(call.agent(), call.role(), call.attempt())
                  + (call.state() == CallState.ADOPTED
                      ? "still running, in another attempt"
                      : AgentRow.doing(call, at)));
    }
  }

  /** Prints a line once per key, without line breaks from agents. */
  private void once(String key, String line) {
    if (told.add(key)) {
      out.accept(Columns.fit(Printable.line(line), LONGEST));
    }
  }

  private static String asked(String id, int attempt) {
    return "asked " + id + " " + attempt;
  }

  private static String asked(String agent, String role, int attempt, boolean repair) {
    return who(agent, role, attempt) + (repair ? "asked to repair its reply" : "asked");
  }

  private static String ended(AgentCall call) {
    String time =
        call.seconds() > 0 ? " after " + Formats.span(Duration.ofSeconds(call.seconds())) : "";
    String tokens = Formats.tokens(call.tokensIn() + call.tokensOut());
    return who(call.agent(), call.role(), call.attempt())
        + (call.answered() ? "done" : "failed")
        + time
        + ", "
        + AgentRow.outcome(call)
        + (tokens.isEmpty() ? "" : ", " + tokens + " tokens");
  }

  private static String who(String agent, String role, int attempt) {
    return (role.isEmpty() ? agent : agent + " as " + role + ", attempt " + attempt) + ": ";
  }

  /** Returns the other work to report now: only new work that has taken long. */
  private List<String> otherWork(List<String> now, Instant at) {
    if (now.isEmpty() || quietSince == null) {
      quietSince = now.isEmpty() ? null : at;
      return List.of();
    }
    if (now.equals(work) || Duration.between(quietSince, at).compareTo(LONG) < 0) {
      return List.of();
    }
    quietSince = at;
    work = List.copyOf(now);
    return work;
  }

  @Override
  public void close() {}
}
