package dev.conclave.activities.agent.process;

import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends calls that no session wants any more, and removes spools that nobody will look into again. A
 * call that a worker of the host watches is left alone.
 *
 * @param data the host's folder
 */
public record OrphanSweep(DataFolder data) {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanSweep.class);

  /** Whether anybody still wants a call; who cannot know must say yes. */
  public interface Wanted {

    /**
     * Asked while the call's spool is locked: no attempt of this host takes it up meanwhile.
     *
     * @param asker the activity that asked for it last
     */
    boolean test(SpooledCall call, Optional<Asker> asker);
  }

  /**
   * Ends the calls that nobody wants.
   *
   * @return the calls that were ended
   */
  public List<SpooledCall> sweep(Wanted wanted) throws IOException {
    List<SpooledCall> ended = new ArrayList<>();
    for (Path folder : folders()) {
      endUnwanted(Spool.at(folder), wanted).ifPresent(ended::add);
    }
    return ended;
  }

  /** The activities that asked for calls of this host, finished ones included. */
  public Set<Asker> askers() throws IOException {
    Set<Asker> askers = new HashSet<>();
    for (Path folder : folders()) {
      Spool.at(folder).asker().ifPresent(askers::add);
    }
    return askers;
  }

  /** Calls whose processes run now, whoever watches them. */
  public List<SpooledCall> running() throws IOException {
    List<SpooledCall> running = new ArrayList<>();
    for (Path folder : folders()) {
      Spool spool = Spool.at(folder);
      if (!spool.finished() && !tree(spool).alive().isEmpty()) {
        spool.call().ifPresent(running::add);
      }
    }
    return running;
  }

  /** Removes spools that nothing has happened to for so long, running calls aside. */
  public int prune(Duration olderThan) throws IOException {
    Instant limit = Instant.now().minus(olderThan);
    int removed = 0;
    for (Path folder : folders()) {
      Spool spool = Spool.at(folder);
      if (spool.touched().isBefore(limit) && tree(spool).alive().isEmpty()) {
        removed += remove(spool);
      }
    }
    return removed;
  }

  private static Optional<SpooledCall> endUnwanted(Spool spool, Wanted wanted) throws IOException {
    Optional<SpooledCall> call = spool.call();
    if (call.isEmpty() || spool.finished()) {
      return Optional.empty();
    }
    Optional<SpoolLock> lock = SpoolLock.tryTake(spool);
    if (lock.isEmpty()) {
      return Optional.empty();
    }
    try (SpoolLock held = lock.get()) {
      if (tree(spool).alive().isEmpty() || wanted.test(call.get(), spool.asker())) {
        return Optional.empty();
      }
      LOG.info("ending call {} of {}: no session wants it", call.get().callId(), call.get().key());
      CallWatch.kill(spool, spool.process(), KillReason.ORPHANED);
      return call;
    }
  }

  private static int remove(Spool spool) throws IOException {
    Optional<SpoolLock> lock = SpoolLock.tryTake(spool);
    if (lock.isEmpty()) {
      return 0;
    }
    try (SpoolLock held = lock.get();
        Stream<Path> content = Files.walk(spool.folder())) {
      for (Path path : content.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
      return 1;
    }
  }

  private static ProcessTree tree(Spool spool) throws IOException {
    return new ProcessTree(spool.process(), spool.marker());
  }

  private List<Path> folders() throws IOException {
    if (!Files.isDirectory(data.spool())) {
      return List.of();
    }
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> folders =
        Files.newDirectoryStream(data.spool(), path -> Files.isDirectory(path))) {
      folders.forEach(found::add);
    }
    return found;
  }
}
