package dev.conclave.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflowservice.v1.ResetWorkflowExecutionRequest;
import io.temporal.client.WorkflowStub;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What anyone with access to the server can do to a session: endless signals, a reset to any point,
 * termination. The session and its neighbours continue, and no call is repeated.
 */
@RealMachine
@Order(1) // the slowest
@Tag("e2e")
class BurstsAndResetsTest {
  private static final int DONE = 0;
  private static final int AWAITING_HUMAN = 10;

  /** The server's limit of signals for one run. */
  private static final int SIGNALS = 10_000;

  private static final int NEIGHBOURS = 10;

  @AutoClose private Laptop laptop;
  @AutoClose private TemporalConnection connection;
  private CountingAgent agents;

  @BeforeAll
  void a_machine_with_two_agents(@TempDir Path folder) throws IOException {
    laptop = new Laptop(folder).setting("slots: 4");
    laptop.withServer();
    agents = CountingAgent.on(laptop, "alpha", "beta");
    laptop.up();
    connection =
        TemporalConnection.open(
            ConnectionSettings.load(
                Map.of("TEMPORAL_ADDRESS", laptop.address()), new DataFolder(laptop.data())),
            ConclaveDataConverter.of(Optional.empty()));
  }

  @BeforeEach
  void nobody_was_asked() throws IOException {
    agents.forget();
    laptop.up();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void ten_thousand_signals_at_once_do_not_end_the_session_or_others(boolean workerThere)
      throws Exception {
    List<String> neighbours =
        IntStream.range(0, NEIGHBOURS)
            .mapToObj(i -> toTheDecision("Neighbour %d of %s".formatted(i, workerThere)))
            .toList();
    String id = toTheDecision("A session that is flooded " + workerThere);
    if (!workerThere) {
      CountingAgent.signal(laptop.worker(), "KILL");
    }

    flood(id, SIGNALS);
    laptop.up();

    JsonNode refused = view(id).path("refused");
    assertThat(refused).hasSizeLessThanOrEqualTo(21);
    if (!workerThere) {
      assertThat(refused.toString()).contains("9000 were dropped unread");
    }
    laptop.types("answer %s approve --solution 1 --watch", id).ended(AWAITING_HUMAN);
    assertThat(markers(id)).as("refused signals leave no marker").isLessThan(40);
    for (String neighbour : neighbours) {
      laptop.types("answer %s approve --solution 1", neighbour).ended(DONE);
    }
    laptop.types("cancel %s", id).ended(DONE);
    Laptop.until("it is cancelled", () -> closed(id));
    assertThat(laptop.types("show %s", id).ended(DONE).out()).contains("cancelled");
  }

  @Test
  void a_terminated_session_is_shown_and_resumed_without_repeating_calls() throws Exception {
    String id = toTheDecision("A session that is terminated");
    int bought = agents.calls().size();
    CountingAgent.signal(laptop.worker(), "KILL");
    flood(id, SIGNALS / 10);
    stub(id).terminate("by force");

    assertThat(laptop.types("show %s", id).ended(DONE).out()).contains("terminated");
    laptop.up();
    laptop.types("resume %s", id).ended(AWAITING_HUMAN);
    assertThat(agents.calls()).hasSize(bought);
    laptop.types("answer %s approve --solution 1 --watch", id).ended(AWAITING_HUMAN);
    laptop.types("answer %s accept --watch", id).ended(DONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          plan     | --tools alpha,beta --max-rounds 2
          analyze  | --tools alpha,beta --mode standard
          context  | --tools alpha,beta
          """)
  void a_session_reset_to_any_point_repeats_no_calls(String kind, String options) throws Exception {
    laptop.types("%s 'Add rate limiting to the server of %s' %s --yes", kind, kind, options);
    String id = laptop.session().path("session").asText();
    Laptop.until("it has ended", () -> closed(id));
    String run = stub(id).describe().getExecution().getRunId();
    List<CountingAgent.Call> bought = agents.calls();
    List<Long> points =
        history(id).stream()
            .filter(event -> event.getEventType() == EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED)
            .map(HistoryEvent::getEventId)
            .toList();

    assertThat(bought).isNotEmpty();
    for (long point : points) {
      connection
          .service()
          .blockingStub()
          .resetWorkflowExecution(
              ResetWorkflowExecutionRequest.newBuilder()
                  .setNamespace(connection.namespace())
                  .setWorkflowExecution(
                      WorkflowExecution.newBuilder().setWorkflowId(id).setRunId(run))
                  .setWorkflowTaskFinishEventId(point)
                  .setRequestId(UUID.randomUUID().toString())
                  .setReason("a test")
                  .build());
      Laptop.until("the reset run has ended", () -> closed(id));
      assertThat(agents.calls()).as("after a reset to event %d", point).isEqualTo(bought);
    }
  }

  private String toTheDecision(String task) {
    laptop.types("plan '%s' --tools alpha,beta --max-rounds 1 --detach", task).ended(DONE);
    String id = laptop.session().path("session").asText();
    laptop.types("watch %s", id).ended(AWAITING_HUMAN);
    return id;
  }

  private void flood(String id, int signals) throws InterruptedException {
    Map<String, Object> stale = Map.of("gate", "9-decision", "kind", "approve", "solution", 1);
    try (ExecutorServiceCloser senders = new ExecutorServiceCloser()) {
      for (int i = 0; i < signals; i++) {
        senders.service.execute(() -> send(id, stale));
      }
    }
  }

  /** Sends a signal; a server that throttles or is over its limit reports that. */
  private void send(String id, Object answer) {
    try {
      stub(id).signal("submitAnswer", answer);
    } catch (RuntimeException e) {
      // Lost signals of a flood do not matter.
    }
  }

  private static final class ExecutorServiceCloser implements AutoCloseable {
    private final ExecutorService service = Executors.newFixedThreadPool(16);

    @Override
    public void close() throws InterruptedException {
      service.shutdown();
      assertThat(service.awaitTermination(10, TimeUnit.MINUTES)).isTrue();
    }
  }

  private WorkflowStub stub(String id) {
    return connection.client().newUntypedWorkflowStub(id);
  }

  private JsonNode view(String id) {
    JsonNode shown = laptop.heard("show", id, "--json").json();
    return shown.has("state") ? shown.path("state") : shown;
  }

  private boolean closed(String id) {
    return stub(id).describe().getStatus()
        != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
  }

  private List<HistoryEvent> history(String id) {
    return new ArrayList<>(connection.client().fetchHistory(id).getEvents());
  }

  private long markers(String id) {
    return history(id).stream().filter(HistoryEvent::hasMarkerRecordedEventAttributes).count();
  }
}
