package dev.conclave.worker.doctor;

import dev.conclave.worker.Surroundings;
import dev.conclave.worker.stack.StackStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a running worker was started with: a key that was exported later it does not have. */
final class WorkerVariables {
  private WorkerVariables() {}

  /** The names of this host's worker's variables; empty without one, or where nobody tells. */
  static Optional<Set<String>> of(Surroundings around) {
    try {
      return StackStatus.worker(around).flatMap(WorkerVariables::names);
    } catch (IOException e) {
      return Optional.empty(); // what is wrong with its note, the check of the server tells
    }
  }

  private static Optional<Set<String>> names(long pid) {
    Path file = Path.of("/proc", String.valueOf(pid), "environ");
    try {
      String all = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      return Optional.of(
          Stream.of(all.split("\0", -1))
              .map(variable -> variable.replaceFirst("(?s)=.*", ""))
              .collect(Collectors.toSet()));
    } catch (IOException e) {
      return Optional.empty(); // no such file system, or somebody else's process
    }
  }
}
