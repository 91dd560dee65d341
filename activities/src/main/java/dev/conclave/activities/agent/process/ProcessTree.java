package dev.conclave.activities.agent.process;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Everything that a call started. Agents give their tool shells sessions of their own and let them
 * be adopted by init, so that neither a process group nor the descendants alone hold them all: the
 * marker in their environment does, on Linux, unless a process was started without it. In a {@link
 * PidNamespace} all of them stay descendants, and end with its first process.
 *
 * @param root the process that the call began with; absent when only the marker is left
 * @param marker the value of {@link Launcher#MARKER}
 */
public record ProcessTree(Optional<ProcessIdentity> root, String marker) {
  /** How long TERM is given before KILL follows. */
  public static final Duration GRACE = Duration.ofSeconds(2);

  private static final Duration LAST_WAIT = Duration.ofSeconds(5);
  private static final Duration POLL = Duration.ofMillis(50);

  /** The processes that live now. */
  public Set<ProcessIdentity> alive() {
    LongStream known = root.stream().mapToLong(ProcessIdentity::pid);
    LongStream below =
        root.filter(ProcessIdentity::isAlive)
            .flatMap(process -> ProcessHandle.of(process.pid()))
            .map(handle -> handle.descendants().mapToLong(ProcessHandle::pid))
            .orElseGet(LongStream::empty);
    LongStream marked =
        ProcFiles.withVariable(Launcher.MARKER, marker).stream().mapToLong(Long::longValue);
    Set<ProcessIdentity> found = new LinkedHashSet<>();
    LongStream.concat(known, LongStream.concat(below, marked))
        .mapToObj(ProcessIdentity::of)
        .flatMap(Optional::stream)
        .filter(
            process -> root.filter(r -> r.pid() == process.pid() && !r.equals(process)).isEmpty())
        .forEach(found::add);
    return found;
  }

  /**
   * Ends all of it: TERM, two seconds, KILL, until nothing is left.
   *
   * @return what could not be ended within five more seconds; empty as a rule
   */
  public List<ProcessIdentity> kill() {
    Set<ProcessIdentity> known = new LinkedHashSet<>(alive());
    known.forEach(process -> process.signal(false));
    await(known, GRACE, false);
    await(known, LAST_WAIT, true);
    return known.stream().filter(ProcessIdentity::isAlive).toList();
  }

  /** What is forked between two looks is found by the next. */
  private void await(Set<ProcessIdentity> known, Duration limit, boolean kill) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (System.nanoTime() < deadline) {
      for (ProcessIdentity process : alive()) {
        if (known.add(process) && !kill) {
          process.signal(false);
        }
      }
      List<ProcessIdentity> left = known.stream().filter(ProcessIdentity::isAlive).toList();
      if (left.isEmpty()) {
        return;
      }
      if (kill) {
        left.forEach(process -> process.signal(true));
      }
      pause();
    }
  }

  /** An interrupt must not leave half a tree behind: it is kept for the caller. */
  private static void pause() {
    boolean interrupted = Thread.interrupted();
    try {
      Thread.sleep(POLL.toMillis());
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
