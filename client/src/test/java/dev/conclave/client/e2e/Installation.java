package dev.conclave.client.e2e;

import dev.conclave.activities.tool.Tool;
import dev.conclave.worker.stack.LocalStack;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * The product as the launcher runs it: jars only, with a class archive that halves the start time.
 * Built once per JVM with the same Java.
 */
final class Installation {
  private static final String MAIN = "dev.conclave.client.command.Conclave";
  private static final Duration LONGEST_TRAINING = Duration.ofMinutes(8);

  /** Makes downloads fail: nobody listens on port 1. */
  static final List<String> NO_DOWNLOAD =
      List.of(
          "-Dhttps.proxyHost=127.0.0.1",
          "-Dhttps.proxyPort=1",
          "-Dhttp.proxyHost=127.0.0.1",
          "-Dhttp.proxyPort=1",
          "-Dhttp.nonProxyHosts=none");

  private static final Path FOLDER = Path.of("target", "installation").toAbsolutePath();

  private final String classPath;
  private final Path archive = FOLDER.resolve("classes.jsa");

  private Installation() throws IOException {
    clear();
    List<String> jars = new ArrayList<>();
    for (String entry : testClassPath()) {
      jars.add(Files.isDirectory(Path.of(entry)) ? jar(entry, jars.size()) : entry);
    }
    classPath = String.join(File.pathSeparator, jars);
    train();
    // A worker started by a command in this JVM gets its class path.
    System.setProperty("java.class.path", classPath);
  }

  static Installation here() {
    return Made.HERE;
  }

  /** Returns the words that start a command, before its arguments. */
  List<String> command(List<String> javaOptions) {
    List<String> command = java("-XX:SharedArchiveFile=" + archive, "-Xlog:disable");
    command.addAll(javaOptions);
    command.addAll(List.of("-cp", classPath, MAIN));
    return command;
  }

  /**
   * Returns options that use the archive and skip the C2 compiler, which pays off only in a long
   * run.
   */
  String workerOptions() {
    return "-XX:TieredStopAtLevel=1 -XX:SharedArchiveFile='%s'".formatted(archive);
  }

  private static List<String> java(String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(LocalStack.quietJvmOptions(Runtime.version().feature()));
    command.addAll(List.of(options));
    return command;
  }

  /** Returns the test class path without the tests. */
  private static List<String> testClassPath() {
    String all =
        Optional.ofNullable(System.getProperty("surefire.test.class.path"))
            .orElseGet(() -> System.getProperty("java.class.path"));
    return Stream.of(all.split(File.pathSeparator))
        .filter(entry -> !entry.matches(".*(test-classes|-tests\\.jar)/?"))
        .toList();
  }

  /** A class archive can refer only to jars. */
  private static String jar(String folder, int number) {
    String jar = FOLDER.resolve("conclave-" + number + ".jar").toString();
    ToolProvider tool = ToolProvider.findFirst("jar").orElseThrow();
    int exit = tool.run(System.out, System.err, "-c", "-0", "-f", jar, "-C", folder, ".");
    if (exit != 0) {
      throw new IllegalStateException("no jar of " + folder);
    }
    return jar;
  }

  /** Trains the archive as the launcher does: on a whole session in one process. */
  private void train() throws IOException {
    Path code = Files.createDirectories(FOLDER.resolve("code"));
    Files.writeString(code.resolve("server.py"), Script.SERVER);
    Path programs = Files.createDirectories(FOLDER.resolve("bin"));
    Optional<Path> git = Tool.find("git");
    if (git.isPresent()) {
      Files.createSymbolicLink(programs.resolve("git"), git.get());
    }
    List<String> command = java("-XX:ArchiveClassesAtExit=" + archive);
    command.addAll(NO_DOWNLOAD);
    command.addAll(
        List.of("-cp", classPath, MAIN, "plan", "Limit how often handle takes requests"));
    command.addAll(List.of("--repo", code.toString(), "--tools", "direct"));
    command.addAll(List.of("--max-rounds", "1", "--yes"));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(FOLDER.resolve("training.log").toFile());
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.put("PATH", programs.toString());
    environment.put("HOME", FOLDER.toString());
    environment.put("LC_ALL", "C.UTF-8");
    // Nobody listens there.
    environment.put("TEMPORAL_ADDRESS", "127.0.0.1:9");
    environment.put("CONCLAVE_HOME", FOLDER.resolve("data").toString());
    Process process = builder.start();
    try {
      if (!process.waitFor(LONGEST_TRAINING.toSeconds(), TimeUnit.SECONDS)
          || !Files.exists(archive)) {
        process.destroyForcibly();
        throw new IllegalStateException(
            "no archive of classes: " + Files.readString(FOLDER.resolve("training.log")));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static void clear() throws IOException {
    if (Files.exists(FOLDER)) {
      try (Stream<Path> old = Files.walk(FOLDER)) {
        for (Path path : old.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(path);
        }
      }
    }
    Files.createDirectories(FOLDER);
  }

  private static final class Made {
    static final Installation HERE = make();

    private static Installation make() {
      try {
        return new Installation();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
