package dev.conclave.activities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.temporal.activity.ActivityInfo;
import io.temporal.client.ActivityCanceledException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class HeartbeatsTest {
  private static final ActivityInfo INFO =
      (ActivityInfo)
          Proxy.newProxyInstance(
              HeartbeatsTest.class.getClassLoader(),
              new Class<?>[] {ActivityInfo.class},
              (proxy, method, arguments) ->
                  method.getReturnType() == String.class ? "activity-1" : null);

  private static Heartbeats cancelled() {
    Runnable beat =
        () -> {
          throw new ActivityCanceledException();
        };
    return new Heartbeats(INFO, Duration.ofMillis(50), Duration.ofSeconds(2), beat, e -> true);
  }

  @Test
  void uninterruptible_work_is_abandoned_within_five_seconds() {
    CountDownLatch over = new CountDownLatch(1);
    long start = System.nanoTime();
    try (Heartbeats heartbeats = cancelled()) {
      assertThatThrownBy(
              () ->
                  heartbeats.interruptible(
                      () -> {
                        while (over.getCount() > 0) { // like a slow regular expression
                          Thread.onSpinWait();
                        }
                        return "late";
                      }))
          .isInstanceOf(ActivityCanceledException.class);
    } finally {
      over.countDown();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void the_result_is_kept_even_if_the_activity_was_cancelled() {
    try (Heartbeats heartbeats = cancelled()) {
      String made =
          heartbeats.interruptible(
              () -> {
                try {
                  Thread.sleep(60_000);
                  return "never";
                } catch (InterruptedException e) {
                  return "made";
                }
              });
      assertThat(made).isEqualTo("made");
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  @Test
  void exceptions_of_the_work_are_rethrown() {
    try (Heartbeats heartbeats =
        new Heartbeats(INFO, Duration.ofDays(1), Duration.ofDays(1), () -> {}, e -> true)) {
      assertThatThrownBy(
              () ->
                  heartbeats.interruptible(
                      () -> {
                        throw new IllegalStateException("its own");
                      }))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("its own");
      assertThatThrownBy(
              () ->
                  heartbeats.interruptible(
                      () -> {
                        throw new StackOverflowError();
                      }))
          .isInstanceOf(StackOverflowError.class);
    }
  }
}
