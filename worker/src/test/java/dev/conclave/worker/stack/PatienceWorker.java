package dev.conclave.worker.stack;

import dev.conclave.worker.Surroundings;
import dev.conclave.workflows.temporal.TemporalConnection;

/** The worker of {@link Patience} as a process. */
public final class PatienceWorker {
  private PatienceWorker() {}

  public static void main(String[] arguments) throws Exception {
    Surroundings around = Surroundings.ofThisProcess();
    try (TemporalConnection connection =
        TemporalConnection.open(around.settings(), around.converter())) {
      WorkerRun.untilStopped(
          around.workingFor(connection), new Patience.Registered(), System.out::println);
    }
  }
}
