package dev.conclave.activities.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A started command of Git, from its input to its end; nothing of it is left running.
 *
 * @param command its first word, for errors
 */
record GitRun(String command, Process process) {
  private static final int MOST_WORDS = 64 << 10;

  /**
   * What it prints, fed with {@code input}.
   *
   * @throws GitFailed when it ends badly or takes longer
   */
  byte[] output(byte[] input, Duration timeout) {
    CompletableFuture<Void> feeding = CompletableFuture.runAsync(() -> give(input), GitRun::thread);
    CompletableFuture<String> words = CompletableFuture.supplyAsync(this::words, GitRun::thread);
    CompletableFuture<Void> clock =
        new CompletableFuture<Void>().orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    CompletableFuture<Void> watch =
        clock.whenComplete(
            (done, late) -> {
              if (late != null) {
                end();
              }
            });
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      process.getInputStream().transferTo(out);
      int exit = process.waitFor();
      if (watch.isCompletedExceptionally()) {
        throw GitFailed.late(command, exit, timeout);
      }
      if (exit != 0) {
        throw GitFailed.of(command, exit, words.join());
      }
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read from git " + command + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(
          new InterruptedIOException("interrupted while git " + command + " ran"));
    } finally {
      clock.complete(null);
      end();
      feeding.join();
    }
  }

  private void give(byte[] input) {
    try (OutputStream stdin = process.getOutputStream()) {
      stdin.write(input);
    } catch (IOException e) {
      // It ended before it had read all; its exit code tells why.
      return;
    }
  }

  private String words() {
    try (InputStream stderr = process.getErrorStream()) {
      String first = new String(stderr.readNBytes(MOST_WORDS), StandardCharsets.UTF_8);
      stderr.transferTo(OutputStream.nullOutputStream());
      return first;
    } catch (IOException e) {
      return "";
    }
  }

  private void end() {
    if (process.isAlive()) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static void thread(Runnable work) {
    Thread thread = new Thread(work, "git");
    thread.setDaemon(true);
    thread.start();
  }
}
