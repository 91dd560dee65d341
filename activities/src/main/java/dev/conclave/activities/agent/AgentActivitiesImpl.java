package dev.conclave.activities.agent;

import dev.conclave.activities.ActivityFailures;
import dev.conclave.activities.agent.AgentCalls.Answer;
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
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks agents: makes the call, reads the reply. Thread-safe. */
public final class AgentActivitiesImpl implements AgentActivities {
  private static final Logger LOG = LoggerFactory.getLogger(AgentActivitiesImpl.class);
  private static final String DETACHED = "agent/detached";

  private final Configuration configuration;
  private final AgentCalls calls;
  private final ReplyReader replies;
  private final BiFunction<AskRequest, Runnable, Analysis> direct;
  private final UnaryOperator<String> redact;

  /**
   * The activity of a host.
   *
   * @param direct the analyst that is no program; it runs what it is given between its steps
   * @param redact takes secrets out of what a failure says
   */
  public AgentActivitiesImpl(
      Configuration configuration,
      AgentCalls calls,
      ReplyReader replies,
      BiFunction<AskRequest, Runnable, Analysis> direct,
      UnaryOperator<String> redact) {
    this.configuration = configuration;
    this.calls = calls;
    this.replies = replies;
    this.direct = direct;
    this.redact = redact;
  }

  @Override
  public AskReply ask(AskRequest request) {
    ActivityExecutionContext context = Activity.getExecutionContext();
    AgentCall call = AgentCall.of(request, context.getInfo());
    CallControl control = new CallControl();
    try (CallHeartbeats heartbeats = CallHeartbeats.start(context, control, request.agent())) {
      try {
        if (configuration
            .agent(request.agent())
            .typeFor(request.agent())
            .equals(AgentStatus.DIRECT)) {
          return askDirect(request, control, heartbeats);
        }
        Answer answer = calls.call(call, control, heartbeats::progress);
        String perspective = new Perspectives(configuration).of(request.agent());
        return replies.read(request, answer.text(), perspective, answer.receipt());
      } catch (AgentCall.Failed e) {
        throw failure(e.failure());
      } catch (AttemptEnded e) {
        throw ended(e, heartbeats, context);
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
      throws AgentCall.Failed, AttemptEnded {
    if (request.role() != Role.ANALYST) {
      throw AgentCall.Failed.before(
          FailureKind.FAILED, "direct analyses, it neither moderates nor plans");
    }
    Instant start = Instant.now();
    heartbeats.progress(CallProgress.before(CallStage.WORKING, "reads the tree"));
    Runnable step =
        () -> {
          if (control.order() != CallControl.Order.CONTINUE
              || Thread.currentThread().isInterrupted()) {
            throw new CancellationException("nobody waits for the analysis any more");
          }
        };
    try {
      Analysis analysis = direct.apply(request, step);
      return replies.of(analysis, CallReport.builtIn(request, start, Instant.now()));
    } catch (CancellationException e) {
      control.check();
      throw new AttemptEnded(false);
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

  /** A cancelled call ends as cancelled; a lost one is for the next attempt, if there is one. */
  private static RuntimeException ended(
      AttemptEnded ended, CallHeartbeats heartbeats, ActivityExecutionContext context) {
    if (ended.cancelled()) {
      return heartbeats
          .end()
          .<RuntimeException>map(e -> e)
          .orElseGet(() -> new ActivityCanceledException(context.getInfo()));
    }
    return ApplicationFailure.newFailure(
        "this attempt lost the call, which goes on without it", DETACHED);
  }

  /**
   * What nobody foresaw: the next attempt's matter if that may do better, else this agent's
   * failure, so that another can be asked. What was paid is paid all the same.
   */
  private RuntimeException unforeseen(Throwable thrown, AgentCall call) {
    if (thrown instanceof RuntimeException e && ActivityFailures.isTransient(e)) {
      return e;
    }
    LOG.error("a fault of Conclave's own", thrown);
    String message = "a fault of Conclave's own (the worker's log has it whole): " + thrown;
    return failure(
        new AgentFailure(
            FailureKind.FAILED,
            CallReport.sentence(message, redact),
            Optional.empty(),
            List.of(),
            calls.receipt(call)));
  }
}
