package dev.conclave.activities.agent.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All processes of a call. Agents start tool shells in their own sessions and let init adopt them,
 * so neither a process group nor the descendants cover them all. On Linux the marker in the
 * environment does, unless a process was started without it. In a {@link PidNamespace} all
 * processes remain descendants and end with its first process.
 *
 * @param root the call's first process; absent when only the marker is known
 * @param first the first process of the sandbox; it ignores TERM, and the others end with it
 */
public record ProcessTree(
    @Nullable ProcessIdentity root, @Nullable ProcessIdentity first, String marker) {
  private static final Duration GRACE = Duration.ofSeconds(2);

  private static final Duration LAST_WAIT = Duration.ofSeconds(5);
  private static final long POLL_MILLIS = 50;

  public Set<ProcessIdentity> alive() {
    List<Long> pids = new ArrayList<>();
    for (ProcessIdentity top : Arrays.asList(root, first)) {
      // The pid may have been reused.
      if (top != null && top.isAlive()) {
        pids.add(top.pid());
        ProcessHandle.of(top.pid())
            .ifPresent(handle -> handle.descendants().forEach(below -> pids.add(below.pid())));
      }
    }
    pids.addAll(marked());
    Set<ProcessIdentity> found = new LinkedHashSet<>();
    pids.forEach(pid -> ProcessIdentity.of(pid).ifPresent(found::add));
    return found;
  }

  /**
   * Ends all processes: TERM, then KILL after two seconds. Kills the first process of a sandbox
   * before those outside, which can then still hand over its results.
   *
   * @return processes still alive after five more seconds; normally empty
   */
  public List<ProcessIdentity> kill() {
    Set<ProcessIdentity> known = new LinkedHashSet<>();
    if (!signal(known, GRACE, false).isEmpty() && first != null) {
      first.signal(true);
      signal(known, GRACE, false);
    }
    return signal(known, LAST_WAIT, true);
  }

  private List<ProcessIdentity> signal(Set<ProcessIdentity> known, Duration limit, boolean kill) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      for (ProcessIdentity process : alive()) {
        if (known.add(process) && !kill) {
          process.signal(false);
        }
      }
      List<ProcessIdentity> left = known.stream().filter(ProcessIdentity::isAlive).toList();
      if (left.isEmpty() || System.nanoTime() > deadline) {
        return left;
      }
      if (kill) {
        left.forEach(process -> process.signal(true));
      }
      pause();
    }
  }

  private List<Long> marked() {
    List<Long> found = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(ProcessIdentity.PROC, "[0-9]*")) {
      for (Path folder : folders) {
        long pid = Long.parseLong(folder.getFileName().toString());
        if (ProcessIdentity.isMarked(pid, marker)) {
          found.add(pid);
        }
      }
    } catch (IOException e) {
      // Keeps those found so far; there is no /proc on some systems.
    }
    return found;
  }

  /** Defers an interrupt, which must not leave half of the processes running. */
  private static void pause() {
    boolean interrupted = Thread.interrupted();
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
