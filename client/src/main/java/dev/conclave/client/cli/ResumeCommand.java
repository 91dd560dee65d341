package dev.conclave.client.cli;

import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Refusal.UnknownSession;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionStart;
import dev.conclave.workflows.host.ExitCodes;
import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.wire.Words;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code conclave resume}. */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    description = "Go on with a saved, cancelled or failed session.")
final class ResumeCommand implements Callable<Integer> {
  private final Surroundings around;
  @Mixin private SessionParameter parameter = new SessionParameter();
  @Mixin private JsonOption json = new JsonOption();

  @Option(names = "--detach", description = "Start it and leave it.")
  private boolean detach;

  ResumeCommand(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() {
    try (Backend backend = Backend.ready(around, around.configuration())) {
      Session closed = find(backend);
      PlanState state = closed.last();
      if (state.phase() == Phase.COMPLETE) {
        throw new Refusal(
            "Session %s is complete: start another with `conclave plan`.".formatted(closed.id()));
      }
      Session session = new SessionStart(backend.connection()).resume(state);
      if (detach) {
        new StartedDocument(session.id(), backend.ui(session.id())).print(around, json.wanted);
        return ExitCodes.DONE;
      }
      around
          .output()
          .say("Session %s goes on from %s.".formatted(session.id(), Words.of(state.resumeAt())));
      return new Attendance(around, backend, json.wanted).attend(session);
    }
  }

  private Session find(Backend backend) {
    try {
      return backend.sessions().find(parameter.name);
    } catch (UnknownSession e) {
      throw new SessionFolders(around)
          .find(parameter.name)
          .<RuntimeException>map(
              folder ->
                  new Refusal(
                      "The server has session %s no more; its folder %s shows what it knew, but not enough to go on. Start anew with `conclave plan` and refer to the folder in the task."
                          .formatted(folder.getFileName(), folder)))
          .orElse(e);
    }
  }
}
