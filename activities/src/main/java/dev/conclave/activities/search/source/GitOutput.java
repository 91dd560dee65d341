package dev.conclave.activities.search.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs a reading Git command in a folder, bounded in time and output, with what a repository could
 * make Git run (hooks, the file system monitor, external diffs) switched off.
 */
public final class GitOutput {
  private final Path folder;
  private final Duration limit;
  private final int maxBytes;

  /**
   * A reader of one folder.
   *
   * @param limit wall clock of one command
   * @param maxBytes of its output; the rest is not read
   */
  public GitOutput(Path folder, Duration limit, int maxBytes) {
    this.folder = folder;
    this.limit = limit;
    this.maxBytes = maxBytes;
  }

  /** What a command printed, byte for byte; empty when it failed or is not there. */
  public Optional<byte[]> bytes(String... arguments) {
    return run(arguments).filter(o -> o.complete).map(o -> o.bytes);
  }

  /** What a command printed, as UTF-8 with replacement; empty when it failed or is not there. */
  public Optional<String> text(String... arguments) {
    return bytes(arguments).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  /** As {@link #text}, but what came before the limit of time or output counts too. */
  public Optional<String> partialText(String... arguments) {
    return run(arguments)
        .filter(o -> o.complete || o.bytes.length > 0)
        .map(o -> new String(o.bytes, StandardCharsets.UTF_8));
  }

  private Optional<Output> run(String... arguments) {
    List<String> command = new ArrayList<>(List.of("git", "-c", "core.fsmonitor=false"));
    command.addAll(List.of("-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=false"));
    command.addAll(List.of("-c", "log.showSignature=false"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.redirectInput(ProcessBuilder.Redirect.from(nullDevice()));
    builder.environment().put("GIT_OPTIONAL_LOCKS", "0");
    builder.environment().put("GIT_TERMINAL_PROMPT", "0");
    builder.environment().put("GIT_NO_LAZY_FETCH", "1");
    builder.environment().put("LC_ALL", "C");
    builder.environment().keySet().removeAll(List.of("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"));
    try {
      return Optional.of(finish(builder.start()));
    } catch (IOException e) {
      return Optional.empty(); // no git on this machine: the caller has a way without
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private Output finish(Process process) throws IOException, InterruptedException {
    Thread guard = killAfterLimit(process);
    try (InputStream in = process.getInputStream()) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[1 << 16];
      for (int n = in.read(buffer); n >= 0 && out.size() < maxBytes; n = in.read(buffer)) {
        out.write(buffer, 0, n);
      }
      boolean cut = out.size() >= maxBytes;
      if (cut) {
        process.destroyForcibly();
      }
      int exit = process.waitFor();
      return new Output(out.toByteArray(), exit == 0 && !cut);
    } finally {
      guard.interrupt();
      process.destroyForcibly();
    }
  }

  private Thread killAfterLimit(Process process) {
    Thread guard =
        new Thread(
            () -> {
              try {
                if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                  process.destroyForcibly();
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "git-limit");
    guard.setDaemon(true);
    guard.start();
    return guard;
  }

  private static java.io.File nullDevice() {
    boolean windows = System.getProperty("os.name", "").startsWith("Windows");
    return new java.io.File(windows ? "NUL" : "/dev/null");
  }

  private static final class Output {
    private final byte[] bytes;
    private final boolean complete;

    Output(byte[] bytes, boolean complete) {
      this.bytes = bytes;
      this.complete = complete;
    }
  }
}
