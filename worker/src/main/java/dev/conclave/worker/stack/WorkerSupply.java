package dev.conclave.worker.stack;

import dev.conclave.worker.Surroundings;
import dev.conclave.workflows.config.ConfigurationException;
import dev.conclave.workflows.config.ConfigurationReader;
import dev.conclave.workflows.config.UserHome;
import dev.conclave.workflows.temporal.LocalCommands;
import dev.conclave.workflows.temporal.TemporalConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The worker of a stack: the one that runs for the server, else a new one in the background.
 *
 * @param main class and arguments of a worker in the background
 */
public record WorkerSupply(Surroundings around, List<String> main, LocalWorker worker) {
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT)
          .withZone(ZoneId.systemDefault());

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Finds the worker or starts it; whether one was started. */
  public boolean get(TemporalConnection connection, Consumer<String> progress)
      throws IOException, InterruptedException {
    Fate fate = worker.fate();
    if (fate instanceof Fate.Alive alive) {
      if (works(alive.note(), connection, progress) && !yields(alive.note(), progress)) {
        return false;
      }
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

  /**
   * Whether a worker that works is started anew all the same: one in the background that has not
   * read what was written since, when that can be read. Calls that run go on meanwhile.
   */
  private boolean yields(StateFile.Note note, Consumer<String> progress) throws IOException {
    Optional<String> changed = newConfiguration(around, note);
    if (changed.isEmpty()) {
      return false;
    }
    boolean anew = note.program().equals(WorkerStart.BACKGROUND) && readable();
    progress.accept(
        anew
            ? changed.get() + ": starting it anew."
            : "! " + changed.get() + ": `" + LocalCommands.READ_ANEW + "`.");
    return anew;
  }

  private boolean readable() {
    try {
      ConfigurationReader.load(around.environment(), UserHome.of(around.environment()));
      return true;
    } catch (ConfigurationException e) {
      return false; // what ails it is told by whoever needs it
    }
  }

  /** A worker reads the configuration as it starts; what was written since holds here alone. */
  public static Optional<String> newConfiguration(Surroundings around, StateFile.Note note)
      throws IOException {
    Path file = ConfigurationReader.file(around.environment(), UserHome.of(around.environment()));
    boolean changed =
        Files.isRegularFile(file)
            && Files.getLastModifiedTime(file).toInstant().isAfter(note.since());
    return changed
        ? Optional.of(
            "%s has changed since the worker started at %s, which goes by what it read then"
                .formatted(file, CLOCK.format(note.since().truncatedTo(ChronoUnit.SECONDS))))
        : Optional.empty();
  }

  /** A worker that has missed its server for long looks for it only now and then. */
  private boolean works(
      StateFile.Note note, TemporalConnection connection, Consumer<String> progress)
      throws InterruptedException {
    String address = connection.settings().address();
    if (!note.address().equals(address)) {
      progress.accept("The worker works for " + note.address() + ": starting it anew.");
      return false;
    }
    Polling polling = new Polling(connection, around.host().id());
    if (polling.by(note.process())) {
      return true;
    }
    progress.accept(
        "Waiting for the worker (pid %d) to find the server …".formatted(note.process().pid()));
    Duration age = Duration.between(note.since(), Instant.now());
    Duration starting = WorkerStart.READY.minus(age);
    if (polling.by(note.process(), starting.compareTo(PATIENCE) > 0 ? starting : PATIENCE)) {
      return true;
    }
    progress.accept("It does not: starting it anew.");
    return false;
  }
}
