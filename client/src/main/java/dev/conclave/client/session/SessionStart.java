package dev.conclave.client.session;

import dev.conclave.client.session.StartedSessions.Started;
import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionId;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionMemo;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.SearchAttributes;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import dev.conclave.workflows.temporal.UiPages;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.Words;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowOptions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Starts new and resumed sessions. Never takes over a running session. */
public record SessionStart(Sessions sessions) {
  private static final int MOST_OF_A_DAY = 1000;

  /** In characters of up to 3 bytes; Temporal allows 400 bytes of summary, 20,000 of details. */
  private static final int SUMMARY = 100;

  private static final int TASK = 5000;
  private static final int NAME = 200;

  /**
   * Starts a session under the first free id for its name and day.
   *
   * @param taken whether an id has a folder although this server does not know it
   */
  public Session start(SessionRequest request, Instant now, Predicate<String> taken) {
    SessionId first = SessionId.of(request.kind(), request.task(), now);
    SessionRequest named = request.with(request.terms().withHandle(handle(request)));
    for (int number = 1; number <= MOST_OF_A_DAY; number++) {
      String id = first.numbered(number).value();
      if (!taken.test(id)
          && started(
              id,
              named,
              Optional.empty(),
              WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE)) {
        return session(id, named);
      }
    }
    throw new UsageException(
        "There are " + MOST_OF_A_DAY + " sessions named " + first + ": rephrase the task.");
  }

  /** Starts a session on behalf of another, under the first free number. */
  public Session start(SessionRequest request, String other, Predicate<String> taken) {
    SessionId first = new SessionId(request.kind().childId(other));
    for (int number = 1; number <= MOST_OF_A_DAY; number++) {
      String id = first.numbered(number).value();
      if (!taken.test(id)
          && started(
              id,
              request,
              Optional.empty(),
              WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE)) {
        return session(id, request);
      }
    }
    throw new UsageException(
        "There are " + MOST_OF_A_DAY + " sessions named " + first + ": remove some.");
  }

  private String handle(SessionRequest request) {
    return Stream.generate(() -> SessionId.handle(request.task(), new SecureRandom()))
        .filter(sessions::isFree)
        .findFirst()
        .orElseThrow();
  }

  /** Records a session as started here. */
  private Session session(String id, SessionRequest request) {
    String own = request.terms().handle();
    String handle = own.isEmpty() ? id : own + id.substring(KindSpec.folderName(id).length());
    String repository = request.workspace().path().orElseGet(request.workspace()::named);
    sessions.started().add(new Started(id, handle, repository, Instant.now()));
    return new Session(connection(), id, handle);
  }

  private TemporalConnection connection() {
    return sessions.connection();
  }

  /**
   * Starts a run under exactly this id, whether or not an earlier run exists.
   *
   * @param carried state of the session to resume
   * @throws UsageException when it is running
   */
  public Session start(String id, SessionRequest request, Optional<SessionState<?>> carried) {
    if (!started(
        id, request, carried, WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE)) {
      throw new UsageException(
          "Session %1$s is still running: follow it with `conclave watch %1$s`."
              .formatted(sessions.get(id).handle()));
    }
    return session(id, request);
  }

  private boolean started(
      String id,
      SessionRequest request,
      Optional<SessionState<?>> carried,
      WorkflowIdReusePolicy reuse) {
    SessionInput<?, ?> input = new SessionInput<>(request, carried);
    WorkflowOptions options =
        options(id, request, carried.map(SessionState::round).orElse(0), reuse);
    try {
      return ServerCalls.call(
          id,
          () -> {
            connection()
                .client()
                .newUntypedWorkflowStub(request.kind().type(), options)
                .start(input);
            return true;
          });
    } catch (WorkflowExecutionAlreadyStarted e) {
      return false;
    }
  }

  private static WorkflowOptions options(
      String id, SessionRequest request, int round, WorkflowIdReusePolicy reuse) {
    WorkflowOptions.Builder options =
        WorkflowOptions.newBuilder()
            .setWorkflowId(id)
            .setTaskQueue(TaskQueues.WORKFLOWS)
            .setWorkflowIdConflictPolicy(WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_FAIL)
            .setWorkflowIdReusePolicy(reuse)
            .setMemo(SessionMemo.of(request))
            .setStaticSummary(summary(request))
            .setStaticDetails(details(request));
    if (request.terms().searchAttributes()) {
      options.setTypedSearchAttributes(
          io.temporal.common.SearchAttributes.newBuilder()
              .set(SearchAttributes.PHASE, Words.of(Phase.INITIALIZING))
              .set(SearchAttributes.ROUND, (long) round)
              .set(SearchAttributes.AWAITING, "none")
              .set(SearchAttributes.HANDLE, request.terms().handle())
              .build());
    }
    return options.build();
  }

  /** Returns the session's line in the list of the Temporal UI. */
  private static String summary(SessionRequest request) {
    return Cut.shorten(UiPages.plain(SessionMemo.firstWords(request.task()), SUMMARY), SUMMARY);
  }

  /** Returns the session's static details for the Temporal UI, in Markdown. */
  private static String details(SessionRequest request) {
    Language language = Language.of(request.languages());
    return """
        **%s**: %s

        - %s: `%s`
        - %s: %s; %s
        - %s: %s

        %s"""
        .formatted(
            language.sentence("Task"),
            UiPages.plain(request.task(), TASK),
            language.sentence("Workspace"),
            request.workspace().named().replace('`', '\''),
            language.sentence("Agents"),
            UiPages.plain(String.join(", ", request.tools()), NAME),
            language.sentence(request.manner()),
            language.sentence("Started by"),
            UiPages.plain(request.terms().by(), NAME),
            UiPages.END);
  }
}
