package dev.conclave.worker.operations;

import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.text.Words;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.ActivityInfo;
import io.temporal.client.ActivityCompletionException;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor.ActivityInput;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor.ActivityOutput;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Adds session, round, agent and activity to all log lines of an activity, and counts and logs
 * agent calls; see docs/operations.md for the metrics. Thread-safe.
 */
public final class CallInterceptor extends WorkerInterceptorBase {
  private static final Logger LOG = LoggerFactory.getLogger(CallInterceptor.class);

  private final MeterRegistry registry;

  public CallInterceptor(Metrics metrics) {
    this.registry = metrics.registry();
  }

  @Override
  public ActivityInboundCallsInterceptor interceptActivity(ActivityInboundCallsInterceptor next) {
    return new ActivityInboundCallsInterceptorBase(next) {
      private Optional<ActivityInfo> attempt = Optional.empty();

      @Override
      public void init(ActivityExecutionContext context) {
        attempt = Optional.of(context.getInfo());
        super.init(context);
      }

      @Override
      public ActivityOutput execute(ActivityInput input) {
        Optional<AskRequest> asked =
            Stream.of(input.getArguments())
                .filter(AskRequest.class::isInstance)
                .map(AskRequest.class::cast)
                .findFirst();
        // Pool thread: the MDC values must not outlive the activity.
        try (var session = name("session", attempt.map(ActivityInfo::getWorkflowId));
            var activity = name("activity", attempt.map(ActivityInfo::getActivityType));
            var round = name("round", asked.map(request -> String.valueOf(request.round())));
            var agent = name("agent", asked.map(AskRequest::agent))) {
          return asked.isPresent()
              ? ask(asked.get(), () -> super.execute(input))
              : super.execute(input);
        }
      }
    };
  }

  private static MDC.MDCCloseable name(String key, Optional<String> value) {
    return MDC.putCloseable(key, value.orElse(null));
  }

  private ActivityOutput ask(AskRequest request, Supplier<ActivityOutput> call) {
    long begun = System.nanoTime();
    String outcome = "replied";
    String message = "";
    try {
      ActivityOutput output = call.get();
      if (output.getResult() instanceof AskReply reply) {
        spent(request, reply.receipt());
      }
      return output;
    } catch (RuntimeException e) {
      outcome = outcome(e);
      message = ": " + (e instanceof ApplicationFailure failure ? failure.getOriginalMessage() : e);
      throw e;
    } finally {
      Duration took = Duration.ofNanos(System.nanoTime() - begun);
      String role = Words.of(request.role());
      Tags tags = Tags.of("agent", request.agent(), "role", role);
      registry.timer("conclave.agent.call", tags).record(took);
      registry.counter("conclave.agent.calls", tags.and("outcome", outcome)).increment();
      LOG.info(
          "{} as {} {} after {} s{}", request.agent(), role, outcome, took.toSeconds(), message);
    }
  }

  private void spent(AskRequest request, Receipt receipt) {
    Tags agent = Tags.of("agent", request.agent());
    String tokens = "conclave.agent.tokens";
    registry.counter(tokens, agent.and("direction", "in")).increment(receipt.tokensIn());
    registry.counter(tokens, agent.and("direction", "out")).increment(receipt.tokensOut());
    receipt
        .costUsd()
        .ifPresent(usd -> registry.counter("conclave.agent.cost.usd", agent).increment(usd));
  }

  /**
   * Returns the kind of an agent failure, {@code left} if left to the next attempt, or {@code
   * error}.
   */
  private static String outcome(RuntimeException thrown) {
    if (thrown instanceof ActivityCompletionException) {
      return "cancelled";
    }
    if (!(thrown instanceof ApplicationFailure failure)) {
      return "error";
    }
    return AgentFailure.CANCELLED.equals(failure.getOriginalMessage())
        ? "cancelled"
        : FailureKind.ofType(failure.getType())
            .map(Words::of)
            .orElse(failure.getType().startsWith("agent/") ? "left" : "error");
  }
}
