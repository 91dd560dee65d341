package dev.conclave.activities.agent.process;

import dev.conclave.activities.document.Folders;
import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

  /**
   * Removes whole spools: those to which nothing has happened for so long, and beyond so many bytes
   * in all those that were left alone the longest. Never one whose process runs, that an attempt
   * holds, or whose result somebody may still look for.
   *
   * @param needed whether an attempt may still look for a call's result, run or not
   * @return how many
   */
  public int trim(Duration age, long bytes, Wanted needed) throws IOException {
    Instant oldest = Instant.now().minus(age);
    int removed = 0;
    long kept = 0;
    for (Spool spool : latestFirst()) {
      long size = spool.size();
      boolean surplus = spool.touched().isBefore(oldest) || kept + size > bytes;
      if (surplus && remove(spool, needed)) {
        removed++;
      } else {
        kept += size;
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

  private static boolean remove(Spool spool, Wanted needed) {
    try {
      return removeUnlessNeeded(spool, needed);
    } catch (IOException e) {
      LOG.warn("spool {} cannot be removed", spool.folder(), e);
      return false;
    }
  }

  private static boolean removeUnlessNeeded(Spool spool, Wanted needed) throws IOException {
    Optional<SpoolLock> lock = SpoolLock.tryTake(spool);
    if (lock.isEmpty()) {
      return false;
    }
    try (SpoolLock held = lock.get()) {
      // Without a call there is nothing in it but the name of who was about to ask.
      Optional<SpooledCall> call = spool.call();
      if (!tree(spool).alive().isEmpty()
          || (call.isPresent() && needed.test(call.get(), spool.asker()))) {
        return false;
      }
      Folders.delete(spool.folder());
      return true;
    }
  }

  private static ProcessTree tree(Spool spool) throws IOException {
    return new ProcessTree(spool.process(), spool.marker());
  }

  private List<Spool> latestFirst() throws IOException {
    Map<Spool, Instant> touched = new HashMap<>();
    for (Path folder : folders()) {
      Spool spool = Spool.at(folder);
      touched.put(spool, spool.touched());
    }
    return touched.entrySet().stream()
        .sorted(Map.Entry.<Spool, Instant>comparingByValue().reversed())
        .map(Map.Entry::getKey)
        .toList();
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
