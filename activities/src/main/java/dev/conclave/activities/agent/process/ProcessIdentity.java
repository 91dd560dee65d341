package dev.conclave.activities.agent.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One process and no other: sooner or later a pid is given to another process.
 *
 * @param startTicks clock ticks after boot at which it started; 0 where the system does not tell
 * @param bootId of the boot that the ticks count from; empty where the system does not tell
 * @param started when, as the JVM knows it, for systems without {@code /proc}
 */
public record ProcessIdentity(long pid, long startTicks, String bootId, @Nullable Instant started) {
  static final Path PROC = Path.of("/proc");

  /** The process that has the pid now; empty when there is none, or only a zombie. */
  public static Optional<ProcessIdentity> of(long pid) {
    if (onLinux()) {
      return procFile(pid + "/stat")
          .flatMap(ProcessIdentity::startTicks)
          .map(ticks -> new ProcessIdentity(pid, ticks, currentBoot(), null));
    }
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .map(handle -> new ProcessIdentity(pid, 0, "", handle.info().startInstant().orElse(null)));
  }

  public boolean isAlive() {
    return of(pid).filter(this::equals).isPresent();
  }

  /** Sends TERM or KILL, unless the pid belongs to another process by now. */
  public void signal(boolean kill) {
    if (isAlive()) {
      // Refused when it has just gone; whether it has is asked of isAlive().
      var unused =
          ProcessHandle.of(pid)
              .map(handle -> kill ? handle.destroyForcibly() : handle.destroy())
              .orElse(false);
    }
  }

  /**
   * Returns whether it was started with a call's marker in its environment; unknown counts as so.
   */
  boolean isOf(String marker) {
    return !onLinux() || isMarked(pid, marker);
  }

  static boolean isMarked(long pid, String marker) {
    String environment = procFile(pid + "/environ").orElse("");
    return List.of(environment.split("\0", -1)).contains(CallLauncher.MARKER + "=" + marker);
  }

  /** Returns whether this process is root's; of other systems than Linux nothing is known. */
  static boolean isRoot() {
    try {
      return Files.getAttribute(PROC.resolve("self"), "unix:uid").equals(0);
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false;
    }
  }

  static boolean onLinux() {
    return Files.isReadable(PROC.resolve("self/stat"));
  }

  /** A file of {@code /proc}; empty for a process that has gone or belongs to somebody else. */
  static Optional<String> procFile(String name) {
    try {
      return Optional.of(
          new String(Files.readAllBytes(PROC.resolve(name)), StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Reads {@code /proc/PID/stat}; empty for a zombie. The fields follow the command in parentheses,
   * which may itself hold anything.
   */
  static Optional<Long> startTicks(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    return fields.length < 20 || fields[0].matches("[ZX]")
        ? Optional.empty()
        : Optional.of(Long.valueOf(fields[19]));
  }

  private static String currentBoot() {
    return procFile("sys/kernel/random/boot_id").map(String::strip).orElse("");
  }
}
