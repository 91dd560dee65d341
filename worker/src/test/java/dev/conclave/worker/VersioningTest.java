package dev.conclave.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.tool.DevServer;
import dev.conclave.worker.stack.NamespaceSetup;
import dev.conclave.worker.stack.Patience;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.grpc.StatusRuntimeException;
import io.temporal.api.deployment.v1.WorkerDeploymentVersion;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflowservice.v1.SetWorkerDeploymentCurrentVersionRequest;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two builds in parallel on one queue of a real server. */
@Timeout(600)
class VersioningTest {
  @TempDir Path root;

  @Test
  void a_session_started_by_one_build_is_finished_by_the_current_one() throws Exception {
    try (DevServer server = DevServer.start(root.resolve("server.log"), List.of());
        TemporalConnection connection = connect(server)) {
      new NamespaceSetup(connection).registerMissing();
      try (WorkerProcess old = build(connection, "1");
          WorkerProcess young = build(connection, "2")) {
        assertThat(old.queues()).contains(TaskQueues.WORKFLOWS);
        assertThat(young.queues()).contains(TaskQueues.WORKFLOWS);
        makeCurrent(connection, "1");
        WorkflowStub session =
            connection
                .client()
                .newUntypedWorkflowStub(
                    "Patience",
                    WorkflowOptions.newBuilder()
                        .setWorkflowId("MCP-crossing")
                        .setTaskQueue(TaskQueues.WORKFLOWS)
                        .build());
        session.start(TaskQueues.host(host("1").id().id()));
        until("the old build has it", () -> builds(connection).equals(Set.of("1")));
        makeCurrent(connection, "2");
        session.signal("say", "hello");
        assertThat(session.getResult(2, TimeUnit.MINUTES, String.class)).startsWith("hello from ");
        assertThat(builds(connection)).containsExactlyInAnyOrder("1", "2");
      }
    }
  }

  private WorkerProcess build(TemporalConnection connection, String build) {
    HostContext host = host(build);
    return WorkerProcess.start(host, connection, Patience.registered(host, connection));
  }

  private HostContext host(String build) {
    return new HostContext(
        Map.of("TEMPORAL_WORKER_BUILD_ID", build), new DataFolder(root), Configuration.defaults());
  }

  private TemporalConnection connect(DevServer server) {
    ConnectionSettings settings =
        ConnectionSettings.load(Map.of("TEMPORAL_ADDRESS", server.address()), new DataFolder(root));
    return TemporalConnection.open(settings, host("1").converter());
  }

  private static void makeCurrent(TemporalConnection connection, String build) {
    var request =
        SetWorkerDeploymentCurrentVersionRequest.newBuilder()
            .setNamespace(connection.namespace())
            .setDeploymentName("conclave")
            .setBuildId(build)
            .build();
    until(
        "the server knows build " + build,
        () -> {
          try {
            var unused =
                connection.service().blockingStub().setWorkerDeploymentCurrentVersion(request);
            return true;
          } catch (StatusRuntimeException e) {
            return false; // its pollers are not known yet
          }
        });
  }

  /** Returns the builds that completed the session's workflow tasks. */
  private static Set<String> builds(TemporalConnection connection) {
    return connection.client().fetchHistory("MCP-crossing").getEvents().stream()
        .filter(HistoryEvent::hasWorkflowTaskCompletedEventAttributes)
        .map(event -> event.getWorkflowTaskCompletedEventAttributes().getDeploymentVersion())
        .map(WorkerDeploymentVersion::getBuildId)
        .collect(Collectors.toSet());
  }

  private static void until(String what, BooleanSupplier so) {
    for (int i = 0; !so.getAsBoolean(); i++) {
      assertThat(i).as(what + " within two minutes").isLessThan(600);
      LockSupport.parkNanos(200_000_000);
    }
  }
}
