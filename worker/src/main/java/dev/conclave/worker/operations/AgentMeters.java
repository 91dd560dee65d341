package dev.conclave.worker.operations;

import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.temporal.Words;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.temporal.client.ActivityCompletionException;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts agent calls; docs/operations.md says what each number means. Thread-safe. */
final class AgentMeters {
  /** The outcome of a call that gave a reply. */
  static final String REPLIED = "replied";

  private final MeterRegistry registry;
  private final Map<String, AtomicInteger> running = new ConcurrentHashMap<>();

  AgentMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  void began(AskRequest request) {
    running(request).incrementAndGet();
  }

  void replied(AskRequest request, AskReply reply, Duration took) {
    ended(request, REPLIED, took);
    Receipt receipt = reply.receipt();
    count("conclave.agent.tokens", request, receipt.tokensIn(), Tag.of("direction", "in"));
    count("conclave.agent.tokens", request, receipt.tokensOut(), Tag.of("direction", "out"));
    receipt.costUsd().ifPresent(usd -> count("conclave.agent.cost.usd", request, usd));
  }

  /** Counts a call without a reply, and says in a word why it has none. */
  String failed(AskRequest request, RuntimeException thrown, Duration took) {
    String outcome = outcome(thrown);
    ended(request, outcome, took);
    return outcome;
  }

  private void ended(AskRequest request, String outcome, Duration took) {
    running(request).decrementAndGet();
    List<Tag> tags = List.of(agent(request), Tag.of("role", Words.of(request.role())));
    registry.timer("conclave.agent.call", tags).record(took);
    registry
        .counter(
            "conclave.agent.calls", List.of(tags.get(0), tags.get(1), Tag.of("outcome", outcome)))
        .increment();
  }

  /** The kind of an agent's failure, {@code left} for the next attempt, or {@code error}. */
  private static String outcome(RuntimeException thrown) {
    if (thrown instanceof ApplicationFailure failure) {
      return FailureKind.ofType(failure.getType())
          .map(Words::of)
          .orElse(failure.getType().startsWith("agent/") ? "left" : "error");
    }
    return thrown instanceof ActivityCompletionException ? "cancelled" : "error";
  }

  private void count(String name, AskRequest request, double amount, Tag... more) {
    List<Tag> tags = new java.util.ArrayList<>(List.of(agent(request)));
    tags.addAll(List.of(more));
    registry.counter(name, tags).increment(amount);
  }

  private AtomicInteger running(AskRequest request) {
    return running.computeIfAbsent(
        request.agent(),
        name ->
            registry.gauge(
                "conclave.agent.calls.running", List.of(agent(request)), new AtomicInteger()));
  }

  private static Tag agent(AskRequest request) {
    return Tag.of("agent", request.agent());
  }
}
