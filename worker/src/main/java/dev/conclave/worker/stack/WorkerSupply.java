package dev.conclave.worker.stack;

import dev.conclave.worker.Surroundings;
import dev.conclave.workflows.host.TemporalConnection;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * The worker of a stack: the one that runs for the server, else a new one in the background.
 *
 * @param main class and arguments of a worker in the background
 */
record WorkerSupply(Surroundings around, List<String> main, LocalWorker worker) {

  /** Finds the worker or starts it; whether one was started. */
  boolean get(TemporalConnection connection, Consumer<String> progress)
      throws IOException, InterruptedException {
    String address = connection.settings().address();
    Fate fate = worker.fate();
    if (fate instanceof Fate.Alive alive) {
      if (alive.note().address().equals(address)) {
        return false;
      }
      progress.accept("The worker works for " + alive.note().address() + ": starting it anew.");
      worker.stop();
    } else if (fate instanceof Fate.Died died) {
      progress.accept(
          "The worker (pid %d) ended without being asked; its log, %s, ends with: %s"
              .formatted(died.note().process().pid(), worker.log(), LogTail.last(worker.log())));
    }
    long pid = new WorkerStart(worker, around.folder(), main, around.environment()).run(connection);
    progress.accept("Started a worker (pid " + pid + "), its log in " + worker.log());
    return true;
  }
}
