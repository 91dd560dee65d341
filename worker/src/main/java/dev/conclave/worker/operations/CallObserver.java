package dev.conclave.worker.operations;

import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.temporal.Words;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Names session, round, agent and activity in every line that is logged while an activity runs, and
 * counts and logs agent calls.
 */
public final class CallObserver extends WorkerInterceptorBase {
  private static final Logger LOG = LoggerFactory.getLogger(CallObserver.class);

  private final AgentMeters meters;

  public CallObserver(Metrics metrics) {
    this.meters = new AgentMeters(metrics.registry());
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
      meters.began(request);
      String role = Words.of(request.role());
      try {
        ActivityOutput output = super.execute(input);
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        if (output.getResult() instanceof AskReply reply) {
          meters.replied(request, reply, took);
        }
        LOG.info("{} as {} replied after {} s", request.agent(), role, took.toSeconds());
        return output;
      } catch (RuntimeException e) {
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        String outcome = meters.failed(request, e, took);
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
}
