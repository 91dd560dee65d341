package dev.conclave.activities.search;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The processes of one server that we started, known by a variable in their environment: a launcher
 * such as {@code npx} leaves its children behind when only it is ended. Elsewhere than on Linux
 * environments cannot be read, and the SDK's own ending has to do.
 */
public final class ServerProcesses {
  /** The variable by which they are known. */
  public static final String MARKER = "CONCLAVE_ACE";

  private final String mark = UUID.randomUUID().toString();

  ServerProcesses() {}

  String mark() {
    return mark;
  }

  /** Our descendants that carry the mark. */
  List<ProcessHandle> alive() {
    try (Stream<ProcessHandle> all = ProcessHandle.current().descendants()) {
      return all.filter(this::carriesMark).toList();
    }
  }

  /** Ends what is still there of processes that were ours. */
  void end(List<ProcessHandle> processes) {
    for (ProcessHandle process : processes) {
      process.destroy();
    }
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
    while (processes.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() < end) {
      java.util.concurrent.locks.LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    processes.stream().filter(ProcessHandle::isAlive).forEach(ProcessHandle::destroyForcibly);
  }

  private boolean carriesMark(ProcessHandle process) {
    try {
      byte[] environment = Files.readAllBytes(Path.of("/proc/" + process.pid() + "/environ"));
      return new String(environment, StandardCharsets.ISO_8859_1).contains(MARKER + "=" + mark);
    } catch (IOException e) {
      return false; // gone, or no /proc
    }
  }
}
