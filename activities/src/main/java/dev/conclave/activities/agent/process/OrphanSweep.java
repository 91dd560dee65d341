package dev.conclave.activities.agent.process;

import dev.conclave.activities.agent.process.CallFolder.StartedCall;
import dev.conclave.activities.agent.process.CallFolder.WaitingActivity;
import dev.conclave.activities.document.PathLock;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.SandboxLevel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends calls that no session needs any more, and removes old call folders. Skips calls that a
 * worker of the host is watching.
 *
 * @param data the host's folder
 */
public record OrphanSweep(DataFolder data) {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanSweep.class);

  /**
   * Ends the calls that are no longer needed.
   *
   * @param wanted whether a call is still needed, given the activity that asked last; true if
   *     unknown. Called with the call's folder locked
   * @return the calls that were ended
   */
  public List<StartedCall> sweep(BiPredicate<StartedCall, Optional<WaitingActivity>> wanted)
      throws IOException {
    List<StartedCall> ended = new ArrayList<>();
    for (CallFolder folder : CallFolder.all(data)) {
      Optional<StartedCall> call = folder.call();
      Optional<PathLock> lock =
          call.isEmpty() || folder.finished() ? Optional.empty() : folder.tryLock();
      if (lock.isPresent()) {
        try (PathLock held = lock.get()) {
          if (!folder.tree().alive().isEmpty()
              && !wanted.test(call.orElseThrow(), folder.waiting())) {
            LOG.info("ending call {}: no session needs it", call.orElseThrow().callId());
            CallWatch.kill(folder, CallEnding.Reason.ORPHANED);
            folder.deleteHome();
            ended.add(call.orElseThrow());
          }
        }
      }
    }
    return ended;
  }

  /** Returns the activities that asked for calls of this host, including finished ones. */
  public Set<WaitingActivity> activities() throws IOException {
    Set<WaitingActivity> activities = new HashSet<>();
    for (CallFolder folder : CallFolder.all(data)) {
      folder.waiting().ifPresent(activities::add);
    }
    return activities;
  }

  /** Returns the calls whose processes are running, watched or not. */
  public List<StartedCall> running() throws IOException {
    List<StartedCall> running = new ArrayList<>();
    for (CallFolder folder : CallFolder.all(data)) {
      if (!folder.finished() && !folder.tree().alive().isEmpty()) {
        folder.call().ifPresent(running::add);
      }
    }
    return running;
  }

  /** Returns whether another call without a sandbox has been running since then. */
  public boolean hadConcurrentUnsandboxedCall(CallFolder one, Instant since) throws IOException {
    for (CallFolder folder : CallFolder.all(data)) {
      boolean free =
          folder.call().filter(call -> call.level() != SandboxLevel.SANDBOXED).isPresent();
      if (free
          && !folder.equals(one)
          && (!folder.lastModified().isBefore(since) || !folder.tree().alive().isEmpty())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Removes call folders unmodified for {@code age}, and the oldest beyond {@code bytes} in total.
   * Keeps a folder whose process runs, that an attempt holds, or whose result may still be needed.
   *
   * @param needed whether an attempt may still ask for a call's result, finished or not
   * @return the number removed
   */
  public int trim(
      Duration age, long bytes, BiPredicate<StartedCall, Optional<WaitingActivity>> needed)
      throws IOException {
    Map<Instant, List<CallFolder>> byTime = new TreeMap<>((a, b) -> b.compareTo(a));
    for (CallFolder folder : CallFolder.all(data)) {
      byTime.computeIfAbsent(folder.lastModified(), any -> new ArrayList<>()).add(folder);
    }
    Instant oldest = Instant.now().minus(age);
    int removed = 0;
    long kept = 0;
    for (Map.Entry<Instant, List<CallFolder>> folders : byTime.entrySet()) {
      for (CallFolder folder : folders.getValue()) {
        long size = folder.size();
        boolean surplus = folders.getKey().isBefore(oldest) || kept + size > bytes;
        if (surplus && remove(folder, needed)) {
          removed++;
        } else {
          kept += size;
        }
      }
    }
    return removed;
  }

  private static boolean remove(
      CallFolder folder, BiPredicate<StartedCall, Optional<WaitingActivity>> needed) {
    try {
      Optional<PathLock> lock = folder.tryLock();
      if (lock.isEmpty()) {
        return false;
      }
      try (PathLock held = lock.get()) {
        // Without a call it only holds the activity that was about to ask.
        Optional<StartedCall> call = folder.call();
        boolean removed =
            folder.tree().alive().isEmpty()
                && (call.isEmpty() || !needed.test(call.get(), folder.waiting()));
        if (removed) {
          folder.delete();
        }
        return removed;
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.warn("cannot remove call folder {}", folder.path(), e);
      return false;
    }
  }
}
