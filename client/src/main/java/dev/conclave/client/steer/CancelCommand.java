package dev.conclave.client.steer;

import dev.conclave.client.argument.JsonOption;
import dev.conclave.client.argument.SessionParameter;
import dev.conclave.client.backend.Backend;
import dev.conclave.client.document.Documents;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.Workers.Presence;
import dev.conclave.client.surroundings.Surroundings;
import dev.conclave.workflows.host.ExitCodes;
import dev.conclave.workflows.host.ServerException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code conclave cancel}. */
@Command(
    name = "cancel",
    description = "End a session: kill its running agents, save what is known.",
    footer = {"", "Example:", "  conclave cancel last"})
public final class CancelCommand implements Callable<Integer> {
  /** A session waits at most 30 s for its folder when it ends. */
  private static final Duration PATIENCE = Duration.ofSeconds(45);

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
      session
          .ended()
          .ifPresent(
              how -> {
                throw new Refusal("Session " + session.id() + " is over already (" + how + ").");
              });
      session.cancel(by.isBlank() ? around.user() : by);
      await(session, backend);
      if (json.wanted) {
        around.output().json(new Documents.Cancelled(session.id(), "cancelled"));
      } else {
        around
            .output()
            .result(
                "Session %s is cancelled. Go on from what is saved with: conclave resume %s"
                    .formatted(session.id(), session.id()));
      }
      return ExitCodes.DONE;
    }
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
