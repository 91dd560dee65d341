package dev.conclave.activities;

import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Collections;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Runs work on many items, on all processors. Unlike a parallel stream, it stops when interrupted.
 */
public final class Parallel {
  private Parallel() {}

  /**
   * Runs the work for each item and rethrows its first failure. An interrupted caller returns
   * immediately with an {@link UncheckedIOException}; the threads end after their current items.
   */
  public static <T> void each(Collection<T> items, Consumer<T> work) {
    Queue<T> left = new ConcurrentLinkedQueue<>(items);
    Callable<Void> task =
        () -> {
          try {
            for (T item = left.poll(); item != null; item = left.poll()) {
              ActivityFailures.checkInterrupted();
              work.accept(item);
            }
            return null;
          } finally {
            left.clear();
          }
        };
    int threads = Runtime.getRuntime().availableProcessors();
    ExecutorService pool = Executors.newFixedThreadPool(threads, Parallel::thread);
    try {
      for (Future<Void> done : pool.invokeAll(Collections.nCopies(threads, task))) {
        done.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new InterruptedIOException("interrupted"));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "parallel work");
    thread.setDaemon(true);
    return thread;
  }
}
