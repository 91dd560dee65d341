package dev.conclave.client.session;

import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.plan.PlanInput;
import dev.conclave.workflows.plan.PlanRequest;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.plan.PlanWorkflow;
import dev.conclave.workflows.session.SessionId;
import dev.conclave.workflows.session.SessionMemo;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.SearchAttributes;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import dev.conclave.workflows.temporal.UiPages;
import dev.conclave.workflows.temporal.Words;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowOptions;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/** Starts sessions, new ones and those that go on. Never takes over a session silently. */
public final class SessionStart {
  private static final int MOST_OF_A_DAY = 1000;

  /** In characters of at most 3 bytes: Temporal takes 400 bytes of summary, 20,000 of details. */
  private static final int SUMMARY = 100;

  private static final int TASK = 5000;
  private static final int NAME = 200;

  private final TemporalConnection connection;

  public SessionStart(TemporalConnection connection) {
    this.connection = connection;
  }

  /** Starts a session under the first free id of its name and day. */
  public Session start(PlanRequest request, Instant now) {
    SessionId first = SessionId.of(request.task(), now);
    for (int number = 1; number <= MOST_OF_A_DAY; number++) {
      String id = first.numbered(number).value();
      if (started(
          id,
          new PlanInput(request, Optional.empty()),
          WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE)) {
        return new Session(connection, id);
      }
    }
    throw new Refusal(
        "There are " + MOST_OF_A_DAY + " sessions named " + first + ": word the task differently.");
  }

  /**
   * Goes on with a session that does not run from what it knew, in a new run of the same id.
   *
   * @param request the session's own, perhaps with another deadline
   * @throws Refusal when it still runs
   */
  public Session resume(PlanState carried, PlanRequest request) {
    PlanInput input = new PlanInput(request, Optional.of(carried));
    if (!started(
        carried.session(), input, WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE)) {
      throw new Refusal(
          "Session %s still runs: `conclave watch %s`."
              .formatted(carried.session(), carried.session()));
    }
    return new Session(connection, carried.session());
  }

  private boolean started(String id, PlanInput input, WorkflowIdReusePolicy reuse) {
    WorkflowOptions options = options(id, input, reuse);
    PlanWorkflow workflow = connection.client().newWorkflowStub(PlanWorkflow.class, options);
    try {
      return ServerCalls.call(
          id,
          () -> {
            WorkflowClient.start(workflow::run, input);
            return true;
          });
    } catch (WorkflowExecutionAlreadyStarted e) {
      return false;
    }
  }

  private static WorkflowOptions options(String id, PlanInput input, WorkflowIdReusePolicy reuse) {
    PlanRequest request = input.request();
    WorkflowOptions.Builder options =
        WorkflowOptions.newBuilder()
            .setWorkflowId(id)
            .setTaskQueue(TaskQueues.WORKFLOWS)
            .setWorkflowIdConflictPolicy(WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_FAIL)
            .setWorkflowIdReusePolicy(reuse)
            .setMemo(SessionMemo.of(request))
            .setStaticSummary(summary(request))
            .setStaticDetails(details(request));
    if (request.searchAttributes()) {
      options.setTypedSearchAttributes(
          io.temporal.common.SearchAttributes.newBuilder()
              .set(SearchAttributes.PHASE, Words.of(Phase.INITIALIZING))
              .set(SearchAttributes.ROUND, (long) input.carried().map(PlanState::round).orElse(0))
              .set(SearchAttributes.AWAITING, "none")
              .build());
    }
    return options.build();
  }

  /** What the Temporal UI shows of a session in its list. */
  private static String summary(PlanRequest request) {
    return Cut.shown(UiPages.plain(SessionMemo.firstWords(request.task()), SUMMARY), SUMMARY);
  }

  /** What the Temporal UI shows of a session from its start, in Markdown. */
  private static String details(PlanRequest request) {
    String task = Cut.shown(request.task().strip(), TASK);
    // A fence longer than any run of backticks in the task, so that the task cannot end it.
    int longest =
        Pattern.compile("`+")
            .matcher(task)
            .results()
            .mapToInt(run -> run.end() - run.start())
            .max()
            .orElse(0);
    String fence = "`".repeat(Math.max(3, longest + 1));
    return """
        **Task**

        %s
        %s
        %s

        - Workspace: `%s`
        - Analysts: %s (%s), %d round%s at most
        - Started by: %s

        %s"""
        .formatted(
            fence,
            task,
            fence,
            request.workspace().named().replace('`', '\''),
            UiPages.plain(String.join(", ", request.tools()), NAME),
            Words.of(request.mode()),
            request.maxRounds(),
            request.maxRounds() == 1 ? "" : "s",
            UiPages.plain(request.by(), NAME),
            UiPages.END);
  }
}
