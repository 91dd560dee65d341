package dev.conclave.worker.command;

import dev.conclave.workflows.temporal.LocalCommands;
import java.util.List;

/** The commands that need this host. */
public final class WorkerCommands implements LocalCommands {

  @Override
  public List<Object> commands() {
    return List.of(
        new UpCommand(),
        new DownCommand(),
        new StatusCommand(),
        new WorkerCommand(),
        new LogsCommand(),
        new DoctorCommand(),
        new NotifyCommand(),
        new CodecServerCommand(),
        new SearchCommand());
  }
}
