package dev.conclave.activities.git;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/** A started command of Git, from its input to its end; nothing of it is left running. */
record GitRun(String command, Process process, GitPlace place) {
  private static final int MOST_WORDS = 64 << 10;

  /** How often a command is checked for waiting. */
  private static final Duration INTERVAL = Duration.ofSeconds(2);

  /** What it prints, fed with {@code input}. */
  byte[] output(byte[] input, Duration timeout) {
    return finish(input, timeout, Integer.MAX_VALUE, /* whole= */ true);
  }

  /** What it prints before it ends, its time is up, or it has printed {@code most} bytes. */
  byte[] partial(Duration timeout, int most) {
    return finish(new byte[0], timeout, most, /* whole= */ false);
  }

  /** Reads and writes the pipes on other threads, since an interrupt does not end a read. */
  private byte[] finish(byte[] input, Duration timeout, int most, boolean whole) {
    CompletableFuture<Void> feeding = CompletableFuture.runAsync(() -> give(input), GitRun::thread);
    CompletableFuture<String> words = CompletableFuture.supplyAsync(this::words, GitRun::thread);
    CompletableFuture<byte[]> out = CompletableFuture.supplyAsync(() -> read(most), GitRun::thread);
    try {
      boolean late = !endsBy(System.nanoTime() + timeout.toNanos());
      if (whole && late) {
        throw GitFailed.late(command, timeout, SpecialFiles.blocking(place, this::isWanted));
      }
      end();
      byte[] bytes = out.get();
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

  /** Waits until the command ends, and returns false when it does not. */
  private boolean endsBy(long deadline) throws InterruptedException {
    List<String> before = List.of();
    boolean searched = false;
    while (!process.waitFor(
        Math.min(INTERVAL.toNanos(), deadline - System.nanoTime()), NANOSECONDS)) {
      if (System.nanoTime() >= deadline) {
        return false;
      }
      List<String> now = activity();
      boolean waits = !now.isEmpty() && now.stream().allMatch(it -> it.startsWith("S "));
      if (!searched && waits && now.equals(before)) {
        searched = true;
        Optional<Path> special = SpecialFiles.blocking(place, this::isWanted);
        if (special.isPresent()) {
          end();
          if (process.waitFor() != 0) {
            throw SpecialFiles.refusal(special.get());
          }
        }
      }
      before = now;
    }
    return true;
  }

  private boolean isWanted() {
    return process.isAlive() && !Thread.currentThread().isInterrupted();
  }

  /**
   * State and CPU time of each process of the command; empty without a {@code /proc}. One that
   * sleeps and uses no CPU time waits, but not for the disk, which has a state of its own.
   */
  private List<String> activity() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants())
        .flatMap(
            one -> {
              try {
                String stat = Files.readString(Path.of("/proc/" + one.pid() + "/stat"));
                String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
                return Stream.of(
                    String.join(" ", fields[0], "" + one.pid(), fields[11], fields[12]));
              } catch (IOException e) {
                return Stream.empty();
              }
            })
        .toList();
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
