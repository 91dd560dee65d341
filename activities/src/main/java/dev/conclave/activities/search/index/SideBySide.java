package dev.conclave.activities.search.index;

import dev.conclave.activities.Passing;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Does the same with many things on all processors at once: parsing is what an index costs. */
final class SideBySide {
  /** For less a thread is not worth its while. */
  private static final int EACH = 50;

  private SideBySide() {}

  /** What is done with one of them. */
  interface Deed<T> {
    void on(T thing) throws IOException;
  }

  /**
   * Returns when all is done, or after the first failure.
   *
   * @throws InterruptedIOException when the thread was interrupted; it stays so
   */
  static <T> void each(List<T> things, Deed<T> deed) throws IOException {
    int threads = Math.min(Runtime.getRuntime().availableProcessors(), things.size() / EACH + 1);
    AtomicInteger next = new AtomicInteger();
    Callable<Void> share =
        () -> {
          try {
            for (int i = next.getAndIncrement(); i < things.size(); i = next.getAndIncrement()) {
              Passing.requireWanted();
              deed.on(things.get(i));
            }
            return null;
          } catch (IOException | RuntimeException e) {
            next.set(things.size()); // the others need not go on
            throw e;
          }
        };
    ExecutorService pool = Executors.newFixedThreadPool(threads, SideBySide::thread);
    try {
      for (Future<Void> done : pool.invokeAll(Collections.nCopies(threads, share))) {
        done.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted while indexing").initCause(e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } finally {
      next.set(things.size());
      pool.shutdownNow();
    }
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "indexing");
    thread.setDaemon(true);
    return thread;
  }
}
