package dev.conclave.activities.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.agent.process.CallFolder.CallKey;
import dev.conclave.activities.tool.Tool;
import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An agent that hides processes: reparented, without the environment marker, in a new session. */
class EscapingProcessesTest {
  private static final Map<String, String> ENVIRONMENT = Map.of("PATH", "/usr/bin:/bin");
  private static final CallWatch.CallLimits PATIENT =
      new CallWatch.CallLimits(Duration.ofMinutes(5), Duration.ofMinutes(5), 1 << 20);

  @TempDir Path folder;
  private final String unique = "escaped-" + UUID.randomUUID();
  private CallFolder spool;

  @BeforeEach
  void open() throws Exception {
    Tool.needed("/proc", Optional.of(Path.of("/proc/self/stat")).filter(Files::isReadable));
    Tool.needed("setsid", Optional.of(Path.of("/usr/bin/setsid")).filter(Files::isExecutable));
    spool =
        CallFolder.open(
            new DataFolder(folder),
            CallKey.of("default", "MCP-x", unique.getBytes(StandardCharsets.UTF_8)));
    spool.noteCall(Spools.call("c1"), "");
  }

  @AfterEach
  void leave_nothing_behind() throws Exception {
    if (spool != null) {
      new ProcessTree(spool.process().orElse(null), null, spool.marker()).kill();
      for (ProcessIdentity escaped : escaped()) {
        escaped.signal(true);
      }
    }
  }

  /** Returns the available namespaces, those of root and of users; root can use both. */
  static List<PidNamespace> namespaces() {
    List<PidNamespace> work =
        Stream.of(true, false)
            .map(PidNamespace::candidate)
            .filter(candidate -> candidate.probed().refusal().isEmpty())
            .toList();
    Tool.needed(
        "PID namespaces", work.stream().map(one -> Path.of(one.command().get(0))).findFirst());
    return work;
  }

  @ParameterizedTest
  @MethodSource("namespaces")
  void no_escaped_process_survives_a_cancel(PidNamespace namespace) throws Exception {
    ProcessIdentity call = start(namespace, hide() + "sleep 300");
    until(() -> escaped().size() == 2);

    cancel(call);

    assertThat(escaped()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("namespaces")
  void no_escaped_process_survives_the_end_of_its_program(PidNamespace namespace) throws Exception {
    ProcessIdentity call = start(namespace, hide() + untilFile("end") + "exit 7");
    until(() -> escaped().size() == 2);
    Files.createFile(folder.resolve("end"));

    assertThat(watch(call, new CallControl())).isEqualTo(new CallEnding(7, null));
    assertThat(escaped()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("namespaces")
  void a_call_outlives_its_killed_worker_and_ends_with_its_escaped_processes(PidNamespace namespace)
      throws Exception {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.addAll(List.of(Worker.class.getName(), spool.path().toString(), folder.toString()));
    line.add(hide() + untilFile("end") + "echo went on; sleep 300");
    line.addAll(namespace.command());
    Process worker = new ProcessBuilder(line).redirectErrorStream(true).start();
    until(() -> escaped().size() == 2);
    worker.destroyForcibly();
    assertThat(worker.waitFor(1, TimeUnit.MINUTES)).isTrue();

    ProcessIdentity adopted = spool.process().orElseThrow();
    assertThat(adopted.isAlive()).isTrue();
    Files.createFile(folder.resolve("end"));
    until(() -> Files.readString(spool.stdout()).equals("went on\n"));
    assertThat(escaped()).hasSize(2);
    cancel(adopted);

    assertThat(escaped()).isEmpty();
    assertThat(adopted.isAlive()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("namespaces")
  void an_externally_killed_wrapper_leaves_no_process(PidNamespace namespace) throws Exception {
    ProcessIdentity call = start(namespace, hide() + "sleep 300");
    until(() -> escaped().size() == 2);
    call.signal(true);

    CallEnding ending = watch(call, new CallControl());

    assertThat(ending).isEqualTo(new CallEnding(null, null));
    assertThat(escaped()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("namespaces")
  void a_call_cancelled_as_it_starts_leaves_no_process(PidNamespace namespace) throws Exception {
    for (int i = 0; i < 10; i++) {
      spool.noteCall(Spools.call("c1"), "");

      cancel(start(namespace, ": %s; sleep 300".formatted(unique)));

      assertThat(processes(line -> line.contains(unique))).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("namespaces")
  void a_cancelled_program_gets_time_to_exit(PidNamespace namespace) throws Exception {
    String farewell = "trap 'echo farewell; exit 3' TERM; echo ready; ";
    ProcessIdentity call = start(namespace, farewell + "while :; do sleep 0.1; done");
    until(() -> Files.exists(spool.stdout()) && Files.size(spool.stdout()) > 0);

    cancel(call);

    assertThat(spool.stdout()).hasContent("ready\nfarewell");
  }

  @ParameterizedTest
  @MethodSource("namespaces")
  void the_program_sees_its_own_processes_and_the_same_user_and_files(PidNamespace namespace)
      throws Exception {
    String look =
        "read -r pid rest </proc/self/stat; test $pid = $$ && echo own;"
            + " id -u; id -g; stat -c %u:%g . ; exit 5";
    ProcessIdentity outside = start(PidNamespace.none("as a comparison"), look);
    watch(outside, new CallControl());
    String expected = Files.readString(spool.stdout());
    assertThat(expected).startsWith("own\n");
    spool.noteCall(Spools.call("c1"), "");

    CallEnding ending = watch(start(namespace, look), new CallControl());

    assertThat(spool.stdout()).hasContent(expected);
    assertThat(ending).isEqualTo(new CallEnding(5, null));
  }

  @Test
  void processes_that_keep_the_environment_marker_are_ended_without_a_namespace() throws Exception {
    String hidden = "(setsid sh -c 'sleep 300; : %s' &)\n".formatted(unique);
    ProcessIdentity call = start(PidNamespace.none("as on macOS"), hidden + hidden + "sleep 300");
    until(() -> escaped().size() == 2);

    cancel(call);

    assertThat(escaped()).isEmpty();
  }

  /** A worker that starts a call and is then killed. */
  static final class Worker {
    public static void main(String[] arguments) throws Exception {
      List<String> all = List.of(arguments);
      Spools.start(
          new CallFolder(Path.of(all.get(0))),
          List.of("/bin/sh", "-c", all.get(2)),
          ENVIRONMENT,
          Path.of(all.get(1)),
          new PidNamespace(all.subList(3, all.size()), ""));
      Thread.sleep(Duration.ofHours(1).toMillis());
    }
  }

  /**
   * Returns a script for two processes that only a unique word in their command line identifies.
   */
  private String hide() {
    String hidden = "(env -i setsid sh -c '(sleep 300; : %s) &' &)\n".formatted(unique);
    return hidden + hidden;
  }

  private String untilFile(String name) {
    return "while ! test -e '%s'; do sleep 0.05; done; ".formatted(folder.resolve(name));
  }

  private ProcessIdentity start(PidNamespace namespace, String script) throws IOException {
    return Spools.start(spool, List.of("/bin/sh", "-c", script), ENVIRONMENT, folder, namespace);
  }

  private void cancel(ProcessIdentity call) throws Exception {
    CallControl control = new CallControl();
    control.cancel();
    assertThat(watch(call, control)).isEqualTo(CallEnding.killed(CallEnding.Reason.CANCELLED));
  }

  private CallEnding watch(ProcessIdentity call, CallControl control) throws Exception {
    return new CallWatch(spool, call, Instant.now(), PATIENT, control)
        .await(line -> {}, () -> false, () -> false, vitals -> {});
  }

  /** Returns the hidden processes, without the scripts that contain the same word. */
  private List<ProcessIdentity> escaped() throws IOException {
    return processes(line -> line.startsWith("sh\0-c\0") && line.contains(unique));
  }

  private static List<ProcessIdentity> processes(Predicate<String> commandLine) throws IOException {
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes
          .filter(process -> process.getFileName().toString().matches("\\d+"))
          .filter(process -> commandLine.test(commandLine(process)))
          .map(process -> Long.parseLong(process.getFileName().toString()))
          .flatMap(pid -> ProcessIdentity.of(pid).stream())
          .toList();
    }
  }

  private static String commandLine(Path process) {
    try {
      return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // gone
    }
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void until(Condition condition) throws Exception {
    Instant deadline = Instant.now().plus(Duration.ofMinutes(3));
    while (!condition.holds()) {
      assertThat(Instant.now()).as("waited for three minutes").isBefore(deadline);
      Thread.sleep(20);
    }
  }
}
