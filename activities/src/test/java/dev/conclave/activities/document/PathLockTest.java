package dev.conclave.activities.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locks on paths within a process. */
class PathLockTest {
  @TempDir Path folder;

  @Test
  void only_one_holder_at_a_time_and_it_can_be_locked_again() {
    Path file = folder.resolve("calls/lock");
    for (int i = 0; i < 2; i++) {
      try (PathLock held = PathLock.tryTake(file).orElseThrow()) {
        assertThat(held).isNotNull();
        assertThat(PathLock.tryTake(folder.resolve("calls/../calls/lock"))).isEmpty();
        assertThat(PathLock.tryTake(file)).as("after an attempt that was refused").isEmpty();
      }
    }
  }

  @Test
  void a_waiter_gets_the_lock_when_it_is_released() throws Exception {
    Path file = folder.resolve("lock");
    CompletableFuture<PathLock> waiting;
    try (PathLock held = PathLock.take(file)) {
      assertThat(held).isNotNull();
      waiting = CompletableFuture.supplyAsync(() -> PathLock.take(file));
      Thread.sleep(50);
      assertThat(waiting).isNotDone();
    }
    try (PathLock next = waiting.get(60, TimeUnit.SECONDS)) {
      assertThat(next).isNotNull();
      assertThat(PathLock.tryTake(file)).isEmpty();
    }
  }
}
