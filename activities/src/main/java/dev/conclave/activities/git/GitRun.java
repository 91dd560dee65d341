package dev.conclave.activities.git;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A started command of Git, from its input to its end; nothing of it is left running.
 *
 * @param command its first word, for errors
 * @param place where it works, searched for special files when the command takes long
 */
record GitRun(String command, Process process, GitPlace place) {
  private static final int MOST_WORDS = 64 << 10;

  /** After so long a command may be waiting for a named pipe or reading an endless device. */
  private static final Duration LONG = Duration.ofSeconds(2);

  /**
   * What it prints, fed with {@code input}.
   *
   * @throws GitFailed when it ends badly or takes longer
   */
  byte[] output(byte[] input, Duration timeout) {
    return finish(input, timeout, Integer.MAX_VALUE, /* whole= */ true).bytes();
  }

  /** What it prints before it ends, its time is up, or it has printed {@code most} bytes. */
  Git.Output partial(Duration timeout, int most) {
    return finish(new byte[0], timeout, most, /* whole= */ false);
  }

  private Git.Output finish(byte[] input, Duration timeout, int most, boolean whole) {
    CompletableFuture<Void> feeding = CompletableFuture.runAsync(() -> give(input), GitRun::thread);
    CompletableFuture<String> words = CompletableFuture.supplyAsync(this::words, GitRun::thread);
    CompletableFuture<Path> blocked = new CompletableFuture<>();
    CompletableFuture<Void> longer =
        new CompletableFuture<Void>().completeOnTimeout(null, LONG.toMillis(), MILLISECONDS);
    longer.thenRunAsync(() -> endIfBlocked(blocked), GitRun::thread);
    CompletableFuture<Void> clock =
        new CompletableFuture<Void>().orTimeout(timeout.toMillis(), MILLISECONDS);
    CompletableFuture<Void> watch =
        clock.whenComplete(
            (done, late) -> {
              if (late != null) {
                end();
              }
            });
    try {
      byte[] out = read(most);
      int exit = process.waitFor();
      if (blocked.isDone()) {
        throw SpecialFiles.refusal(blocked.join());
      }
      if (whole && watch.isCompletedExceptionally()) {
        throw GitFailed.late(command, exit, timeout);
      }
      if (whole && exit != 0) {
        throw GitFailed.of(command, exit, words.join());
      }
      return new Git.Output(out, exit == 0);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read from git " + command + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(
          new InterruptedIOException("interrupted while git " + command + " ran"));
    } finally {
      clock.complete(null);
      longer.cancel(false);
      end();
      feeding.join();
    }
  }

  private byte[] read(int most) throws IOException {
    byte[] out = process.getInputStream().readNBytes(most);
    if (out.length == most) {
      end();
    }
    return out;
  }

  private void endIfBlocked(CompletableFuture<Path> blocked) {
    SpecialFiles.blocking(place, process::isAlive)
        .ifPresent(
            file -> {
              blocked.complete(file);
              end();
            });
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
