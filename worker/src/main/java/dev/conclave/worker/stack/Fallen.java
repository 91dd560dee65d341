package dev.conclave.worker.stack;

import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConnectionSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** What of this host's stack has ended without being asked to. */
public final class Fallen {
  private Fallen() {}

  /** The first of it at an address, in words; empty when nothing is missing. */
  public static Optional<String> of(DataFolder folder, ConnectionSettings settings) {
    try {
      if (ForegroundStack.running(folder).isPresent()) {
        return Optional.empty(); // it starts both anew itself
      }
      return died("The Temporal server", new LocalServer(folder).fate(), settings)
          .or(() -> died("The worker", workerFate(folder), settings));
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty(); // nothing is started on a guess
    }
  }

  private static Fate workerFate(DataFolder folder) {
    try {
      return new LocalWorker(folder).fate();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<String> died(String what, Fate fate, ConnectionSettings settings) {
    return fate instanceof Fate.Died died
            && died.note().address().equals(LocalServer.noted(settings.address()))
        ? Optional.of("%s (pid %d)".formatted(what, died.note().process().pid()))
        : Optional.empty();
  }
}
