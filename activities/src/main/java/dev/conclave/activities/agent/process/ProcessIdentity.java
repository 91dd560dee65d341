package dev.conclave.activities.agent.process;

import java.time.Instant;
import java.util.Optional;

/**
 * One process and no other: a pid alone is given to another process sooner or later.
 *
 * @param pid its number
 * @param startTicks clock ticks after boot at which it started; 0 where the system does not say
 * @param bootId of the boot that the ticks count from; empty where the system does not say
 * @param started when, as the JVM knows it, for systems without {@code /proc}
 */
public record ProcessIdentity(long pid, long startTicks, String bootId, Optional<Instant> started) {

  /** The process that has the pid now; empty when there is none, or only a zombie. */
  public static Optional<ProcessIdentity> of(long pid) {
    if (ProcFiles.present()) {
      return ProcFiles.stat(pid)
          .filter(stat -> stat.state() != 'Z' && stat.state() != 'X')
          .map(
              stat ->
                  new ProcessIdentity(
                      pid, stat.startTicks(), ProcFiles.bootId(), Optional.empty()));
    }
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .map(handle -> new ProcessIdentity(pid, 0, "", handle.info().startInstant()));
  }

  /** Whether this very process still runs. */
  public boolean isAlive() {
    return of(pid).filter(this::equals).isPresent();
  }

  /** Sends TERM or KILL, unless the pid has another owner by now. */
  public void signal(boolean kill) {
    if (isAlive()) {
      ProcessHandle.of(pid)
          .ifPresent(handle -> requested(kill ? handle.destroyForcibly() : handle.destroy()));
    }
  }

  private static void requested(boolean ignored) {
    // A refusal means that it has just gone; whether it has is asked of isAlive().
  }
}
