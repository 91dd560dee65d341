package dev.conclave.worker.stack;

import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.HostId;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TemporalConnection;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One start of a worker in the background, with this JVM and class path.
 *
 * @param main class and its arguments
 * @param given environment, of which only the places are made absolute
 */
record WorkerStart(
    LocalWorker worker, DataFolder folder, List<String> main, Map<String, String> given) {
  /** How long a worker may take to come up. */
  static final Duration READY = Duration.ofSeconds(60);

  /** A worker that is nobody's terminal's, and may be started anew. */
  static final String BACKGROUND = "conclave worker in the background";

  private static final String MARK = "conclave.worker.background";

  /**
   * A worker mostly waits. The optimizing compiler takes more of the processor than the first
   * sessions do, so it is kept for what ten times as much as usual speaks for; loops that run long
   * have it as soon as ever.
   */
  private static final List<String> COMPILER =
      List.of(
          "-XX:+IgnoreUnrecognizedVMOptions",
          "-XX:Tier4InvocationThreshold=50000",
          "-XX:Tier4MinInvocationThreshold=6000",
          "-XX:Tier4CompileThreshold=150000");

  /** Variables that name a file. */
  private static final List<String> PATHS =
      List.of(
          "CONCLAVE_CONFIG",
          "TEMPORAL_CONFIG_FILE",
          "TEMPORAL_TLS_CLIENT_CERT_PATH",
          "TEMPORAL_TLS_CLIENT_KEY_PATH",
          "TEMPORAL_TLS_SERVER_CA_CERT_PATH");

  /**
   * Starts a worker and waits until it polls.
   *
   * @return its pid
   * @throws ServerException when it does not come up; the message names the log
   */
  long run(TemporalConnection connection) throws IOException, InterruptedException {
    String address = connection.settings().address();
    long begun = Files.isRegularFile(worker.log()) ? Files.size(worker.log()) : 0;
    ProcessIdentity process;
    try {
      process = Detached.start(command(), environment(address), folder.root(), worker.output());
    } catch (Detached.EndedAtOnce e) {
      throw notUp(address, begun);
    }
    Polling polling = new Polling(connection, HostId.of(folder, given).id());
    if (!polling.by(process, READY)) {
      worker.end(process);
      throw notUp(address, begun);
    }
    return process.pid();
  }

  /**
   * Why it is not up.
   *
   * @param begun where its log ended before
   */
  private ServerException notUp(String address, long begun) throws IOException {
    Optional<String> cut = LogTail.serverTrouble(worker.log(), begun);
    if (cut.isPresent()) {
      return new ServerException(
          "The worker did not come up: the server at %s cannot be worked for, as its log, %s, says: %s"
              .formatted(address, worker.log(), cut.get()));
    }
    return new ServerException(
        "The worker did not come up; %s ends with: %s, %s with: %s"
            .formatted(
                worker.output(),
                LogTail.last(worker.output()),
                worker.log(),
                LogTail.last(worker.log())));
  }

  /** What a worker calls itself in its note; {@link #BACKGROUND} when it was started here. */
  static String program() {
    return System.getProperty(MARK) == null ? "conclave worker" : BACKGROUND;
  }

  /** It works in another folder than we, so a relative path would lead elsewhere. */
  private Map<String, String> environment(String address) {
    Map<String, String> environment = new HashMap<>(given);
    environment.put("TEMPORAL_ADDRESS", address);
    environment.put("CONCLAVE_HOME", folder.root().toString());
    PATHS.forEach(
        path ->
            environment.computeIfPresent(
                path,
                (name, file) -> file.isBlank() ? file : Path.of(file).toAbsolutePath().toString()));
    return environment;
  }

  private List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-D" + MARK);
    command.add("-XX:+UseSerialGC");
    command.addAll(COMPILER);
    command.addAll(QuietJava.options(Runtime.version().feature()));
    command.addAll(classArchive());
    command.addAll(List.of("-cp", absoluteClassPath()));
    command.addAll(main);
    return command;
  }

  /** Where this JVM has its classes from a file that spares the work of loading them: the same. */
  private static List<String> classArchive() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("-XX:SharedArchiveFile="))
        .toList();
  }

  /** The background process works in another folder than we. */
  private static String absoluteClassPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> !entry.isEmpty())
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
