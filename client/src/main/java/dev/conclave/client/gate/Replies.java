package dev.conclave.client.gate;

import dev.conclave.workflows.gate.AnswerOutcome;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.temporal.Words;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What became of an answer, for people. */
public final class Replies {
  /** A worker that is there takes an update at once; its check of the workspace takes 10 s. */
  public static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Duration AT_ONCE = Duration.ofSeconds(2);

  private Replies() {}

  /** Makes a call, and says so when its reply is not there at once. */
  public static <T> T awaited(Consumer<String> out, Supplier<T> call) {
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture.delayedExecutor(AT_ONCE.toMillis(), TimeUnit.MILLISECONDS)
        .execute(
            () -> {
              if (!over.get()) {
                out.accept("Sending; no worker has taken it yet …");
              }
            });
    try {
      return call.get();
    } finally {
      over.set(true);
    }
  }

  public static String sentence(String session, AnswerReply reply) {
    String next = reply.nextGate().map(gate -> " Open now: gate " + gate + ".").orElse("");
    return of(session, reply, reply.outcome()) + next;
  }

  private static String of(String session, AnswerReply reply, AnswerOutcome outcome) {
    String gate = "gate " + reply.gate();
    return switch (outcome) {
      case ACCEPTED -> "Accepted at " + gate + ".";
      case PENDING ->
          "Taken at "
              + gate
              + ", but its host has not checked the workspace yet; meanwhile only cancel is taken."
              + " See how it goes with: conclave watch "
              + session;
      case REOPENED ->
          "Not carried out: the workspace has changed since "
              + gate
              + ". Look with `conclave show "
              + session
              + "`, then answer again with --accept-drift, or otherwise.";
      case REPEATED ->
          "Sent before, and changes nothing: gate %s had it as %s."
              .formatted(reply.gate(), reply.first().map(Words::of).orElse("accepted"));
    };
  }
}
