package dev.conclave.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.HostActivities;
import dev.conclave.workflows.temporal.TaskQueues;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class WorkerProcessTest {
  private static final int ALL_PROCESSORS = Math.min(8, Runtime.getRuntime().availableProcessors());

  @TempDir Path root;

  /** Runs several activities at once and receives updates meanwhile. */
  @WorkflowInterface
  public interface Session {
    @WorkflowMethod
    int run(String queue, int times);

    @UpdateMethod
    String answer(String words);

    @UpdateMethod
    String probe(String hostId);
  }

  @ActivityInterface
  public interface Work {
    int run();
  }

  public static final class SessionImpl implements Session {
    @Override
    public int run(String queue, int times) {
      Work work =
          Workflow.newActivityStub(
              Work.class,
              ActivityOptions.newBuilder()
                  .setTaskQueue(queue)
                  .setStartToCloseTimeout(Duration.ofMinutes(9))
                  .build());
      List<Promise<Integer>> done =
          IntStream.range(0, times).mapToObj(i -> Async.function(work::run)).toList();
      return done.stream().mapToInt(Promise::get).max().orElse(0);
    }

    @Override
    public String answer(String words) {
      return "taken: " + words;
    }

    @Override
    public String probe(String hostId) {
      return Workflow.newActivityStub(
              HostActivities.class,
              ActivityProfile.PROBE.on(
                  TaskQueues.probe(hostId), "is it there?", Duration.ofMinutes(4)))
          .probe();
    }
  }

  @Test
  void an_agent_runs_as_many_calls_as_slots_and_a_failed_sweep_stops_nothing() throws Exception {
    AtomicInteger now = new AtomicInteger();
    Work counts =
        () -> {
          int together = now.incrementAndGet();
          pause(150);
          together = Math.max(together, now.get());
          now.decrementAndGet();
          return together;
        };
    try (HostInMemory host = HostInMemory.start(root, "agents: {gemini: {slots: 3}}");
        WorkerProcess worker = start(host, counts)) {
      String queue = TaskQueues.agent(id(host), "gemini");
      assertThat(worker.queues()).contains(TaskQueues.WORKFLOWS, queue);

      assertThat(session(host).run(queue, 9)).isEqualTo(3);
    }
  }

  @Test
  void a_host_with_busy_agents_answers_a_probe_with_its_id() throws Exception {
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch probed = new CountDownLatch(1);
    Work waits =
        () -> {
          busy.countDown();
          await(probed);
          return 0;
        };
    try (HostInMemory host = HostInMemory.start(root, "agents: {gemini: {slots: 1}}");
        WorkerProcess worker = start(host, waits)) {
      assertThat(worker.queues()).contains(TaskQueues.probe(id(host)));
      Session session = session(host);
      WorkflowClient.start(session::run, TaskQueues.agent(id(host), "gemini"), 2);
      await(busy);

      assertThat(session.probe(id(host))).isEqualTo(id(host));
      probed.countDown();
    }
  }

  /** Computes until stopped, for at most two minutes. */
  private static final class Computing implements Work {
    private static final long LONGEST = Duration.ofMinutes(2).toNanos();
    private final CountDownLatch begun = new CountDownLatch(ALL_PROCESSORS);
    private volatile boolean stopped;
    private volatile boolean gaveUp;

    @Override
    public int run() {
      begun.countDown();
      long start = System.nanoTime();
      while (!stopped && !gaveUp) {
        gaveUp = System.nanoTime() - start > LONGEST;
      }
      return 0;
    }
  }

  /**
   * Activities that never block: on virtual threads they would occupy every carrier thread and
   * starve workflow code.
   */
  @ParameterizedTest
  @ValueSource(strings = {"rules", "direct"})
  void an_update_is_answered_while_computation_occupies_every_processor(String who)
      throws Exception {
    Computing work = new Computing();
    try (HostInMemory host = HostInMemory.start(root, "agents: {direct: {slots: 8}}");
        WorkerProcess worker = start(host, work)) {
      String queue =
          who.equals("rules") ? TaskQueues.host(id(host)) : TaskQueues.agent(id(host), who);
      assertThat(worker.queues()).contains(queue);
      Session session = session(host);
      WorkflowClient.start(session::run, queue, ALL_PROCESSORS);
      await(work.begun);

      String answered = session.answer("approve");

      boolean computing = !work.gaveUp;
      work.stopped = true;
      WorkflowStub.fromTyped(session).getResult(Integer.class);
      assertThat(answered).isEqualTo("taken: approve");
      assertThat(computing).as("it was answered before they ended").isTrue();
    }
  }

  @Test
  void every_agent_a_session_may_name_has_a_queue() throws IOException {
    Path yaml = Files.writeString(root.resolve("c.yaml"), "agents: {reviewer: {argv: [review]}}");
    assertThat(WorkerProcess.agents(Configuration.read(yaml)))
        .containsExactly("claude", "codex", "direct", "gemini", "opencode", "qwen", "reviewer");
  }

  private static WorkerProcess start(HostInMemory host, Work work) {
    Runnable broken =
        () -> {
          throw new IllegalStateException("the spool cannot be read");
        };
    return WorkerProcess.start(
        host.context(),
        host.connection(),
        new Registrations(
            List.of(SessionImpl.class),
            List.of(),
            List.of(work),
            List.of(),
            List.of(work),
            List.of(),
            broken));
  }

  private static String id(HostInMemory host) {
    return host.context().id().id();
  }

  private static Session session(HostInMemory host) {
    return host.connection()
        .client()
        .newWorkflowStub(
            Session.class, WorkflowOptions.newBuilder().setTaskQueue(TaskQueues.WORKFLOWS).build());
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
