package dev.conclave.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.temporal.activity.Activity;
import io.temporal.activity.ActivityInterface;
import io.temporal.testing.TestActivityEnvironment;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.worker.WorkerFactoryOptions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An activity that tells something, under the worker's pulse. */
@Timeout(120)
class PulseTest {
  private final TestActivityEnvironment environment =
      TestActivityEnvironment.newInstance(
          TestEnvironmentOptions.newBuilder()
              .setWorkerFactoryOptions(
                  WorkerFactoryOptions.newBuilder().setWorkerInterceptors(new Pulse()).build())
              .build());

  @ActivityInterface
  public interface Search {
    void run();
  }

  @AfterEach
  void close() {
    environment.close();
  }

  @Test
  void a_beat_repeats_what_the_activity_told_last() {
    List<String> heard = new CopyOnWriteArrayList<>();
    CountDownLatch beats = new CountDownLatch(3);
    environment.setActivityHeartbeatListener(
        String.class,
        words -> {
          heard.add(String.valueOf(words));
          beats.countDown();
        });
    Search search =
        () -> {
          Activity.getExecutionContext().heartbeat("12 of 50 files are read");
          await(beats);
        };
    environment.registerActivitiesImplementations(search);

    environment.newActivityStub(Search.class).run();

    assertThat(heard).hasSizeGreaterThan(2).containsOnly("12 of 50 files are read");
  }

  private static void await(CountDownLatch beats) {
    try {
      assertThat(beats.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
