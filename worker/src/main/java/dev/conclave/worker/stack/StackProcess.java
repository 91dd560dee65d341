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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A process of the local stack: starts it so that it outlives us, finds it by a note, and stops it.
 *
 * @param file of the note, a pid file that cannot match a different process
 */
public record StackProcess(Path file) {

  /**
   * The content of a note.
   *
   * @param address of this server, or of the worker's server
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

  static StackProcess page(DataFolder folder) {
    return new StackProcess(folder.server().resolve("page.json"));
  }

  static StackProcess worker(DataFolder folder) {
    return new StackProcess(folder.server().resolve("worker.json"));
  }

  /**
   * Returns the command line of another JVM with the class path of this one, and with its class
   * data archive, for a faster start.
   *
   * @param main class and arguments
   */
  static List<String> java(List<String> options, List<String> main) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add("-XX:+UseSerialGC");
    command.addAll(LocalStack.quietJvmOptions(Runtime.version().feature()));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("-XX:SharedArchiveFile="))
        .forEach(command::add);
    command.add("-cp");
    command.add(
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> !entry.isEmpty())
            .map(entry -> Path.of(entry).toAbsolutePath().toString())
            .collect(Collectors.joining(File.pathSeparator)));
    command.addAll(main);
    return command;
  }

  /**
   * Starts a process in a new OS session, so that Ctrl-C in the terminal does not end it, and
   * redirects its input and output.
   *
   * @param environment without the markers of an agent's processes, which end with its call: a
   *     stack started by an agent is shared
   * @return empty if it has already ended
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

  /** Returns the note of a live process that really belongs to this folder. */
  public Optional<ProcessNote> running() throws IOException {
    Optional<ProcessNote> note = read().filter(it -> it.process().isAlive());
    return note.isPresent() && worksHere(note.get().process().pid()) ? note : Optional.empty();
  }

  /**
   * Whether a process has a log, lock or database of this folder open. Any program of this user can
   * write the note, so a process is stopped only if it is ours. Linux only; true elsewhere.
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
      return false; // of another user, or just ended
    }
  }

  private static Path target(Path link) throws IOException {
    try {
      return Files.readSymbolicLink(link);
    } catch (NoSuchFileException e) {
      return link; // closed meanwhile
    }
  }

  /** Returns the note of a process that ended unexpectedly, but not by a reboot. */
  public Optional<ProcessNote> died() throws IOException {
    return read()
        .filter(note -> !note.process().isAlive())
        .filter(note -> self().map(us -> us.bootId().equals(note.process().bootId())).orElse(true));
  }

  private Optional<ProcessNote> read() throws IOException {
    try {
      return Optional.of(WireMapper.get().readValue(Files.readAllBytes(file), ProcessNote.class));
    } catch (NoSuchFileException | JsonProcessingException e) {
      return Optional.empty(); // missing, or truncated by a full disk
    }
  }

  void write(ProcessNote note) throws IOException {
    AtomicFiles.write(file, WireMapper.get().writeValueAsBytes(note));
  }

  void writeThisProcess(String address, Optional<String> page, String program) throws IOException {
    ProcessIdentity us =
        self().orElseThrow(() -> new IOException("this process cannot be identified"));
    // Start time of the JVM: the process may have read files since then.
    Instant begun = Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
    write(new ProcessNote(us, address, page, program, begun));
  }

  void forget(long pid) throws IOException {
    if (read().filter(note -> note.process().pid() == pid).isPresent()) {
      Files.deleteIfExists(file);
    }
  }

  /**
   * Asks the process to end, kills it after {@code patience}, and deletes the note.
   *
   * @return whether it was running
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
