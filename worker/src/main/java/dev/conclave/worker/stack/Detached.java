package dev.conclave.worker.stack;

import dev.conclave.activities.agent.process.Launcher;
import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.activities.search.ServerProcesses;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Processes that go on without us: with a session of their own, so that Ctrl-C in the terminal does
 * not end them, and with files in place of the terminal.
 */
public final class Detached {
  private static final Path NOTHING = Path.of("/dev/null");

  private static final Set<String> MARKS = Set.of(Launcher.MARKER, ServerProcesses.MARKER);

  private Detached() {}

  /** The program has ended before anybody could look at it. */
  public static final class EndedAtOnce extends IOException {
    private static final long serialVersionUID = 1L;

    EndedAtOnce(String program, Path log) {
      super(program + " ended at once; see " + log);
    }
  }

  /**
   * Starts a process.
   *
   * @param environment all of it, but for the marks by which an agent's processes are found and
   *     ended with its call: what an agent starts of ours is everybody's
   * @param log takes what it prints, appended
   * @throws EndedAtOnce when it has ended already
   * @throws IOException when it cannot be started
   */
  public static ProcessIdentity start(
      List<String> command, Map<String, String> environment, Path directory, Path log)
      throws IOException {
    Files.createDirectories(directory);
    Files.createDirectories(log.getParent());
    List<String> line = new ArrayList<>(Launcher.OWN_SESSION);
    line.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    if (Files.exists(NOTHING)) {
      builder.redirectInput(ProcessBuilder.Redirect.from(new File(NOTHING.toString())));
    }
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().keySet().removeAll(MARKS);
    Process process = builder.start();
    return ProcessIdentity.of(process.pid())
        .orElseThrow(() -> new EndedAtOnce(command.get(0), log));
  }

  /** Asks a process to end and, when it has not after so long, ends it. */
  public static void stop(ProcessIdentity process, Duration patience) throws InterruptedException {
    process.signal(false);
    if (!gone(process, patience)) {
      process.signal(true);
      gone(process, Duration.ofSeconds(5));
    }
  }

  private static boolean gone(ProcessIdentity process, Duration patience)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (process.isAlive()) {
      if (System.nanoTime() > end) {
        return false;
      }
      Thread.sleep(50);
    }
    return true;
  }
}
