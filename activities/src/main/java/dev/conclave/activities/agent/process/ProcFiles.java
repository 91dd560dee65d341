package dev.conclave.activities.agent.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What Linux tells of processes under {@code /proc}; empty answers elsewhere. */
final class ProcFiles {
  private static final Path PROC = Path.of("/proc");

  private ProcFiles() {}

  /**
   * A process's state letter and the clock ticks after boot at which it started.
   *
   * @param state {@code Z} for a zombie
   */
  record Stat(char state, long startTicks) {}

  static boolean present() {
    return Files.isReadable(PROC.resolve("self/stat"));
  }

  static String bootId() {
    return text(PROC.resolve("sys/kernel/random/boot_id")).map(String::strip).orElse("");
  }

  static Optional<Stat> stat(long pid) {
    return text(PROC.resolve(pid + "/stat")).flatMap(ProcFiles::parse);
  }

  /** The fields follow the command in parentheses, which may itself hold anything. */
  static Optional<Stat> parse(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    if (fields.length < 20) {
      return Optional.empty();
    }
    return Optional.of(new Stat(fields[0].charAt(0), Long.parseLong(fields[19])));
  }

  /** Processes that were started with exactly this variable in their environment. */
  static List<Long> withVariable(String name, String value) {
    if (!present()) {
      return List.of();
    }
    String wanted = name + "=" + value;
    List<Long> found = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path folder : folders) {
        String environment = text(folder.resolve("environ")).orElse("");
        if (Arrays.asList(environment.split("\0", -1)).contains(wanted)) {
          found.add(Long.parseLong(folder.getFileName().toString()));
        }
      }
    } catch (IOException e) {
      return found;
    }
    return found;
  }

  /** Empty for a process that has gone or belongs to somebody else. */
  private static Optional<String> text(Path file) {
    try {
      return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
