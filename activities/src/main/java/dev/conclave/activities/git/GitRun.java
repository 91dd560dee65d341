package dev.conclave.activities.git;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;

/** A running Git command. None of its processes outlives it. */
record GitRun(String command, Process process, GitPlace place) {
  private static final int MOST_WORDS = 64 << 10;

  /** Maximum size of an output that is read whole; more than all file names of a tree. */
  private static final int MOST_BYTES = 256 << 20;

  /** A command that takes longer may be blocked by a special file. */
  private static final Duration SUSPICIOUS_AFTER = Duration.ofSeconds(4);

  byte[] output(byte[] input, Duration timeout) {
    return finish(input, timeout, MOST_BYTES, /* whole= */ true);
  }

  /** Returns the output until it ends, its time is up, or it has printed {@code most} bytes. */
  byte[] partial(Duration timeout, int most) {
    return finish(new byte[0], timeout, most, /* whole= */ false);
  }

  /** Uses the pipes on other threads, since an interrupt does not end a read. */
  private byte[] finish(byte[] input, Duration timeout, int most, boolean whole) {
    CompletableFuture<Void> feeding = CompletableFuture.runAsync(() -> feed(input), GitRun::thread);
    CompletableFuture<String> words = CompletableFuture.supplyAsync(this::words, GitRun::thread);
    CompletableFuture<byte[]> out = CompletableFuture.supplyAsync(() -> read(most), GitRun::thread);
    try {
      boolean late = !endsWithin(timeout);
      if (whole && late) {
        throw GitFailed.late(command, timeout);
      }
      end();
      byte[] bytes = out.get();
      if (whole && bytes.length == most) {
        throw new GitFailed("git " + command + " printed more than " + most + " bytes");
      }
      int exit = process.waitFor();
      if (whole && exit != 0) {
        throw GitFailed.of(command, exit, words.get());
      }
      return bytes;
    } catch (ExecutionException e) {
      throw new UncheckedIOException(new IOException(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(
          new InterruptedIOException("interrupted while git " + command + " ran"));
    } finally {
      end();
      feeding.join();
    }
  }

  /**
   * Returns whether the command ends in time; refuses the repository if a special file may block
   * it.
   */
  private boolean endsWithin(Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    long unsuspicious = Math.min(SUSPICIOUS_AFTER.toNanos(), timeout.toNanos());
    if (process.waitFor(unsuspicious, NANOSECONDS)) {
      return true;
    }
    BooleanSupplier wanted =
        () ->
            process.isAlive()
                && !Thread.currentThread().isInterrupted()
                && System.nanoTime() < deadline;
    Optional<Path> special = SpecialFiles.blocking(place, wanted);
    if (special.isPresent() && process.isAlive()) {
      throw SpecialFiles.refusal(special.get());
    }
    return process.waitFor(deadline - System.nanoTime(), NANOSECONDS);
  }

  private byte[] read(int most) {
    try (InputStream stdout = process.getInputStream()) {
      byte[] out = stdout.readNBytes(most);
      if (out.length == most) {
        end();
      }
      return out;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read from git " + command + ": " + e.getMessage(), e);
    }
  }

  private void feed(byte[] input) {
    try (OutputStream stdin = process.getOutputStream()) {
      stdin.write(input);
    } catch (IOException e) {
      // It ended before it read everything; its exit code shows why.
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
