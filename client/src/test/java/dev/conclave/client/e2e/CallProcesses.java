package dev.conclave.client.e2e;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Processes of agent calls, found by their environment on Linux. */
final class CallProcesses {
  private static final Path PROCESSES = Path.of("/proc");

  private CallProcesses() {}

  /** Returns all current processes of a machine: wrappers, agents and their children. */
  static List<Path> on(Laptop laptop) {
    if (!Files.isDirectory(PROCESSES)) {
      return List.of();
    }
    try (Stream<Path> processes = Files.list(PROCESSES)) {
      return processes
          .filter(process -> process.getFileName().toString().matches("\\d+"))
          .filter(process -> isOfCall(process, "HOME=" + laptop.home()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns those whose command line ends with this argument. */
  static List<Path> on(Laptop laptop, String lastArgument) {
    return on(laptop).stream()
        .filter(process -> read(process, "cmdline").endsWith("\0" + lastArgument + "\0"))
        .toList();
  }

  static void kill(Laptop laptop) {
    for (Path process : on(laptop)) {
      ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
          .ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  private static boolean isOfCall(Path process, String home) {
    List<String> environment = List.of(read(process, "environ").split("\0"));
    return environment.contains(home)
        && environment.stream().anyMatch(variable -> variable.startsWith("CONCLAVE_CALL="));
  }

  private static String read(Path process, String file) {
    try {
      return Files.readString(process.resolve(file), ISO_8859_1);
    } catch (IOException e) {
      return ""; // gone, or of another user
    }
  }
}
