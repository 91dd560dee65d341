package dev.conclave.activities.agent;

import dev.conclave.activities.document.Folders;
import dev.conclave.workflows.agentcli.AgentCli;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.config.AgentConfiguration;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where programs are and which version they are of. Thread-safe; versions are asked once. */
public final class Programs {
  private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+[\\w.+-]*");
  private static final long PROBE_SECONDS = 15;

  private final Map<String, Optional<String>> versions = new ConcurrentHashMap<>();

  /** A path as it is, a name looked up on the PATH of the environment; empty when not there. */
  public Optional<Path> find(String program, Map<String, String> environment) {
    if (program.contains("/")) {
      return executable(Path.of(program).toAbsolutePath());
    }
    return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .filter(folder -> !folder.isBlank())
        .map(folder -> executable(Path.of(folder).resolve(program).toAbsolutePath()))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** The program of an agent: the configured one, else the usual one on PATH. */
  Optional<Path> find(
      AgentCli cli, AgentConfiguration settings, Mode mode, Map<String, String> environment) {
    return find(name(cli, settings, mode), environment);
  }

  /** That an agent's program is not there, with the fix. */
  static String missing(String agent, AgentCli cli, AgentConfiguration settings, Mode mode) {
    return "there is no program \"%s\"; install it or set agents.%s.binary to its path"
        .formatted(name(cli, settings, mode), agent);
  }

  private static String name(AgentCli cli, AgentConfiguration settings, Mode mode) {
    return settings.binary() != null ? settings.binary() : cli.program(mode);
  }

  /** What the program of an agent says of its version; empty for one that is never asked. */
  public Optional<String> version(AgentCli cli, Path program, Map<String, String> environment) {
    return cli.tellsVersion() ? version(program, environment) : Optional.empty();
  }

  /** What {@code --version} says, asked in an empty folder; empty when it says nothing or hangs. */
  public Optional<String> version(Path program, Map<String, String> environment) {
    String key = program + "@" + program.toFile().lastModified();
    return versions.computeIfAbsent(key, any -> probe(program, environment));
  }

  private static Optional<String> probe(Path program, Map<String, String> environment) {
    Path folder = null;
    try {
      folder = Files.createTempDirectory("conclave-version");
      Path output = folder.resolve("output.txt");
      ProcessBuilder builder =
          new ProcessBuilder(program.toString(), "--version")
              .directory(Files.createDirectory(folder.resolve("empty")).toFile())
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .redirectOutput(output.toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      Process process = builder.start();
      if (!process.waitFor(PROBE_SECONDS, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        return Optional.empty();
      }
      Matcher matcher =
          VERSION.matcher(new String(Files.readAllBytes(output), StandardCharsets.UTF_8));
      return process.exitValue() == 0 && matcher.find()
          ? Optional.of(matcher.group())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } finally {
      forget(folder);
    }
  }

  private static void forget(@Nullable Path folder) {
    try {
      if (folder != null) {
        Folders.delete(folder);
      }
    } catch (IOException e) {
      // It is in the system's folder for what may be lost.
    }
  }

  private static Optional<Path> executable(Path path) {
    return Files.isExecutable(path) && Files.isRegularFile(path)
        ? Optional.of(path)
        : Optional.empty();
  }
}
