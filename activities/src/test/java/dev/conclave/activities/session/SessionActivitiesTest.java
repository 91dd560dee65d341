package dev.conclave.activities.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.artifact.Sessions;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.secret.SecretFilter;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.OwnHost;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.host.FailureTypes;
import dev.conclave.workflows.host.HostId;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.plan.PlanWorkflow;
import dev.conclave.workflows.session.ProjectionRequest;
import dev.conclave.workflows.wire.WireMapper;
import io.temporal.client.WorkflowClient;
import io.temporal.failure.ApplicationFailure;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionActivitiesTest {
  @TempDir Path temp;

  @Test
  void a_session_of_this_host_is_written_into_its_folder() throws Exception {
    PlanState state = at("here");

    long stands = on("here", state).project(request(state));

    assertThat(stands).isEqualTo(state.revision());
    assertThat(temp.resolve("sessions").resolve(state.session())).isDirectory();
  }

  @Test
  void a_late_attempt_on_the_host_that_a_session_left_writes_nothing() throws Exception {
    PlanState moved = at("elsewhere");

    ApplicationFailure failure =
        catchThrowableOfType(
            ApplicationFailure.class, () -> on("here", moved).project(request(moved)));

    assertThat(failure.getType()).isEqualTo(FailureTypes.WRONG_HOST);
    assertThat(failure.isNonRetryable()).isTrue();
    assertThat(temp.resolve("sessions")).doesNotExist();
  }

  private static ProjectionRequest request(PlanState state) {
    return new ProjectionRequest(state.session(), "run", state.revision());
  }

  private PlanState at(String host) throws Exception {
    ObjectNode state = WireMapper.get().valueToTree(Sessions.complete());
    state
        .withObject("/workspace")
        .put("host", host)
        .put("sessions_folder", temp.resolve("sessions").toString());
    return WireMapper.get().treeToValue(state, PlanState.class);
  }

  private SessionActivitiesImpl on(String host, PlanState told) {
    DataFolder data = new DataFolder(temp.resolve("data"));
    DocumentStore documents = DocumentStore.in(data);
    OwnHost own = new OwnHost(new HostId(host, "lima"));
    return new SessionActivitiesImpl(
        telling(told), own, documents, new GitTrees(own, data, documents), new SecretFilter());
  }

  /** A client whose every session tells that state. */
  private static WorkflowClient telling(PlanState state) {
    Object session = only(PlanWorkflow.class, state);
    return (WorkflowClient) only(WorkflowClient.class, session);
  }

  private static Object only(Class<?> type, Object answer) {
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> answer);
  }
}
