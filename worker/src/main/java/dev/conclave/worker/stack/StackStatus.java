package dev.conclave.worker.stack;

import dev.conclave.worker.Surroundings;
import dev.conclave.workflows.temporal.HostId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What runs now, as {@code docs/schemas/commands/status.schema.json} tells it.
 *
 * @param version of Conclave
 * @param address of the server
 * @param namespace in which sessions are
 * @param server whether it answers, and if not why
 * @param worker of this host; absent when none runs
 * @param foreground the {@code conclave up} that looks after both in a terminal
 * @param workers that poll for workflows, of whatever host, as the server remembers them for five
 *     minutes
 * @param sessions how many there are; absent when the server does not tell
 * @param host id and name; absent before the first start, and when the data folder cannot keep one
 * @param dataFolder its path
 * @param disk what is free and used; absent when it cannot be measured
 */
public record StackStatus(
    String version,
    String address,
    String namespace,
    Server server,
    Optional<Worker> worker,
    Optional<Foreground> foreground,
    List<String> workers,
    Optional<WaitingSessions> sessions,
    Optional<HostId> host,
    String dataFolder,
    Optional<DiskSpace> disk) {

  /** Both are there. */
  public boolean isUp() {
    return server.up() && worker.isPresent();
  }

  /**
   * The server.
   *
   * @param problem why it cannot be used
   * @param version as it reports
   * @param process when it is ours
   * @param ui its pages for people
   * @param codec the address of the codec server for those pages and the {@code temporal} command
   * @param retentionDays how long closed sessions stay
   * @param missingSearchAttributes not registered
   */
  public record Server(
      boolean up,
      Optional<String> problem,
      Optional<String> version,
      Optional<Process> process,
      Optional<String> ui,
      Optional<String> codec,
      Optional<Long> retentionDays,
      List<String> missingSearchAttributes) {}

  /**
   * This host's worker.
   *
   * @param outdated that it goes by an older configuration than what is written now, in a sentence
   */
  public record Worker(Process process, Optional<String> outdated) {
    long pid() {
      return process.pid();
    }
  }

  /** What looks after both in a terminal. */
  public record Foreground(Process process) {}

  /** A process of ours. */
  public record Process(long pid, String since, long uptimeSeconds, String log) {}

  /** The pid of this host's worker, if one runs; asks no server. */
  public static Optional<Long> worker(Surroundings around) throws IOException {
    return new LocalWorker(around.folder()).running().map(note -> note.process().pid());
  }

  /**
   * That this host's worker goes by an older configuration than the one that is written now, in a
   * sentence; empty when it does not, or none runs. Asks no server.
   */
  public static Optional<String> outdatedWorker(Surroundings around) throws IOException {
    Optional<StateFile.Note> worker = new LocalWorker(around.folder()).running();
    return worker.isPresent()
        ? WorkerSupply.newConfiguration(around, worker.get())
        : Optional.empty();
  }

  /** Looks. */
  public static StackStatus now(Surroundings around) throws IOException {
    return new StackProbe(around).look();
  }
}
