package dev.conclave.client.page;

import dev.conclave.client.session.LiveAgent;
import dev.conclave.client.session.LiveAgent.State;
import dev.conclave.client.session.Snapshot;
import dev.conclave.client.terminal.Printable;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.CallProgress.CallStage;
import dev.conclave.workflows.session.CallView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where one agent of the running phase stands, in words.
 *
 * @param ink color of the state
 * @param time how long it has worked or waited
 * @param told tokens as far as its stream has told; else what it has printed
 * @param what it does, waits for, brought or failed of
 */
public record AgentRow(
    String agent, String role, String state, Ink ink, String time, String told, String what) {

  static final String REPAIRING = "repairing";
  static final String DONE = "done";
  static final String FAILED = "failed";

  /** Silence of a stream that is worth telling. */
  private static final int QUIET_SECONDS = 15;

  /** One row for each agent, in the order of the session's tools; of its calls the newest. */
  public static List<AgentRow> of(Snapshot now, Instant at) {
    Set<String> agents = new LinkedHashSet<>(now.view().tools());
    now.view().ended().forEach(call -> agents.add(call.agent()));
    now.live().forEach(call -> agents.add(call.agent()));
    List<AgentRow> rows = new ArrayList<>();
    for (String agent : agents) {
      Optional<CallView> ended =
          now.view().ended().stream()
              .filter(call -> call.agent().equals(agent))
              .reduce((older, newer) -> newer);
      now.live().stream()
          .filter(call -> call.agent().equals(agent))
          .findFirst()
          .map(call -> live(call, ended, at))
          .or(() -> ended.map(AgentRow::over))
          .ifPresent(rows::add);
    }
    return rows;
  }

  private static AgentRow live(LiveAgent call, Optional<CallView> before, Instant at) {
    String again =
        before
            .filter(earlier -> !earlier.answered() && call.state() != State.PAUSED)
            .map(earlier -> "attempt " + call.attempt() + " after " + earlier.status() + ": ")
            .orElse(call.attempt() > 1 && !call.repair() ? "attempt " + call.attempt() + ": " : "");
    return new AgentRow(
        call.agent(),
        call.role(),
        state(call),
        ink(call.state()),
        Figures.span(Duration.between(call.since(), at)),
        call.progress().map(AgentRow::told).orElse(""),
        again + what(call, at));
  }

  private static String state(LiveAgent call) {
    return call.repair() && call.state() == State.WORKING ? REPAIRING : word(call.state());
  }

  /** What a person reads of a state. */
  static String word(State state) {
    return switch (state) {
      case ASKED -> "asked";
      case QUEUED -> "queued";
      case PREPARING -> "preparing";
      case WORKING -> "working";
      case ADOPTED -> "adopted";
      case PAUSED -> "waiting";
      case SILENT -> "silent";
      case ORPHANED -> "orphaned";
    };
  }

  private static Ink ink(State state) {
    return switch (state) {
      case ASKED, QUEUED, PREPARING -> Ink.FAINT;
      case WORKING, ADOPTED -> Ink.NAME;
      case PAUSED, SILENT, ORPHANED -> Ink.CAREFUL;
    };
  }

  /** What a call does or waits for. */
  public static String what(LiveAgent call, Instant at) {
    return switch (call.state()) {
      case ASKED -> "about to be asked";
      case QUEUED ->
          call.progress().filter(p -> p.stage() == CallStage.QUEUED).isPresent()
              ? "waits for a slot of its host"
              : "waits for a slot of " + call.agent();
      case PREPARING -> "its snapshot of the tree is made";
      case WORKING, ADOPTED -> call.progress().map(AgentRow::event).orElse("started");
      case PAUSED ->
          "rate-limited; asked again"
              + call.pausedUntil()
                  .map(
                      until ->
                          " at "
                              + Figures.clock(until)
                              + ", in "
                              + Figures.span(Duration.between(at, until)))
                  .orElse(" later");
      case SILENT -> "its worker was last heard " + Figures.span(call.silence()) + " ago";
      case ORPHANED -> "its worker is lost; the next one takes it over";
    };
  }

  private static String told(CallProgress progress) {
    String tokens = tokens(progress.tokensIn() + progress.tokensOut());
    return tokens.isEmpty() && progress.bytes() > 0 ? Figures.bytes(progress.bytes()) : tokens;
  }

  private static String tokens(long tokens) {
    return tokens > 0 ? Figures.tokens(tokens) + " tok" : "";
  }

  private static String event(CallProgress progress) {
    String event = Printable.line(progress.lastEvent());
    return progress.quietSeconds() < QUIET_SECONDS
        ? event
        : event + ", silent for " + Figures.span(Duration.ofSeconds(progress.quietSeconds()));
  }

  private static AgentRow over(CallView call) {
    return new AgentRow(
        call.agent(),
        call.role(),
        call.answered() ? DONE : FAILED,
        call.answered() ? Ink.GOOD : Ink.BAD,
        call.seconds() > 0 ? Figures.span(Duration.ofSeconds(call.seconds())) : "",
        tokens(call.tokensIn() + call.tokensOut()),
        came(call));
  }

  /** What a call came to. */
  public static String came(CallView call) {
    if (call.answered()) {
      String found =
          switch (call.findings()) {
            case 0 -> "answered";
            case 1 -> "1 finding";
            default -> call.findings() + " findings";
          };
      return call.reason().map(flaw -> found + ", " + flaw).orElse(found);
    }
    String why = call.reason().map(Printable::line).filter(r -> !r.isBlank()).orElse("");
    return call.status()
        + call.next().map(next -> " → " + next).orElse("")
        + (why.isEmpty() ? "" : ": " + why);
  }
}
