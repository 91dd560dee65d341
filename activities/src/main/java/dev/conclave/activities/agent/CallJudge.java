package dev.conclave.activities.agent;

import dev.conclave.activities.agent.process.CallEnding;
import dev.conclave.activities.agent.process.CallWatch;
import dev.conclave.workflows.agentcli.AgentCli;
import dev.conclave.workflows.agentcli.FailureText;
import dev.conclave.workflows.agentcli.OutputReader.Output;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.Mode;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/**
 * Says why a call failed, or that it did not; see docs/agents.md. An exit code of 0 proves nothing,
 * and an exit by our own signal is never a success. Pure.
 *
 * @param cli whose output it is
 * @param limits that the call was held to
 * @param mode in which it was asked; whoever wrote may answer in a sentence
 * @param now when it ended
 */
record CallJudge(AgentCli cli, CallWatch.Limits limits, Mode mode, Instant now) {
  private static final int NOT_EXECUTABLE = 126;
  private static final int NOT_FOUND = 127;

  /** Why it failed. */
  record Verdict(FailureKind kind, String message, Optional<Instant> resetAt) {}

  /** Empty for a success. */
  Optional<Verdict> judge(CallEnding ending, Output output, String stderr) {
    Optional<Verdict> verdict = ofEnding(ending, output, stderr);
    if (verdict.isPresent()) {
      return verdict;
    }
    if (output.answer().isBlank()) {
      return verdict(FailureKind.EMPTY_REPLY, "it ended without an answer");
    }
    return mode == Mode.ANALYSIS
        ? FailureText.excuse(output.answer()).flatMap(kind -> excused(kind, output.answer()))
        : Optional.empty();
  }

  private Optional<Verdict> excused(FailureKind kind, String answer) {
    return verdict(kind, "it answers: " + answer, answer);
  }

  private Optional<Verdict> ofEnding(CallEnding ending, Output output, String stderr) {
    if (ending instanceof CallEnding.Killed killed) {
      return ofKill(killed.reason(), output);
    }
    Optional<Integer> exit =
        ending instanceof CallEnding.Exited exited ? Optional.of(exited.code()) : Optional.empty();
    if (exit.filter(code -> code == NOT_FOUND || code == NOT_EXECUTABLE).isPresent()) {
      return verdict(FailureKind.NOT_INSTALLED, "it cannot be run: " + stderr);
    }
    if (output.error().isPresent()) {
      Optional<Integer> status = output.status().or(() -> exit.flatMap(cli::statusOfExit));
      return reported(status, output.error().get());
    }
    if (exit.isEmpty()) {
      return output.complete()
          ? Optional.empty()
          : verdict(FailureKind.FAILED, "it ended while nobody looked, before its last event");
    }
    if (exit.get() != 0) {
      String words = stderr.isBlank() ? "no word on stderr" : FailureText.reason(stderr);
      FailureKind kind = FailureText.kind(cli.statusOfExit(exit.get()), stderr);
      return verdict(kind, "exit " + exit.get() + ": " + words, stderr);
    }
    return output.complete() || !cli.endsWithEvent() || output.answer().isBlank()
        ? Optional.empty()
        : verdict(FailureKind.UNAVAILABLE, "its stream ended before the last event");
  }

  private Optional<Verdict> ofKill(CallEnding.Reason reason, Output output) {
    String last = output.error().map(error -> "; it last said: " + error).orElse("");
    return switch (reason) {
      case WALL_CLOCK ->
          verdict(
              FailureKind.TIMED_OUT,
              "no answer within " + limits.wallClock().toSeconds() + " s" + last);
      case STALE ->
          verdict(
              FailureKind.TIMED_OUT,
              "no output for " + limits.staleAfter().toSeconds() + " s" + last);
      case FLOODED ->
          verdict(FailureKind.FAILED, "flooded: more than " + limits.maxOutputBytes() + " bytes");
      case CANCELLED, ORPHANED -> verdict(FailureKind.FAILED, "it was cancelled");
      case HOPELESS -> reported(output.status(), output.error().orElse("it gave up"));
    };
  }

  private Optional<Verdict> reported(Optional<Integer> status, String message) {
    return verdict(FailureText.kind(status, message), message, message);
  }

  /**
   * A verdict.
   *
   * @param words all that was said, which may tell when a limit is lifted
   */
  private Optional<Verdict> verdict(FailureKind kind, String message, String words) {
    Optional<Instant> reset =
        kind == FailureKind.RATE_LIMITED
            ? FailureText.resetTime(words, now, ZoneId.systemDefault())
            : Optional.empty();
    return Optional.of(new Verdict(kind, message, reset));
  }

  private static Optional<Verdict> verdict(FailureKind kind, String message) {
    return Optional.of(new Verdict(kind, message, Optional.empty()));
  }
}
