package dev.conclave.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.workflows.session.SessionActivities;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.ActivityInfo;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.client.ActivityCanceledException;
import io.temporal.client.ActivityCompletionException;
import io.temporal.client.ActivityNotExistsException;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.RetryOptions;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor.ActivityInput;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor.ActivityOutput;
import io.temporal.common.interceptors.Header;
import io.temporal.failure.ActivityFailure;
import io.temporal.testing.TestActivityEnvironment;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Activities with the worker's heartbeats. */
@Timeout(120)
class HeartbeatInterceptorTest {
  private static final TestEnvironmentOptions INTERCEPTED =
      TestEnvironmentOptions.newBuilder()
          .setUseTimeskipping(false)
          .setWorkerFactoryOptions(
              WorkerFactoryOptions.newBuilder()
                  .setWorkerInterceptors(new HeartbeatInterceptor())
                  .build())
          .build();

  @ActivityInterface
  public interface Search {
    void run();
  }

  @Test
  void a_heartbeat_repeats_the_activitys_last_details() {
    List<String> heard = new CopyOnWriteArrayList<>();
    CountDownLatch beats = new CountDownLatch(3);
    TestActivityEnvironment environment = TestActivityEnvironment.newInstance(INTERCEPTED);
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
    environment.close();

    assertThat(heard).hasSizeGreaterThan(2).containsOnly("12 of 50 files are read");
  }

  @ActivityInterface
  public interface Rule {
    void run();

    boolean interrupted();
  }

  @WorkflowInterface
  public interface Session {
    @WorkflowMethod
    boolean run(Duration attempt);
  }

  /** Limits one attempt, then checks the thread that another activity gets. */
  public static final class SessionImpl implements Session {
    @Override
    public boolean run(Duration attempt) {
      try {
        rule(attempt).run();
      } catch (ActivityFailure timedOut) {
        return rule(Duration.ofMinutes(1)).interrupted();
      }
      return true;
    }

    private static Rule rule(Duration attempt) {
      return Workflow.newActivityStub(
          Rule.class,
          ActivityOptions.newBuilder()
              .setStartToCloseTimeout(attempt)
              .setHeartbeatTimeout(Duration.ofMinutes(1))
              .setCancellationType(ActivityCancellationType.TRY_CANCEL)
              .setRetryOptions(RetryOptions.newBuilder().setMaximumAttempts(1).build())
              .build());
    }
  }

  /** A rule that never ends. */
  private static final class Endless implements Rule {
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public void run() {
      started.countDown();
      while (!Thread.currentThread().isInterrupted()) {
        Thread.onSpinWait();
      }
      ended.countDown();
    }

    @Override
    public boolean interrupted() {
      await(ended);
      return Thread.currentThread().isInterrupted();
    }
  }

  @Test
  void a_timed_out_attempt_is_interrupted_and_its_thread_is_reused() {
    try (TestWorkflowEnvironment server = TestWorkflowEnvironment.newInstance(INTERCEPTED)) {
      Session session = session(server, new Endless());

      assertThat(session.run(Duration.ofSeconds(1))).isFalse();
    }
  }

  @Test
  void a_cancelled_attempt_is_interrupted() {
    try (TestWorkflowEnvironment server = TestWorkflowEnvironment.newInstance(INTERCEPTED)) {
      Endless rule = new Endless();
      Session session = session(server, rule);
      WorkflowClient.start(session::run, Duration.ofMinutes(10));
      await(rule.started);

      WorkflowStub.fromTyped(session).cancel();

      await(rule.ended);
    }
  }

  @Test
  void an_output_produced_despite_a_cancel_is_returned() {
    makes("search", new ActivityCanceledException(), HeartbeatInterceptorTest::awaitInterrupt);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void failed_heartbeats_interrupt_nothing() {
    TimeoutException late = new TimeoutException("no heartbeat was sent");
    makes("search", new ActivityCanceledException(null, late), HeartbeatInterceptorTest::awaitTwo);
  }

  @Test
  void the_session_folder_is_completed_after_its_session_closed() {
    Exception closed = new Exception("NOT_FOUND");
    makes(
        SessionActivities.PROJECT,
        new ActivityNotExistsException(closed),
        HeartbeatInterceptorTest::awaitTwo);
  }

  private static void awaitInterrupt(CountDownLatch heartbeats) {
    assertThatThrownBy(() -> heartbeats.await(60, TimeUnit.SECONDS))
        .isInstanceOf(InterruptedException.class);
  }

  /** The answer to the first has been processed once the second is sent. */
  private static void awaitTwo(CountDownLatch heartbeats) {
    assertThatCode(() -> assertThat(heartbeats.await(60, TimeUnit.SECONDS)).isTrue())
        .doesNotThrowAnyException();
  }

  /**
   * Executes an activity whose heartbeats the server answers in one way.
   *
   * @param work receives a latch that counts down once for each of two heartbeats
   */
  private static void makes(
      String type, ActivityCompletionException answer, Consumer<CountDownLatch> work) {
    CountDownLatch heartbeats = new CountDownLatch(2);
    ActivityInfo info =
        proxy(ActivityInfo.class, method -> method.startsWith("getActivity") ? type : null);
    ActivityExecutionContext context =
        proxy(
            ActivityExecutionContext.class,
            method -> {
              if (method.equals("heartbeat")) {
                heartbeats.countDown();
                throw answer;
              }
              return method.equals("getInfo") ? info : null;
            });
    ActivityInboundCallsInterceptor activity =
        new ActivityInboundCallsInterceptor() {
          @Override
          public void init(ActivityExecutionContext told) {}

          @Override
          public ActivityOutput execute(ActivityInput input) {
            work.accept(heartbeats);
            return new ActivityOutput("made");
          }
        };
    ActivityInboundCallsInterceptor intercepted =
        new HeartbeatInterceptor().interceptActivity(activity);
    intercepted.init(context);
    assertThat(intercepted.execute(new ActivityInput(Header.empty(), new Object[0])).getResult())
        .isEqualTo("made");
  }

  private static <T> T proxy(Class<T> type, Function<String, Object> result) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> result.apply(method.getName())));
  }

  private static Session session(TestWorkflowEnvironment server, Rule rule) {
    Worker worker =
        server.newWorker(
            "rules",
            WorkerOptions.newBuilder()
                .setMaxConcurrentActivityExecutionSize(2)
                .setMaxHeartbeatThrottleInterval(Duration.ofSeconds(1))
                .build());
    worker.registerWorkflowImplementationTypes(SessionImpl.class);
    worker.registerActivitiesImplementations(rule);
    server.start();
    return server
        .getWorkflowClient()
        .newWorkflowStub(Session.class, WorkflowOptions.newBuilder().setTaskQueue("rules").build());
  }

  private static void await(CountDownLatch beats) {
    try {
      assertThat(beats.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
