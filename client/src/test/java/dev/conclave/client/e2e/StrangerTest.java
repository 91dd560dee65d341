package dev.conclave.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.client.Run;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.converter.RawValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stranger who reaches a team's server without a key: their messages are ignored and the session
 * continues. Within the team only approvers approve.
 */
@RealMachine
class StrangerTest {
  private static final int DONE = 0;
  private static final int USAGE = 2;
  private static final int AWAITING_HUMAN = 10;
  private static final Map<String, Object> APPROVE =
      Map.of("gate", "1-decision", "kind", "approve", "solution", 1, "by", "ada");

  @AutoClose private Laptop laptop;
  @AutoClose private TemporalConnection stranger;
  private Path key;

  @BeforeAll
  void a_team_that_seals_its_messages(@TempDir Path folder) throws Exception {
    laptop = new Laptop(folder).withDevelopmentServer();
    key = laptop.outside().resolve("ada.key");
    Run made = laptop.types("approver-key '%s' --as ada", key).ended(DONE);
    laptop.variable("HISTORY_KEY", Base64.getEncoder().encodeToString(new byte[32]));
    laptop.setting("encryption: {key_id: ours, keys: {ours: \"env:HISTORY_KEY\"}}");
    laptop.setting("messages: sealed");
    laptop.setting("approvers:\n" + made.out().stripTrailing());
    laptop.withServer();
    CountingAgent.on(laptop, "alpha", "beta");
    laptop.up();
    stranger =
        TemporalConnection.open(
            ConnectionSettings.load(
                Map.of("TEMPORAL_ADDRESS", laptop.address()), new DataFolder(laptop.data())),
            ConclaveDataConverter.of(Optional.empty()));
  }

  @Test
  void unsigned_messages_are_ignored_and_only_an_approver_approves() throws Exception {
    String neighbour = toTheDecision("The neighbour");
    laptop.types("answer %s more-analysis --watch", neighbour).ended(AWAITING_HUMAN);
    laptop.types("cancel %s", neighbour).ended(DONE);
    String id = toTheDecision("Add rate limiting");
    WorkflowStub session = stranger.client().newUntypedWorkflowStub(id);

    for (String signal : List.of("submitAnswer", "cancelSession")) {
      session.signal(signal);
      session.signal(signal, APPROVE);
      session.signal(signal, "ada");
      for (String copied : List.of(neighbour, id)) {
        payloads(copied).forEach(payload -> session.signal(signal, new RawValue(payload)));
      }
    }
    assertThatThrownBy(() -> session.update("answer", Void.class, APPROVE)).isNotNull();
    assertThatThrownBy(() -> session.update("answer", Void.class)).isNotNull();
    for (Payload copied : payloads(neighbour)) {
      assertThatThrownBy(() -> session.update("answer", Void.class, new RawValue(copied)))
          .isNotNull();
    }
    started("MCP-of-a-stranger", Map.of("request", Map.of("task", "read my files")));
    started("MCP-of-nothing");

    JsonNode view = view(id);
    assertThat(view.path("status").asText()).isEqualTo("awaiting");
    assertThat(view.path("gate").path("id").asText()).isEqualTo("1-decision");
    assertThat(view.path("sealed").asBoolean()).isTrue();
    assertThat(view.path("refused")).hasSizeLessThanOrEqualTo(22);
    assertThat(view.path("refused").toString()).contains("were not sealed for this session");
    assertThat(laptop.types("show %s", id).ended(DONE).out())
        .contains("only by ada, with a signed answer");
    assertThat(laptop.types("list --all").ended(DONE).out()).contains("my repo");

    assertThat(laptop.types("answer %s approve 1", id).ended(USAGE).err())
        .contains("only ada may approve", "CONCLAVE_APPROVER_KEY");
    laptop.variable("CONCLAVE_APPROVER_KEY", key.toString());
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(laptop.types("answer %s approve 1", id).ended(USAGE).err()).contains("chmod 600");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    laptop.types("answer %s approve 1 --watch", id).ended(AWAITING_HUMAN);
    laptop.types("answer %s accept --watch", id).ended(DONE);
    assertThat(view(id).path("status").asText()).isEqualTo("complete");
  }

  private String toTheDecision(String task) {
    laptop
        .types("plan '%s' --tools alpha,beta --max-rounds 1 --approvers ada --detach", task)
        .ended(DONE);
    String id = laptop.session().path("session").asText();
    laptop.types("watch %s", id).ended(AWAITING_HUMAN);
    return id;
  }

  /** Requires that a workflow started by the stranger fails permanently and runs nothing. */
  private void started(String id, Object... arguments) {
    WorkflowStub own =
        stranger
            .client()
            .newUntypedWorkflowStub(
                "PlanWorkflow",
                WorkflowOptions.newBuilder()
                    .setWorkflowId(id)
                    .setTaskQueue(TaskQueues.WORKFLOWS)
                    .build());
    own.start(arguments);
    assertThatThrownBy(() -> own.getResult(Void.class)).isNotNull();
    List<HistoryEvent> events = stranger.client().fetchHistory(id).getEvents();
    assertThat(events.get(events.size() - 1).toString()).contains(FailureTypes.NOT_SEALED);
    assertThat(events)
        .extracting(HistoryEvent::getEventType)
        .doesNotContain(EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED);
  }

  /** Returns all payloads sealed for a session, from its history. */
  private List<Payload> payloads(String id) {
    return stranger.client().fetchHistory(id).getEvents().stream()
        .flatMap(
            event ->
                Stream.of(
                        Stream.of(
                            event.getWorkflowExecutionStartedEventAttributes().getInput(),
                            event.getWorkflowExecutionSignaledEventAttributes().getInput(),
                            event.getActivityTaskScheduledEventAttributes().getInput(),
                            event.getActivityTaskCompletedEventAttributes().getResult(),
                            event
                                .getWorkflowExecutionUpdateAcceptedEventAttributes()
                                .getAcceptedRequest()
                                .getInput()
                                .getArgs()),
                        event.getMarkerRecordedEventAttributes().getDetailsMap().values().stream())
                    .flatMap(all -> all))
        .map(Payloads::getPayloadsList)
        .flatMap(List::stream)
        .toList();
  }

  private JsonNode view(String id) {
    JsonNode shown = laptop.heard("show", id, "--json").json();
    return shown.has("state") ? shown.path("state") : shown;
  }
}
