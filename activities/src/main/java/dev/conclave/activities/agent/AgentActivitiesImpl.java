package dev.conclave.activities.agent;

import dev.conclave.activities.ActivityFailures;
import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallControl.AttemptEnded;
import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.CallProgress.CallStage;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.Role;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.discussion.Analysis;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCanceledException;
import io.temporal.failure.ApplicationErrorCategory;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks agents: makes the call, reads the reply. Thread-safe. */
public final class AgentActivitiesImpl implements AgentActivities {
  private static final Logger LOG = LoggerFactory.getLogger(AgentActivitiesImpl.class);
  private static final String DETACHED = "agent/detached";

  private final Configuration configuration;
  private final CallRunner calls;
  private final ReplyReader replies;
  private final BiFunction<AskRequest, Runnable, Analysis> direct;

  /**
   * The activity of a host.
   *
   * @param direct the analyst that is no program; it runs what it is given between its steps
   */
  public AgentActivitiesImpl(
      Configuration configuration,
      CallRunner calls,
      ReplyReader replies,
      BiFunction<AskRequest, Runnable, Analysis> direct) {
    this.configuration = configuration;
    this.calls = calls;
    this.replies = replies;
    this.direct = direct;
  }

  @Override
  public AskReply ask(AskRequest request) {
    ActivityExecutionContext context = Activity.getExecutionContext();
    CallRequest call = CallRequest.of(request, context.getInfo());
    CallControl control = new CallControl();
    String agent = request.agent();
    try (CallHeartbeats heartbeats = new CallHeartbeats(context, control, agent)) {
      try {
        if (configuration.agent(agent).typeFor(agent).equals(AgentStatus.DIRECT)) {
          return askDirect(request, control, heartbeats);
        }
        CallResult result = calls.call(call, control, heartbeats::progress);
        String perspective = new Perspectives(configuration).of(agent);
        return replies.read(request, result.text(), perspective, result.receipt());
      } catch (CallFailed e) {
        throw failure(e.failure());
      } catch (AttemptEnded e) {
        throw e.cancelled()
            ? heartbeats.end().orElseGet(() -> new ActivityCanceledException(context.getInfo()))
            : ApplicationFailure.newFailure(
                "this attempt lost the call, which goes on without it", DETACHED);
      } catch (IOException e) {
        // The disk may have room again for the next attempt, which finds what this one began.
        throw unforeseen(
            new UncheckedIOException("the folder of call " + request.callId() + ": " + e, e), call);
      } catch (RuntimeException | StackOverflowError e) {
        throw unforeseen(e, call);
      }
    }
  }

  private AskReply askDirect(AskRequest request, CallControl control, CallHeartbeats heartbeats)
      throws CallFailed, AttemptEnded {
    if (request.role() != Role.ANALYST) {
      throw new CallFailed(FailureKind.FAILED, "direct only analyzes for a plan");
    }
    Instant start = Instant.now();
    heartbeats.progress(CallProgress.before(CallStage.WORKING, "reads the tree"));
    try {
      Analysis analysis = direct.apply(request, () -> endIfUnwanted(control));
      return replies.of(analysis, CallResult.builtIn(request, start, Instant.now()));
    } catch (CancellationException e) {
      control.check();
      throw new AttemptEnded(false);
    }
  }

  private static void endIfUnwanted(CallControl control) {
    if (control.isCancelled() || control.isDetached() || Thread.currentThread().isInterrupted()) {
      throw new CancellationException("nobody waits for the analysis any more");
    }
  }

  /** The session decides what follows from a failure of an agent. */
  private static ApplicationFailure failure(AgentFailure failure) {
    return ApplicationFailure.newBuilder()
        .setMessage(failure.message())
        .setType(failure.kind().type())
        .setDetails(failure)
        .setNonRetryable(true)
        // An agent that fails is no fault of the worker: a line tells it, without a trace of ours.
        .setCategory(ApplicationErrorCategory.BENIGN)
        .build();
  }

  /**
   * What nobody foresaw: the next attempt's matter if that may do better, else this agent's
   * failure, so that another can be asked. What was paid is paid all the same.
   */
  private RuntimeException unforeseen(Throwable thrown, CallRequest call) {
    if (thrown instanceof RuntimeException e && ActivityFailures.isTransient(e)) {
      return e;
    }
    LOG.error("a fault of Conclave's own", thrown);
    String message = "a fault of Conclave's own (the worker's log has it whole): " + thrown;
    return failure(
        new AgentFailure(
            FailureKind.FAILED,
            calls.sentence(message),
            Optional.empty(),
            List.of(),
            calls.receipt(call)));
  }
}
