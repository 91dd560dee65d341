package dev.conclave.activities.agent.process;

import dev.conclave.activities.agent.process.CallFolder.StartedCall;
import dev.conclave.activities.agent.process.CallFolder.WaitingActivity;
import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
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
 * Ends calls that no session wants any more, and removes call folders that nobody will look into
 * again. A call that a worker of the host watches is left alone.
 *
 * @param data the host's folder
 */
public record OrphanSweep(DataFolder data) {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanSweep.class);

  /** Whether anybody still wants a call; who cannot know must say yes. */
  public interface Wanted {

    /**
     * Asked while the call's folder is locked: no attempt of this host takes it up meanwhile.
     *
     * @param activity that asked for it last
     */
    boolean test(StartedCall call, Optional<WaitingActivity> activity);
  }

  /**
   * Ends the calls that nobody wants.
   *
   * @return the calls that were ended
   */
  public List<StartedCall> sweep(Wanted wanted) throws IOException {
    List<StartedCall> ended = new ArrayList<>();
    for (CallFolder folder : CallFolder.all(data)) {
      Optional<StartedCall> call = folder.call();
      if (call.isEmpty() || folder.finished()) {
        continue;
      }
      Optional<CallFolder.Lock> lock = folder.tryLock();
      if (lock.isEmpty()) {
        continue;
      }
      try (CallFolder.Lock held = lock.get()) {
        if (!folder.tree().alive().isEmpty() && !wanted.test(call.get(), folder.waiting())) {
          LOG.info("ending call {}: no session wants it", call.get().callId());
          CallWatch.kill(folder, CallEnding.Reason.ORPHANED);
          ended.add(call.get());
        }
      }
    }
    return ended;
  }

  /** The activities that asked for calls of this host, finished ones included. */
  public Set<WaitingActivity> activities() throws IOException {
    Set<WaitingActivity> activities = new HashSet<>();
    for (CallFolder folder : CallFolder.all(data)) {
      folder.waiting().ifPresent(activities::add);
    }
    return activities;
  }

  /** Calls whose processes run now, whoever watches them. */
  public List<StartedCall> running() throws IOException {
    List<StartedCall> running = new ArrayList<>();
    for (CallFolder folder : CallFolder.all(data)) {
      if (!folder.finished() && !folder.tree().alive().isEmpty()) {
        folder.call().ifPresent(running::add);
      }
    }
    return running;
  }

  /**
   * Removes folders: those to which nothing has happened for so long, and beyond so many bytes in
   * all those that were left alone the longest. Never one whose process runs, that an attempt
   * holds, or whose result somebody may still look for.
   *
   * @param needed whether an attempt may still look for a call's result, run or not
   * @return how many
   */
  public int trim(Duration age, long bytes, Wanted needed) throws IOException {
    Instant oldest = Instant.now().minus(age);
    int removed = 0;
    long kept = 0;
    for (CallFolder folder : latestFirst()) {
      long size = folder.size();
      boolean surplus = folder.touched().isBefore(oldest) || kept + size > bytes;
      if (surplus && remove(folder, needed)) {
        removed++;
      } else {
        kept += size;
      }
    }
    return removed;
  }

  private static boolean remove(CallFolder folder, Wanted needed) {
    try {
      Optional<CallFolder.Lock> lock = folder.tryLock();
      if (lock.isEmpty()) {
        return false;
      }
      try (CallFolder.Lock held = lock.get()) {
        // Without a call there is nothing in it but the name of who was about to ask.
        Optional<StartedCall> call = folder.call();
        boolean removed =
            folder.tree().alive().isEmpty()
                && (call.isEmpty() || !needed.test(call.get(), folder.waiting()));
        if (removed) {
          folder.delete();
        }
        return removed;
      }
    } catch (IOException e) {
      LOG.warn("call folder {} cannot be removed", folder.path(), e);
      return false;
    }
  }

  private List<CallFolder> latestFirst() throws IOException {
    Map<CallFolder, Instant> touched = new HashMap<>();
    for (CallFolder folder : CallFolder.all(data)) {
      touched.put(folder, folder.touched());
    }
    return touched.entrySet().stream()
        .sorted(Map.Entry.<CallFolder, Instant>comparingByValue().reversed())
        .map(Map.Entry::getKey)
        .toList();
  }
}
