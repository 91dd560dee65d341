package dev.conclave.activities.search.index;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Hears how far an index is. Called after each file, from several threads at once. */
@FunctionalInterface
public interface IndexProgress {
  /** For who does not want to know. */
  IndexProgress NONE = (done, of) -> {};

  /** So many of the files that are new or different have been read. */
  void read(int done, int of);

  /**
   * Puts it into words, now and then: {@code indexing 12,000 of 50,000 files}.
   *
   * @param every time before the first words, and between two of them
   */
  static IndexProgress inWords(Consumer<String> out, Duration every) {
    AtomicLong due = new AtomicLong(System.nanoTime() + every.toNanos());
    return (done, of) -> {
      long last = due.get();
      long now = System.nanoTime();
      if (now - last >= 0 && due.compareAndSet(last, now + every.toNanos())) {
        out.accept(String.format(Locale.ROOT, "indexing %,d of %,d files", done, of));
      }
    };
  }
}
