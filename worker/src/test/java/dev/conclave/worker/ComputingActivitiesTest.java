package dev.conclave.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testserver.TestServer;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Activities that never wait: on a virtual thread each would keep one of as many threads as there
 * are processors, and workflow code, which runs on the same, would have none left.
 */
@Timeout(600)
class ComputingActivitiesTest {
  private static final int ALL_PROCESSORS = Math.min(8, Runtime.getRuntime().availableProcessors());

  @TempDir Path root;

  /** Has something computed, and is asked meanwhile. */
  @WorkflowInterface
  public interface Session {
    @WorkflowMethod
    void run(String queue, int activities);

    @UpdateMethod
    String answer(String words);
  }

  @ActivityInterface
  public interface Rules {
    void compute();
  }

  public static final class SessionImpl implements Session {
    @Override
    public void run(String queue, int activities) {
      Rules rules =
          Workflow.newActivityStub(
              Rules.class,
              ActivityOptions.newBuilder()
                  .setTaskQueue(queue)
                  .setStartToCloseTimeout(Duration.ofMinutes(9))
                  .build());
      List<Promise<Void>> computed =
          IntStream.range(0, activities).mapToObj(i -> Async.procedure(rules::compute)).toList();
      Promise.allOf(computed).get();
    }

    @Override
    public String answer(String words) {
      return "taken: " + words;
    }
  }

  /** Computes until it is told to stop, or for two minutes. */
  static final class RulesImpl implements Rules {
    private static final long LONGEST = Duration.ofMinutes(2).toNanos();
    private final CountDownLatch begun;
    private volatile boolean stopped;
    private volatile boolean gaveUp;

    RulesImpl(int activities) {
      begun = new CountDownLatch(activities);
    }

    @Override
    public void compute() {
      begun.countDown();
      long start = System.nanoTime();
      while (!stopped && !gaveUp) {
        gaveUp = System.nanoTime() - start > LONGEST;
      }
    }
  }

  @Test
  void an_update_is_answered_while_the_rules_compute_on_every_processor() throws Exception {
    Configuration configuration = Configuration.defaults();
    answersWhileComputing(configuration, TaskQueues::host);
  }

  @Test
  void an_update_is_answered_while_the_built_in_analyst_computes_on_every_processor()
      throws Exception {
    Configuration configuration =
        Configuration.read(
            Files.writeString(root.resolve("config.yaml"), "agents: {direct: {slots: 8}}"));
    answersWhileComputing(configuration, host -> TaskQueues.agent(host, "direct"));
  }

  private void answersWhileComputing(Configuration configuration, UnaryOperator<String> queueOf)
      throws Exception {
    RulesImpl rules = new RulesImpl(ALL_PROCESSORS);
    int port = freePort();
    try (var server = TestServer.createPortBoundServer(port);
        TemporalConnection connection = connect(port, configuration);
        WorkerProcess worker = start(connection, configuration, rules)) {
      assertThat(server).isNotNull();
      String queue = queueOf.apply(host(configuration).id().id());
      assertThat(worker.queues()).contains(queue);
      Session session =
          connection
              .client()
              .newWorkflowStub(
                  Session.class,
                  WorkflowOptions.newBuilder().setTaskQueue(TaskQueues.WORKFLOWS).build());
      WorkflowClient.start(session::run, queue, ALL_PROCESSORS);
      rules.begun.await();

      String answered = session.answer("approve");

      boolean computing = !rules.gaveUp;
      rules.stopped = true;
      WorkflowStub.fromTyped(session).getResult(Void.class);
      assertThat(answered).isEqualTo("taken: approve");
      assertThat(computing).as("it was answered before they ended").isTrue();
    }
  }

  private WorkerProcess start(
      TemporalConnection connection, Configuration configuration, RulesImpl rules) {
    return WorkerProcess.start(
        host(configuration),
        connection,
        new Registrations(
            List.of(SessionImpl.class),
            List.of(),
            List.of(rules),
            List.of(),
            List.of(rules),
            () -> {}));
  }

  private TemporalConnection connect(int port, Configuration configuration) {
    HostContext host = host(configuration);
    return TemporalConnection.open(host.settings().at("127.0.0.1:" + port), host.converter());
  }

  private HostContext host(Configuration configuration) {
    return new HostContext(
        Map.of("TEMPORAL_CONFIG_FILE", root.resolve("none.toml").toString()),
        new DataFolder(root),
        configuration);
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
