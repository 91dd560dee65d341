package dev.conclave.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.HostActivities;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.testserver.TestServer;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class WorkerProcessTest {
  @TempDir Path root;
  private final VoiceImpl voice = new VoiceImpl();

  /** Calls one agent several times at once. */
  @WorkflowInterface
  public interface Chorus {
    @WorkflowMethod
    int sing(String agentQueue, int voices);
  }

  @ActivityInterface
  public interface Voice {
    int sing();
  }

  public static final class ChorusImpl implements Chorus {
    @Override
    public int sing(String agentQueue, int voices) {
      Voice voice =
          Workflow.newActivityStub(
              Voice.class,
              ActivityOptions.newBuilder()
                  .setTaskQueue(agentQueue)
                  .setStartToCloseTimeout(Duration.ofMinutes(4))
                  .build());
      List<Promise<Integer>> sung = new ArrayList<>();
      for (int i = 0; i < voices; i++) {
        sung.add(Async.function(voice::sing));
      }
      return sung.stream().mapToInt(Promise::get).max().orElse(0);
    }
  }

  /** Looks whether a host is there while its agents are at work. */
  @WorkflowInterface
  public interface Census {
    @WorkflowMethod
    String take(String hostId);
  }

  public static final class CensusImpl implements Census {
    @Override
    public String take(String hostId) {
      Voice voice =
          Workflow.newActivityStub(
              Voice.class, ActivityProfile.RULES.on(TaskQueues.agent(hostId, "gemini"), "sing"));
      List<Promise<Integer>> sung =
          List.of(Async.function(voice::sing), Async.function(voice::sing));
      String host =
          Workflow.newActivityStub(
                  HostActivities.class,
                  ActivityProfile.PROBE.on(
                      TaskQueues.probe(hostId), "is it there?", Duration.ofMinutes(4)))
              .probe();
      return host + (sung.stream().anyMatch(Promise::isCompleted) ? " at rest" : " at work");
    }
  }

  /** Answers how many sing with it. */
  static final class VoiceImpl implements Voice {
    private final AtomicInteger now = new AtomicInteger();
    private volatile CountDownLatch held = new CountDownLatch(0);

    /** From now on nobody ends. */
    void hold() {
      held = new CountDownLatch(1);
    }

    void release() {
      held.countDown();
    }

    @Override
    public int sing() {
      int together = now.incrementAndGet();
      try {
        held.await();
        Thread.sleep(150);
        return Math.max(together, now.get());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return together;
      } finally {
        now.decrementAndGet();
      }
    }
  }

  @Test
  void an_agent_has_as_many_calls_at_once_as_slots_and_a_failed_sweep_stops_nothing()
      throws Exception {
    Configuration configuration = configuration("agents: {gemini: {slots: 3}}");
    int port = freePort();
    try (var server = TestServer.createPortBoundServer(port);
        TemporalConnection connection = connect(port);
        WorkerProcess worker = start(connection, configuration)) {
      assertThat(server).isNotNull();
      String queue = TaskQueues.agent(host(configuration).id().id(), "gemini");
      assertThat(worker.queues()).contains(TaskQueues.WORKFLOWS, queue);

      int together =
          connection
              .client()
              .newWorkflowStub(
                  Chorus.class,
                  WorkflowOptions.newBuilder().setTaskQueue(TaskQueues.WORKFLOWS).build())
              .sing(queue, 9);

      assertThat(together).isEqualTo(3);
    }
  }

  @Test
  void a_host_whose_agents_are_busy_answers_a_probe_with_its_id() throws Exception {
    Configuration configuration = configuration("agents: {gemini: {slots: 1}}");
    int port = freePort();
    try (var server = TestServer.createPortBoundServer(port);
        TemporalConnection connection = connect(port);
        WorkerProcess worker = start(connection, configuration)) {
      assertThat(server).isNotNull();
      String id = host(configuration).id().id();
      assertThat(worker.queues()).contains(TaskQueues.probe(id));
      voice.hold();

      String answered =
          connection
              .client()
              .newWorkflowStub(
                  Census.class,
                  WorkflowOptions.newBuilder().setTaskQueue(TaskQueues.WORKFLOWS).build())
              .take(id);

      assertThat(answered).isEqualTo(id + " at work");
      voice.release();
    }
  }

  @Test
  void every_agent_that_a_session_may_name_has_a_queue() throws IOException {
    assertThat(WorkerProcess.agents(configuration("agents: {reviewer: {argv: [review]}}")))
        .containsExactly("claude", "codex", "direct", "gemini", "opencode", "qwen", "reviewer");
  }

  private WorkerProcess start(TemporalConnection connection, Configuration configuration) {
    Runnable broken =
        () -> {
          throw new IllegalStateException("the spool cannot be read");
        };
    return WorkerProcess.start(
        host(configuration),
        connection,
        new Registrations(
            List.of(ChorusImpl.class, CensusImpl.class),
            List.of(),
            List.of(),
            List.of(),
            List.of(voice),
            broken));
  }

  private HostContext host(Configuration configuration) {
    return new HostContext(Map.of(), new DataFolder(root), configuration);
  }

  private TemporalConnection connect(int port) {
    HostContext host =
        new HostContext(
            Map.of("TEMPORAL_CONFIG_FILE", root.resolve("none.toml").toString()),
            new DataFolder(root),
            Configuration.defaults());
    return TemporalConnection.open(host.settings().at("127.0.0.1:" + port), host.converter());
  }

  private Configuration configuration(String yaml) throws IOException {
    return Configuration.read(Files.writeString(root.resolve("config.yaml"), yaml));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
