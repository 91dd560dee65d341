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
 * Identifies one process even after its pid is reused.
 *
 * @param startTicks start time in clock ticks after boot; 0 if unknown
 * @param bootId of the boot that the ticks refer to; empty if unknown
 * @param started start time according to the JVM, for systems without {@code /proc}
 */
public record ProcessIdentity(long pid, long startTicks, String bootId, @Nullable Instant started) {
  static final Path PROC = Path.of("/proc");

  /** Returns the process that has the pid now; empty if there is none, or only a zombie. */
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

  /** Sends TERM or KILL, unless the pid has been reused. */
  public void signal(boolean kill) {
    if (isAlive()) {
      // May fail for a process that has just ended; isAlive() tells.
      var unused =
          ProcessHandle.of(pid)
              .map(handle -> kill ? handle.destroyForcibly() : handle.destroy())
              .orElse(false);
    }
  }

  /** Returns whether it has a call's marker in its environment; true if unknown. */
  boolean isOf(String marker) {
    return !onLinux() || isMarked(pid, marker);
  }

  static boolean isMarked(long pid, String marker) {
    String environment = procFile(pid + "/environ").orElse("");
    return List.of(environment.split("\0", -1)).contains(CallLauncher.MARKER + "=" + marker);
  }

  /** Returns whether this process runs as root; false on systems other than Linux. */
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

  /** Returns a file of {@code /proc}; empty for a process that has ended or is not readable. */
  static Optional<String> procFile(String name) {
    try {
      return Optional.of(
          new String(Files.readAllBytes(PROC.resolve(name)), StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the start time in {@code /proc/PID/stat}; empty for a zombie. The fields follow the
   * command in parentheses, which may contain any characters.
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
