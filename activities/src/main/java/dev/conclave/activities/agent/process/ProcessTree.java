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
 * Everything that a call started. Agents give their tool shells sessions of their own and let them
 * be adopted by init, so that neither a process group nor the descendants alone hold them all: the
 * marker in their environment does, on Linux, unless a process was started without it. In a {@link
 * PidNamespace} all of them stay descendants, and end with its first process.
 *
 * @param root the process that the call began with; absent when only the marker is left
 * @param first the first process of its sandbox; it ignores TERM, and nothing in there outlives it
 */
public record ProcessTree(
    @Nullable ProcessIdentity root, @Nullable ProcessIdentity first, String marker) {
  private static final Duration GRACE = Duration.ofSeconds(2);

  private static final Duration LAST_WAIT = Duration.ofSeconds(5);
  private static final long POLL_MILLIS = 50;

  public Set<ProcessIdentity> alive() {
    List<Long> pids = new ArrayList<>();
    for (ProcessIdentity top : Arrays.asList(root, first)) {
      // Its pid may have been given to another process.
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
   * Ends all of it: TERM, two seconds, KILL, until nothing is left. Of a sandbox the first process
   * is killed before the others, so that those outside can still hand over what it left.
   *
   * @return what could not be ended within five more seconds; empty as a rule
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
      // Those found so far; none where there is no such file system.
    }
    return found;
  }

  /** An interrupt must not leave half a tree behind: it is kept for the caller. */
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
