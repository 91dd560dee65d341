package dev.conclave.activities.agent;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.activities.agent.cli.AgentCli;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.SearchPath;
import dev.conclave.workflows.model.Mode;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Finds agent programs and their versions. Asks each program for its version once. Thread-safe. */
public final class Programs {
  private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+[\\w.+-]*");
  private static final long PROBE_SECONDS = 15;

  private final Map<String, Optional<String>> versions = new ConcurrentHashMap<>();

  /**
   * Removes from a child's environment what a repository could abuse: PATH entries inside it, and
   * Git's discovery of bare repositories and of repositories in parent folders.
   */
  public static void guard(Map<String, String> child, Path workspace, Path directory) {
    child.put("PATH", SearchPath.of(child).outside(workspace).value());
    String count = child.getOrDefault("GIT_CONFIG_COUNT", "");
    int given = count.matches("\\d{1,4}") ? Integer.parseInt(count) : 0;
    child.put("GIT_CONFIG_COUNT", "" + (given + 1));
    child.put("GIT_CONFIG_KEY_" + given, "safe.bareRepository");
    child.put("GIT_CONFIG_VALUE_" + given, "explicit");
    if (!directory.equals(workspace)) {
      child.put("GIT_CEILING_DIRECTORIES", String.valueOf(directory.getParent()));
    }
  }

  /** Returns the configured program, else the default on PATH. */
  static Optional<Path> find(
      AgentCli cli, AgentConfiguration settings, Mode mode, Map<String, String> environment) {
    return SearchPath.of(environment).find(name(cli, settings, mode));
  }

  static Optional<String> missingProgram(
      String agent,
      AgentCli cli,
      AgentConfiguration settings,
      Mode mode,
      Map<String, String> environment) {
    return find(cli, settings, mode, environment).isPresent()
        ? Optional.empty()
        : Optional.of(missing(agent, cli, settings, mode));
  }

  static String missing(String agent, AgentCli cli, AgentConfiguration settings, Mode mode) {
    return "program \"%s\" not found; install it or set agents.%s.binary to its absolute path"
        .formatted(name(cli, settings, mode), agent);
  }

  private static String name(AgentCli cli, AgentConfiguration settings, Mode mode) {
    return settings.binary() != null ? settings.binary() : cli.program(mode);
  }

  /** Returns a program's version; empty for a custom program, which is not run. */
  public Optional<String> version(AgentCli cli, Path program, Map<String, String> environment) {
    return cli.isKnown() ? version(program, environment) : Optional.empty();
  }

  /** Returns the version printed by {@code --version}; empty if it fails or hangs. */
  public Optional<String> version(Path program, Map<String, String> environment) {
    String key = program + "@" + program.toFile().lastModified();
    return versions.computeIfAbsent(key, any -> probe(program, environment));
  }

  private static Optional<String> probe(Path program, Map<String, String> environment) {
    try {
      ProcessBuilder builder =
          new ProcessBuilder(program.toString(), "--version")
              .directory(new File("/"))
              .redirectErrorStream(true)
              .redirectInput(new File("/dev/null"));
      builder.environment().clear();
      builder.environment().putAll(environment);
      Process process = builder.start();
      if (!process.waitFor(PROBE_SECONDS, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        return Optional.empty();
      }
      // Do not read to the end: a process left behind may keep the stream open.
      byte[] said = process.getInputStream().readNBytes(process.getInputStream().available());
      Matcher matcher = VERSION.matcher(new String(said, StandardCharsets.UTF_8));
      return process.exitValue() == 0 && matcher.find()
          ? Optional.of(matcher.group())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
