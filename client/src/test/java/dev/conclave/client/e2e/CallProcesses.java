package dev.conclave.client.e2e;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What runs for the calls of agents, by its environment, as Linux shows it. */
final class CallProcesses {
  private static final Path PROCESSES = Path.of("/proc");

  private CallProcesses() {}

  /** All that run now on a machine: wrappers, agents, and what these started. */
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

  private static boolean isOfCall(Path process, String home) {
    try {
      List<String> environment =
          List.of(Files.readString(process.resolve("environ"), ISO_8859_1).split("\0"));
      return environment.contains(home)
          && environment.stream().anyMatch(variable -> variable.startsWith("CONCLAVE_CALL="));
    } catch (IOException e) {
      return false; // gone, or somebody else's
    }
  }
}
