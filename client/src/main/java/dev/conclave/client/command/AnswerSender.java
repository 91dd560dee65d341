package dev.conclave.client.command;

import dev.conclave.client.gate.AnswerOptions;
import dev.conclave.client.session.Session;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.temporal.Words;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Sends answers to a session, and says what became of them. */
final class AnswerSender {
  /** A worker that is there takes an answer at once; its check of the workspace takes 10 s. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final long AT_ONCE_SECONDS = 2;

  private final CommandContext context;
  private final Session session;

  AnswerSender(CommandContext context, Session session) {
    this.context = context;
    this.session = session;
  }

  /**
   * Sends an answer without secrets in its words, and says so when its reply is not there at once.
   *
   * @param digest of what the person saw
   */
  AnswerReply send(AnswerOptions answer, String gate, Optional<String> digest, String by) {
    answer.reword(words -> context.withoutSecrets("the answer", words));
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture.delayedExecutor(AT_ONCE_SECONDS, TimeUnit.SECONDS)
        .execute(
            () -> {
              if (!over.get()) {
                context.say("Sending; no worker has taken it yet …");
              }
            });
    try {
      return session.answer(answer.to(gate, digest, by), PATIENCE);
    } finally {
      over.set(true);
    }
  }

  String sentence(AnswerReply reply) {
    String gate = "gate " + reply.gate();
    String outcome =
        switch (reply.outcome()) {
          case ACCEPTED -> "Accepted at " + gate + ".";
          case PENDING ->
              "Taken at "
                  + gate
                  + ", but its host has not checked the workspace yet; meanwhile only cancel is taken."
                  + " See how it goes with: conclave watch "
                  + session.id();
          case REOPENED ->
              "Not carried out: the workspace has changed since "
                  + gate
                  + ". Look with `conclave show "
                  + session.id()
                  + "`, then answer again with --accept-drift, or otherwise.";
          case REPEATED ->
              "Sent before, and changes nothing: %s had it as %s."
                  .formatted(gate, reply.first().map(Words::of).orElse("accepted"));
        };
    return outcome + reply.nextGate().map(next -> " Open now: gate " + next + ".").orElse("");
  }
}
