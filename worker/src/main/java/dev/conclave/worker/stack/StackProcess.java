package dev.conclave.worker.stack;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.activities.agent.process.CallLauncher;
import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.search.AceClient;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.text.WireMapper;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A process of the local stack: how it is started so that it outlives us, the note by which it is
 * found again, and how it is ended.
 *
 * @param file of the note, a pid file that cannot mistake another process
 */
public record StackProcess(Path file) {

  /**
   * What is noted.
   *
   * @param address of the server that it is, or that it works for
   * @param page the Temporal UI of a server; a worker's metrics
   */
  public record ProcessNote(
      ProcessIdentity process,
      String address,
      Optional<String> page,
      String program,
      Instant since) {}

  static StackProcess server(DataFolder folder) {
    return new StackProcess(folder.server().resolve("server.json"));
  }

  static StackProcess worker(DataFolder folder) {
    return new StackProcess(folder.server().resolve("worker.json"));
  }

  /**
   * Starts a process with a session of its own, so that Ctrl-C in the terminal does not end it, and
   * with files in place of the terminal.
   *
   * @param environment all of it, but for the marks by which an agent's processes are found and
   *     ended with its call: what an agent starts of ours is everybody's
   * @return empty when it has ended already
   */
  static Optional<ProcessIdentity> start(
      List<String> command, Map<String, String> environment, Path directory, Path log)
      throws IOException {
    Files.createDirectories(directory);
    Files.createDirectories(log.getParent());
    List<String> line = new ArrayList<>(CallLauncher.OWN_SESSION);
    line.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().keySet().removeAll(Set.of(CallLauncher.MARKER, AceClient.MARKER));
    return ProcessIdentity.of(builder.start().pid());
  }

  /** The note of a process that lives and is one of this folder's, whatever the note says. */
  public Optional<ProcessNote> running() throws IOException {
    Optional<ProcessNote> note = read().filter(it -> it.process().isAlive());
    return note.isPresent() && worksHere(note.get().process().pid()) ? note : Optional.empty();
  }

  /**
   * Whether a process has a log, a lock or the database of this folder open. The note is a file
   * that any program of this user can write: what it names is ended only if it is ours. Only Linux
   * tells.
   */
  private boolean worksHere(long pid) throws IOException {
    Path open = Path.of("/proc", String.valueOf(pid), "fd");
    if (!Files.exists(open)) {
      return true;
    }
    Path folder = file.resolveSibling("").toRealPath();
    try (Stream<Path> files = Files.list(open)) {
      for (Path each : files.toList()) {
        Path target = target(each);
        if (target.startsWith(folder) || target.startsWith(folder.resolveSibling("logs"))) {
          return true;
        }
      }
      return false;
    } catch (AccessDeniedException | NoSuchFileException e) {
      return false; // another user's, or it has just ended
    }
  }

  private static Path target(Path link) throws IOException {
    try {
      return Files.readSymbolicLink(link);
    } catch (NoSuchFileException e) {
      return link; // closed meanwhile
    }
  }

  /** The note, if its process ended unasked, and not because the machine did. */
  public Optional<ProcessNote> died() throws IOException {
    return read()
        .filter(note -> !note.process().isAlive())
        .filter(note -> self().map(us -> us.bootId().equals(note.process().bootId())).orElse(true));
  }

  private Optional<ProcessNote> read() throws IOException {
    try {
      return Optional.of(WireMapper.get().readValue(Files.readAllBytes(file), ProcessNote.class));
    } catch (NoSuchFileException | JsonProcessingException e) {
      return Optional.empty(); // there is none, or a full disk has cut it off
    }
  }

  void write(ProcessNote note) throws IOException {
    AtomicFiles.write(file, WireMapper.get().writeValueAsBytes(note));
  }

  void writeThisProcess(String address, Optional<String> page, String program) throws IOException {
    ProcessIdentity us =
        self().orElseThrow(() -> new IOException("this process cannot be identified"));
    // Not now: what a process has read of files, it may have read as it began.
    Instant begun = Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
    write(new ProcessNote(us, address, page, program, begun));
  }

  /** Deletes the note of a process that ends; that of another stays. */
  void forget(long pid) throws IOException {
    if (read().filter(note -> note.process().pid() == pid).isPresent()) {
      Files.deleteIfExists(file);
    }
  }

  /**
   * Asks the process to end, ends it when it has not after so long, and deletes the note.
   *
   * @return whether one ran
   */
  boolean stop(Duration patience) throws IOException, InterruptedException {
    Optional<ProcessNote> running = running();
    if (running.isPresent()) {
      end(running.get().process(), patience);
    }
    Files.deleteIfExists(file);
    return running.isPresent();
  }

  static void end(ProcessIdentity process, Duration patience) throws InterruptedException {
    process.signal(false);
    for (long end = System.nanoTime() + patience.toNanos(); process.isAlive(); Thread.sleep(50)) {
      if (System.nanoTime() > end) {
        process.signal(true);
        end = Long.MAX_VALUE;
      }
    }
  }

  private static Optional<ProcessIdentity> self() {
    return ProcessIdentity.of(ProcessHandle.current().pid());
  }
}
