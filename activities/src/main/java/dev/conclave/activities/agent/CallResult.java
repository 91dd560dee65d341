package dev.conclave.activities.agent;

import dev.conclave.activities.agent.cli.AgentCli;
import dev.conclave.activities.agent.cli.FailureText;
import dev.conclave.activities.agent.cli.OutputReader.CliOutput;
import dev.conclave.activities.agent.process.CallEnding;
import dev.conclave.activities.agent.process.CallEnding.Reason;
import dev.conclave.activities.agent.process.CallWatch;
import dev.conclave.activities.workspace.WorkFolder;
import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.ReceiptBuilder;
import dev.conclave.workflows.text.Cut;
import java.time.Instant;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A call's outcome, as stored in its folder.
 *
 * @param text the agent's answer; empty on failure
 * @param tree left in write mode; null otherwise and on failure
 * @param leftOut files that the tree could not include, each with the reason
 */
public record CallResult(
    String text,
    @Nullable AgentFailure failure,
    Receipt receipt,
    @Nullable String tree,
    List<String> leftOut) {
  private static final int MOST_LEFT_OUT = 20;
  private static final int LONGEST_PATH = 200;

  private static final int NOT_EXECUTABLE = 126;
  private static final int NOT_FOUND = 127;
  private static final Set<Reason> INVALIDATES_OUTPUT =
      EnumSet.of(
          Reason.OUTPUT_EXCEEDED,
          Reason.DISK_FULL,
          Reason.REPLACED,
          Reason.CANCELLED,
          Reason.ORPHANED);

  static CallResult of(String text, WorkFolder.@Nullable Result left, Receipt receipt) {
    List<String> leftOut =
        left == null
            ? List.of()
            : left.leftOut().stream()
                .limit(MOST_LEFT_OUT)
                .map(one -> Cut.head(one.path(), LONGEST_PATH) + ": " + one.reason())
                .toList();
    return new CallResult(text, null, receipt, left == null ? null : left.tree(), leftOut);
  }

  static CallResult of(AgentFailure failure, Receipt receipt) {
    return new CallResult("", failure, receipt, null, List.of());
  }

  CallResult orThrow() throws CallFailed {
    if (failure != null) {
      throw new CallFailed(failure);
    }
    return this;
  }

  static Receipt builtIn(AskRequest request, Instant start, Instant end) {
    return ReceiptBuilder.builder()
        .callId(request.callId())
        .agent(request.agent())
        .binary("built-in")
        .argv(List.of())
        .tree(request.tree())
        .start(start)
        .end(end)
        .exit(Optional.of(0))
        .attempts(1)
        .costUsd(Optional.of(0.0))
        .costSource("reported")
        .refused(List.of())
        .build();
  }

  /**
   * Judges a call that has ended; see docs/agents.md. Exit code 0 does not prove success, and
   * another code does not disprove it once the last event completed the answer. Pure.
   *
   * @param mode write mode accepts a short answer or none
   * @return the failure, without a receipt; null on success
   */
  static @Nullable AgentFailure judge(
      AgentCli cli,
      CallWatch.CallLimits limits,
      Mode mode,
      Instant now,
      CallEnding ending,
      CliOutput output,
      String stderr) {
    int exit = ending.exit() == null ? 0 : ending.exit();
    String said = output.error();
    Reason killed = ending.killed();
    // However it ended, the answer is complete and paid for.
    if (output.succeeded()
        && cli.isKnown()
        && (killed == null || !INVALIDATES_OUTPUT.contains(killed))) {
      return excuse(mode, output, now);
    }
    String words = stderr.isBlank() ? output.noise() : stderr;
    String reason = FailureText.reason(words);
    if (killed != null) {
      // A shell reports the signal that Conclave sent.
      String own = stderr.replaceAll("(?m)^(Terminated|Killed)$", "");
      String last = said.isEmpty() ? FailureText.reason(output.noise() + "\n" + own) : said;
      last = last.isEmpty() ? "" : "; last output: " + last;
      return switch (killed) {
        case WALL_CLOCK ->
            failure(
                FailureKind.TIMED_OUT,
                "no answer within " + limits.wallClock().toSeconds() + " s" + last);
        case STALE ->
            failure(
                FailureKind.TIMED_OUT,
                "no output for " + limits.staleAfter().toSeconds() + " s" + last);
        case OUTPUT_EXCEEDED ->
            failure(FailureKind.FAILED, "output exceeded " + limits.maxOutputBytes() + " bytes");
        case DISK_FULL ->
            failure(
                FailureKind.FAILED,
                "ended because the disk of Conclave's data folder had less than %d MiB left"
                    .formatted(CallWatch.LEAST_FREE >> 20));
        case REPLACED -> failure(FailureKind.FAILED, "another process replaced its output");
        case CANCELLED, ORPHANED -> failure(FailureKind.FAILED, AgentFailure.CANCELLED);
        case GAVE_UP, ANSWERED ->
            reportedFailure(output.status(), said.isEmpty() ? "it gave up" : said, now);
      };
    }
    if (exit == NOT_FOUND || exit == NOT_EXECUTABLE) {
      return failure(FailureKind.NOT_INSTALLED, "it could not be started: " + stderr);
    }
    if (!said.isEmpty()) {
      return reportedFailure(
          output.status() == 0 ? cli.statusOfExit(exit) : output.status(), said, now);
    }
    if (exit != 0) {
      // Output such as how it logged in does not explain the failure.
      FailureKind kind = FailureText.kind(cli.statusOfExit(exit), reason);
      String why = reason.isEmpty() ? "no reason given" : reason;
      return failure(kind, "exit " + exit + ": " + why, words, now);
    }
    if (ending.exit() == null && !output.complete()) {
      return failure(FailureKind.FAILED, "it ended early while no worker was running");
    }
    if (output.answer().isBlank()) {
      FailureKind excuse = FailureText.failureInAnswer(reason).orElse(null);
      if (excuse != null) {
        return failure(excuse, "instead of an answer it printed: " + reason, words, now);
      } else if (mode == Mode.ANALYSIS) {
        return failure(
            FailureKind.EMPTY_REPLY,
            reason.isEmpty()
                ? "it ended without an answer"
                : "it ended without an answer; last output: " + reason);
      }
    }
    if (!output.complete() && cli.isKnown()) {
      return failure(FailureKind.UNAVAILABLE, "its output was incomplete");
    }
    return excuse(mode, output, now);
  }

  /** Returns the failure that the program printed instead of an answer; null if there is none. */
  private static @Nullable AgentFailure excuse(Mode mode, CliOutput output, Instant now) {
    FailureKind kind = FailureText.failureInAnswer(output.answer()).orElse(null);
    return mode == Mode.ANALYSIS && kind != null
        ? failure(kind, "it answered: " + output.answer(), output.answer(), now)
        : null;
  }

  private static AgentFailure reportedFailure(int status, String message, Instant now) {
    return failure(FailureText.kind(status, message), message, message, now);
  }

  private static AgentFailure failure(FailureKind kind, String message, String words, Instant now) {
    Optional<Instant> reset =
        kind == FailureKind.RATE_LIMITED
            ? FailureText.resetTime(words, now, ZoneId.systemDefault())
            : Optional.empty();
    return new AgentFailure(kind, message, reset, List.of(), Optional.empty());
  }

  static AgentFailure failure(FailureKind kind, String message) {
    return new AgentFailure(kind, message, Optional.empty(), List.of(), Optional.empty());
  }
}
