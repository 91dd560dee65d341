package dev.conclave.worker.stack.server;

import io.temporal.testing.TemporalDevServer;
import io.temporal.testing.TemporalDevServerOptions;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The download of temporal-testing. Its API starts what it downloads, so the server is started once
 * and closed; what counts is the program that stays.
 *
 * @param destination a folder for it alone
 * @param silence a download of which nothing has come for so long is given up
 */
record ProgramDownload(Path destination, Duration silence) implements ServerPrograms.ProgramSource {

  private static final Set<String> NAMES = Set.of("temporal", "temporal.exe");

  ProgramDownload(Path destination) {
    this(destination, Duration.ofSeconds(8));
  }

  @Override
  public String attempt() {
    return "downloading it";
  }

  @Override
  public Path get(Consumer<String> progress) throws IOException, InterruptedException {
    CompletableFuture<Void> download = new CompletableFuture<>();
    Thread thread = new Thread(() -> run(download), "conclave-download");
    thread.setDaemon(true);
    thread.start();
    try {
      watch(download, progress);
    } catch (IOException e) {
      // A program that came but did not start here is judged by the start that counts.
      return program().orElseThrow(() -> e);
    }
    return program().orElseThrow(() -> new IOException("the download held no program"));
  }

  private void run(CompletableFuture<Void> download) {
    try {
      TemporalDevServer.start(
              TemporalDevServerOptions.newBuilder()
                  .setDownloadDestination(destination.toString())
                  .setUiEnabled(false)
                  .setLogFile(destination.resolve("first-start.log").toString())
                  .build())
          .close();
      download.complete(null);
    } catch (RuntimeException e) {
      download.completeExceptionally(e);
    }
  }

  /** Goes on as long as bytes come in; then the first start needs none. */
  private void watch(CompletableFuture<Void> download, Consumer<String> progress)
      throws IOException, InterruptedException {
    long lastBytes = 0;
    long lastGrowth = System.nanoTime();
    for (int second = 1; ; second++) {
      try {
        download.get(1, TimeUnit.SECONDS);
        return;
      } catch (TimeoutException e) {
        long bytes = bytes();
        if (bytes != lastBytes) {
          lastBytes = bytes;
          lastGrowth = System.nanoTime();
        }
        if (System.nanoTime() - lastGrowth > silence.toNanos()) {
          throw new IOException("nothing has come for " + silence.toSeconds() + " seconds", e);
        }
        if (second % 5 == 0 && bytes > 0) {
          progress.accept("… " + (bytes >> 20) + " MB");
        }
      } catch (ExecutionException e) {
        throw new IOException(deepest(e), e);
      }
    }
  }

  private long bytes() throws IOException {
    long sum = 0;
    if (Files.isDirectory(destination)) {
      try (Stream<Path> files = Files.walk(destination)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          sum += file.toFile().length();
        }
      }
    }
    return sum;
  }

  private Optional<Path> program() throws IOException {
    if (!Files.isDirectory(destination)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.walk(destination)) {
      return files
          .filter(file -> NAMES.contains(file.getFileName().toString()))
          .filter(Files::isExecutable)
          .findFirst();
    }
  }

  private static String deepest(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    if (cause instanceof UnknownHostException) {
      return "the name %s is not known: no network, or no DNS".formatted(message);
    }
    return message == null
        ? cause.getClass().getSimpleName()
        : message.lines().findFirst().orElse("");
  }
}
