package dev.conclave.activities.agent;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.ActivityFailures;
import dev.conclave.activities.Heartbeats;
import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallControl.AttemptEnded;
import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.CallProgress.CallStage;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Role;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks agents: makes the call and reads the reply. Thread-safe.
 *
 * @param direct the built-in analyst
 */
public record AgentActivitiesImpl(
    Configuration configuration,
    CallRunner calls,
    ReplyReader replies,
    Function<AskRequest, Analysis> direct)
    implements AgentActivities {
  private static final Logger LOG = LoggerFactory.getLogger(AgentActivitiesImpl.class);
  private static final String DETACHED = "agent/detached";

  @Override
  public AskReply ask(AskRequest request) {
    ActivityExecutionContext context = Activity.getExecutionContext();
    CallRequest call = CallRequest.of(request, context.getInfo(), calls.documents());
    CallControl control = new CallControl();
    String agent = request.agent();
    AtomicReference<CallProgress> progress =
        new AtomicReference<>(
            CallProgress.before(CallStage.PREPARING, "picked up by a worker").withAgent(agent));
    try (Heartbeats heartbeats =
        Heartbeats.ofCall(context, progress::get, control::cancel, control::detach)) {
      try {
        if (configuration.agent(agent).typeFor(agent).equals(AgentStatus.DIRECT)) {
          progress.set(CallProgress.before(CallStage.WORKING, "reading the tree").withAgent(agent));
          return askDirect(request, control, heartbeats);
        }
        CallResult result = calls.call(call, control, now -> progress.set(now.withAgent(agent)));
        String perspective = new Perspectives(configuration).of(agent);
        AskReply reply = replies.read(request, result.text(), perspective, result.receipt());
        reply.structured().ifPresent(said -> addLeftOut(said, result.leftOut()));
        return reply.withTree(result.tree());
      } catch (CallFailed e) {
        throw failure(e.failure());
      } catch (AttemptEnded e) {
        if (!e.cancelled()) {
          LOG.info("call {} keeps running without its activity", request.callId());
        }
        throw e.cancelled()
            ? heartbeats.end().orElseGet(() -> new ActivityCanceledException(context.getInfo()))
            : ApplicationFailure.newFailure(
                "this attempt is detached from its call, which keeps running", DETACHED);
      } catch (IOException e) {
        // Retry: the disk may have space again, and the next attempt adopts this call.
        throw unforeseen(
            new UncheckedIOException(
                "cannot use the folder of call " + request.callId() + ": " + e, e),
            call);
      } catch (RuntimeException | StackOverflowError e) {
        throw unforeseen(e, call);
      }
    }
  }

  /** Prepends the files that the tree could not include to the agent's summary. */
  private static void addLeftOut(ObjectNode said, List<String> leftOut) {
    if (!leftOut.isEmpty()) {
      String all = "Left out: " + String.join("; ", leftOut) + ". ";
      said.put("summary", all + said.path("summary").asText());
    }
  }

  private AskReply askDirect(AskRequest request, CallControl control, Heartbeats heartbeats)
      throws CallFailed, AttemptEnded {
    if (request.role() != Role.ANALYST) {
      throw new CallFailed(
          FailureKind.FAILED, "direct can only be an analyst of a planning session");
    }
    Instant start = Instant.now();
    try {
      Analysis analysis = heartbeats.interruptible(() -> direct.apply(request));
      return replies.of(analysis, CallResult.builtIn(request, start, Instant.now()));
    } catch (RuntimeException e) {
      control.check();
      throw e;
    }
  }

  private static ApplicationFailure failure(AgentFailure failure) {
    return ApplicationFailure.newBuilder()
        .setMessage(failure.message())
        .setType(failure.kind().type())
        .setDetails(failure)
        .setNonRetryable(true)
        // An agent's failure is not a worker error: log one line without a stack trace.
        .setCategory(ApplicationErrorCategory.BENIGN)
        .build();
  }

  /**
   * Returns an unexpected exception if a retry may succeed, else a failure of this agent with its
   * receipt, so that another agent is asked.
   */
  private RuntimeException unforeseen(Throwable thrown, CallRequest call) {
    if (thrown instanceof RuntimeException e && ActivityFailures.isTransient(e)) {
      return e;
    }
    LOG.error("internal error", thrown);
    String message = "internal error in Conclave (details in the worker's log): " + thrown;
    return failure(
        new AgentFailure(
            FailureKind.FAILED,
            calls.sentence(message),
            Optional.empty(),
            List.of(),
            calls.receipt(call)));
  }
}
