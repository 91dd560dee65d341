package dev.conclave.worker.operations;

import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.temporal.Words;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor.ActivityInput;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor.ActivityOutput;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Names session, round, agent and activity in every line that is logged while an activity runs, and
 * counts and logs agent calls; docs/operations.md says what each number means. Thread-safe.
 */
public final class CallInterceptor extends WorkerInterceptorBase {
  private static final Logger LOG = LoggerFactory.getLogger(CallInterceptor.class);

  private final MeterRegistry registry;
  private final Map<String, AtomicInteger> running = new ConcurrentHashMap<>();

  public CallInterceptor(Metrics metrics) {
    this.registry = metrics.registry();
  }

  @Override
  public ActivityInboundCallsInterceptor interceptActivity(ActivityInboundCallsInterceptor next) {
    return new Observed(next);
  }

  private final class Observed extends ActivityInboundCallsInterceptorBase {
    private Optional<ActivityExecutionContext> attempt = Optional.empty();

    Observed(ActivityInboundCallsInterceptor next) {
      super(next);
    }

    @Override
    public void init(ActivityExecutionContext context) {
      attempt = Optional.of(context);
      super.init(context);
    }

    @Override
    public ActivityOutput execute(ActivityInput input) {
      Optional<AskRequest> asked =
          Stream.of(input.getArguments())
              .filter(AskRequest.class::isInstance)
              .map(AskRequest.class::cast)
              .findFirst();
      // The thread is the pool's: what is named here must not outlive the activity.
      try (var session =
              name("session", attempt.map(context -> context.getInfo().getWorkflowId()));
          var activity =
              name("activity", attempt.map(context -> context.getInfo().getActivityType()));
          var round = name("round", asked.map(request -> String.valueOf(request.round())));
          var agent = name("agent", asked.map(AskRequest::agent))) {
        return asked.isPresent() ? ask(asked.get(), input) : super.execute(input);
      }
    }

    private ActivityOutput ask(AskRequest request, ActivityInput input) {
      long begun = System.nanoTime();
      running(request).incrementAndGet();
      String role = Words.of(request.role());
      try {
        ActivityOutput output = super.execute(input);
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        if (output.getResult() instanceof AskReply reply) {
          replied(request, reply, took);
        }
        LOG.info("{} as {} replied after {} s", request.agent(), role, took.toSeconds());
        return output;
      } catch (RuntimeException e) {
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        String outcome = outcome(e);
        ended(request, outcome, took);
        LOG.info(
            "{} as {}: {} after {} s: {}",
            request.agent(),
            role,
            outcome,
            took.toSeconds(),
            e instanceof ApplicationFailure failure ? failure.getOriginalMessage() : e.toString());
        throw e;
      }
    }

    private static MDC.MDCCloseable name(String key, Optional<String> value) {
      return MDC.putCloseable(key, value.orElse(null));
    }
  }

  private void replied(AskRequest request, AskReply reply, Duration took) {
    ended(request, "replied", took);
    Receipt receipt = reply.receipt();
    count("conclave.agent.tokens", request, receipt.tokensIn(), Tag.of("direction", "in"));
    count("conclave.agent.tokens", request, receipt.tokensOut(), Tag.of("direction", "out"));
    receipt.costUsd().ifPresent(usd -> count("conclave.agent.cost.usd", request, usd));
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
    List<Tag> tags = new ArrayList<>(List.of(agent(request)));
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
