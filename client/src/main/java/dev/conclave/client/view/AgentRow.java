package dev.conclave.client.view;

import dev.conclave.client.session.LiveAgent;
import dev.conclave.client.session.LiveAgent.CallState;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.CallProgress.CallStage;
import dev.conclave.workflows.session.AgentCall;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.text.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** State of one agent in the current phase, as text. */
public record AgentRow(
    Tone tone,
    String agent,
    String role,
    String state,
    String time,
    String usage,
    String activity) {
  private static final int QUIET_SECONDS = 15;

  /** The angle or task in a call id. */
  private static final Pattern ABOUT =
      Pattern.compile(
          "^(?:angle-(?<angle>[a-z-]+)|(?:t[\\d.]+|clarify)-(?:[a-z_]+-)?(?<task>[A-Z]+-(?:fix-)?\\d+))");

  /**
   * Returns a row for each running call, else for the last call, in the order of the session's
   * tools.
   */
  public static List<AgentRow> of(SessionSnapshot now, Instant at) {
    Set<String> agents = new LinkedHashSet<>(now.view().tools());
    now.view().ended().forEach(call -> agents.add(call.agent()));
    now.live().forEach(call -> agents.add(call.agent()));
    List<AgentRow> rows = new ArrayList<>();
    for (String agent : agents) {
      Optional<AgentCall> ended =
          now.view().ended().stream()
              .filter(call -> call.agent().equals(agent))
              .reduce((older, newer) -> newer);
      List<LiveAgent> live =
          now.live().stream().filter(call -> call.agent().equals(agent)).toList();
      live.forEach(call -> rows.add(live(call, ended, at)));
      ended.filter(call -> live.isEmpty()).ifPresent(call -> rows.add(over(call)));
    }
    return rows;
  }

  private static AgentRow live(LiveAgent call, Optional<AgentCall> before, Instant at) {
    String again =
        before
            .filter(earlier -> !earlier.answered() && earlier.role().equals(call.role()))
            .filter(earlier -> call.state() != CallState.PAUSED)
            .map(earlier -> "attempt " + call.attempt() + " after " + earlier.status() + ": ")
            .orElse(call.attempt() > 1 && !call.repair() ? "attempt " + call.attempt() + ": " : "");
    String state =
        switch (call.state()) {
          case PAUSED -> "waiting";
          case WORKING -> call.repair() ? "repairing" : "working";
          default -> Words.of(call.state());
        };
    Tone tone =
        switch (call.state()) {
          case ASKED, QUEUED, PREPARING -> Tone.FAINT;
          case WORKING, ADOPTED -> Tone.NAME;
          case PAUSED, SILENT, ORPHANED -> Tone.CAREFUL;
        };
    return new AgentRow(
        tone,
        call.agent(),
        call.role() + about(call.call()),
        state,
        Formats.span(Duration.between(call.since(), at)),
        call.progress() == null ? "" : told(call.progress()),
        again + doing(call, at));
  }

  private static String about(String call) {
    Matcher about = ABOUT.matcher(call);
    return !about.find()
        ? ""
        : " " + Optional.ofNullable(about.group("angle")).orElse(about.group("task"));
  }

  public static String doing(LiveAgent call, Instant at) {
    return switch (call.state()) {
      case ASKED -> "about to be called";
      case QUEUED ->
          call.progress() != null && call.progress().stage() == CallStage.QUEUED
              ? "waiting for a free slot on its host"
              : "waiting for a free slot of " + call.agent();
      case PREPARING -> "preparing its snapshot of the workspace";
      case WORKING, ADOPTED -> call.progress() == null ? "started" : event(call.progress());
      case PAUSED ->
          "rate-limited; retrying"
              + (call.pausedUntil() == null ? " later" : at(call.pausedUntil(), at));
      case SILENT ->
          "last heartbeat from its worker %s ago".formatted(Formats.span(call.silence()))
              + limit(ActivityProfile.HEARTBEAT);
      case ORPHANED ->
          "its worker is gone; the next one takes over (run `conclave up` on its host)";
    };
  }

  private static String limit(Duration time) {
    return " (limit " + Formats.span(time) + ")";
  }

  private static String at(Instant then, Instant now) {
    return " at %s, in %s"
        .formatted(Formats.clock(then), Formats.span(Duration.between(now, then)));
  }

  private static String told(CallProgress progress) {
    String tokens = tokens(progress.tokensIn() + progress.tokensOut());
    return tokens.isEmpty() && progress.bytes() > 0 ? Formats.bytes(progress.bytes()) : tokens;
  }

  private static String tokens(long tokens) {
    return tokens > 0 ? Formats.tokens(tokens) + " tok" : "";
  }

  private static String event(CallProgress progress) {
    return progress.quietSeconds() < QUIET_SECONDS
        ? progress.lastEvent()
        : progress.lastEvent()
            + ", silent for "
            + Formats.span(Duration.ofSeconds(progress.quietSeconds()))
            + (progress.quietLimit() > 0 ? limit(Duration.ofSeconds(progress.quietLimit())) : "");
  }

  private static AgentRow over(AgentCall call) {
    return new AgentRow(
        call.answered() ? Tone.GOOD : Tone.BAD,
        call.agent(),
        call.role(),
        call.answered() ? "done" : "failed",
        call.seconds() > 0 ? Formats.span(Duration.ofSeconds(call.seconds())) : "",
        tokens(call.tokensIn() + call.tokensOut()),
        outcome(call));
  }

  /** Returns how a call ended, and what follows if it failed. */
  public static String outcome(AgentCall call) {
    if (call.answered()) {
      String found = call.findings() == 0 ? "" : Words.counted(call.findings(), "finding");
      return call.reason() != null
          ? (found.isEmpty() ? "" : found + ", ") + "reply invalid: " + call.reason()
          : found.isEmpty() ? "answered" : found;
    }
    return call.status()
        + (call.next() == null ? "" : " → " + call.next())
        + (call.reason() == null || call.reason().isBlank() ? "" : ": " + call.reason());
  }
}
