package dev.conclave.client.command;

import dev.conclave.client.session.Backend;
import dev.conclave.client.session.Documents;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.Workers.Presence;
import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.Words;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code conclave cancel}. */
@Command(
    name = "cancel",
    description = "End a session: kill its running agents, save what is known.",
    footer = {
      "",
      "Example:",
      "  conclave cancel last",
      "",
      "Exit codes: 0 cancelled, 1 it ended otherwise, 3 no server or no worker."
    })
public final class CancelCommand implements Callable<Integer> {
  /**
   * A lost worker's call is given up after 15 s, people are told for 12 s, and the folder is waited
   * for half a minute.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(75);

  private final Surroundings around;
  @Mixin private SessionParameter parameter = new SessionParameter();
  @Mixin private JsonOption json = new JsonOption();

  @Option(names = "--as", paramLabel = "NAME", description = "Who cancels (default: your login).")
  private String by = "";

  public CancelCommand(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() throws InterruptedException {
    try (Backend backend = Backend.existing(around)) {
      Session session = backend.find(parameter.name);
      refuseOver(session, backend);
      session.cancel(by.isBlank() ? around.user() : by);
      await(session, backend);
      return tell(session);
    }
  }

  private static void refuseOver(Session session, Backend backend) {
    Optional<String> how = session.ended().or(() -> closing(session, backend));
    if (how.isPresent()) {
      throw new Refusal(
          "Session %s is over already (%s): `conclave show %s`."
              .formatted(session.id(), how.get(), session.id()));
    }
  }

  /** A session that writes its folder to the end is cancelled by nothing any more. */
  private static Optional<String> closing(Session session, Backend backend) {
    if (backend.workers().ofWorkflows() == Presence.ABSENT) {
      return Optional.empty(); // nobody to ask; the order is kept for the next worker
    }
    try {
      SessionView view = session.state();
      return Optional.of(view.phase()).filter(Phase::closed).map(Words::of);
    } catch (ServerException e) {
      return Optional.empty(); // the order is tried all the same
    }
  }

  /** The order may have come too late: what the session ended as is what counts. */
  private int tell(Session session) {
    String how = ending(session);
    boolean cancelled = how.equals(Words.of(Phase.CANCELLED));
    if (json.wanted) {
      around.output().json(new Documents.Cancelled(session.id(), how));
    } else if (cancelled) {
      around
          .output()
          .result(
              "Session %s is cancelled. Go on from what is saved with: conclave resume %s"
                  .formatted(session.id(), session.id()));
    } else {
      around
          .output()
          .result(
              "Session %s was not cancelled: it had ended before (%s). See: conclave show %s"
                  .formatted(session.id(), how, session.id()));
    }
    return cancelled ? ExitCodes.DONE : ExitCodes.FAILED;
  }

  private static String ending(Session session) {
    WorkflowExecutionStatus status = session.describe().getStatus();
    return switch (status) {
      case WORKFLOW_EXECUTION_STATUS_COMPLETED -> Words.of(session.last().phase());
      case WORKFLOW_EXECUTION_STATUS_CANCELED -> Words.of(Phase.CANCELLED);
      default -> session.ended().orElse("running");
    };
  }

  private void await(Session session, Backend backend) throws InterruptedException {
    long begun = System.nanoTime();
    boolean told = false;
    while (session.ended().isEmpty()) {
      if (System.nanoTime() - begun > PATIENCE.toNanos()) {
        throw new ServerException(
            "The order to cancel is recorded, but the session has not ended within %d s%s"
                .formatted(
                    PATIENCE.toSeconds(),
                    backend.workers().ofWorkflows() == Presence.ABSENT
                        ? ": no worker polls; it ends as soon as one does (`conclave worker`)."
                        : "; see `conclave show " + session.id() + "`."));
      }
      if (!told) {
        around.output().say("Waiting for the agents to end and the folder to be written.");
        told = true;
      }
      Thread.sleep(around.pace().toMillis());
    }
  }
}
