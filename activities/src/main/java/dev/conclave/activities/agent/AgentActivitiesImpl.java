package dev.conclave.activities.agent;

import dev.conclave.activities.agent.process.Asker;
import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallKey;
import dev.conclave.activities.agent.process.CallLeft;
import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.CallStage;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.Role;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.discussion.Analysis;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.UnaryOperator;

/** Asks agents: writes the prompt, makes the call, reads the reply. Thread-safe. */
public final class AgentActivitiesImpl implements AgentActivities {
  private final Configuration configuration;
  private final AgentCalls calls;
  private final Workplaces workplaces;
  private final PromptWriter prompts;
  private final Replies replies;
  private final BuiltInAnalyst direct;
  private final AskFailures failures;

  /**
   * The activity of a host.
   *
   * @param direct the analyst that is no program
   * @param redact takes secrets out of what a failure says
   */
  public AgentActivitiesImpl(
      Configuration configuration,
      AgentCalls calls,
      Workplaces workplaces,
      PromptWriter prompts,
      Replies replies,
      BuiltInAnalyst direct,
      UnaryOperator<String> redact) {
    this.configuration = configuration;
    this.calls = calls;
    this.workplaces = workplaces;
    this.prompts = prompts;
    this.replies = replies;
    this.direct = direct;
    this.failures = new AskFailures(new Sentence(redact));
  }

  @Override
  public AskReply ask(AskRequest request) {
    ActivityExecutionContext context = Activity.getExecutionContext();
    AgentCall call = call(request, context);
    CallControl control = new CallControl();
    try (Heartbeats heartbeats = Heartbeats.start(context, control, request.agent())) {
      try {
        return isDirect(request)
            ? askDirect(request, control, heartbeats)
            : askProgram(request, call, control, heartbeats);
      } catch (AgentCallFailed e) {
        throw AskFailures.of(e.failure());
      } catch (CallLeft e) {
        throw AskFailures.left(e, heartbeats, context);
      } catch (IOException e) {
        // The disk may have room again for the next attempt, which finds what this one began.
        throw failures.unforeseen(
            new UncheckedIOException("the spool of " + request.callId() + ": " + e, e),
            () -> calls.receipt(call));
      } catch (RuntimeException | StackOverflowError e) {
        throw failures.unforeseen(e, () -> calls.receipt(call));
      }
    }
  }

  private AskReply askProgram(
      AskRequest request, AgentCall call, CallControl control, Heartbeats heartbeats)
      throws AgentCallFailed, CallLeft, IOException {
    AgentAnswer answer = calls.call(call, errand(request), control, heartbeats::progress);
    return replies.read(
        request,
        answer.text(),
        new Perspectives(configuration).of(request.agent()),
        answer.receipt());
  }

  private AskReply askDirect(AskRequest request, CallControl control, Heartbeats heartbeats)
      throws AgentCallFailed, CallLeft {
    if (request.role() != Role.ANALYST) {
      throw AgentCallFailed.before(
          FailureKind.FAILED, "direct analyses, it neither moderates nor plans");
    }
    Instant start = Instant.now();
    heartbeats.progress(CallProgress.before(CallStage.WORKING, "reads the tree"));
    try {
      Analysis analysis = direct.analyze(request, () -> goOn(control));
      return replies.of(analysis, Receipts.builtIn(request, start, Instant.now()));
    } catch (CancellationException e) {
      control.check();
      throw new CallLeft(false);
    }
  }

  private static void goOn(CallControl control) {
    if (control.order() != CallControl.Order.GO_ON || Thread.currentThread().isInterrupted()) {
      throw new CancellationException("nobody waits for the analysis any more");
    }
  }

  private static AgentCall call(AskRequest request, ActivityExecutionContext context) {
    CallKey key =
        CallKey.of(
            context.getInfo().getNamespace(),
            Optional.ofNullable(context.getInfo().getWorkflowId()).orElse(request.session()),
            Question.bytes(request));
    return new AgentCall(
        key,
        new Asker(
            Optional.ofNullable(context.getInfo().getWorkflowRunId()).orElse(""),
            context.getInfo().getActivityId()),
        request.callId(),
        request.agent(),
        request.mode(),
        request.tree(),
        request.timeout());
  }

  private Errand errand(AskRequest request) {
    return new Errand() {
      @Override
      public Workplace open(String holder) {
        return workplaces.open(request, holder);
      }

      @Override
      public String prompt(Path directory) {
        return prompts.write(request, directory);
      }
    };
  }

  private boolean isDirect(AskRequest request) {
    return configuration.agent(request.agent()).typeFor(request.agent()).equals(DirectAnalyst.NAME);
  }
}
