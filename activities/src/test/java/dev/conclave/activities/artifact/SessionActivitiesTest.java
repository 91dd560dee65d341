package dev.conclave.activities.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.workflows.analyze.AnalyzeRequest;
import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.analyze.TopicConfiguration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.gate.Answer.AnalysisMode;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.ProjectionRequest;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.HostId;
import dev.conclave.workflows.text.WireMapper;
import io.temporal.api.common.v1.Memo;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionResponse;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowStub;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.failure.ApplicationFailure;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionActivitiesTest {
  private static final SecretFilter SECRETS = new SecretFilter();

  @TempDir Path temp;
  private String newest = "run-1";

  @Test
  void a_session_on_this_host_is_written_into_its_folder() throws Exception {
    PlanState state = at("here");

    long stands = on("here", state).project(request(state));

    assertThat(stands).isEqualTo(state.revision());
    assertThat(temp.resolve("sessions").resolve(state.session())).isDirectory();
  }

  @Test
  void a_late_attempt_on_a_former_host_writes_nothing() throws Exception {
    PlanState moved = at("elsewhere");

    ApplicationFailure failure = refused(() -> on("here", moved).project(request(moved)));

    assertThat(failure.getType()).isEqualTo(FailureTypes.WRONG_HOST);
    assertThat(temp.resolve("sessions")).doesNotExist();
  }

  @Test
  void a_run_after_a_reset_is_written_even_if_the_previous_run_got_further() throws Exception {
    PlanState state = at("here");
    newest = "run-1";
    on("here", state).project(request(state));

    newest = "run-2";
    PlanState after = back(state);
    long stands = on("here", after).project(request(after));

    assertThat(stands).isEqualTo(after.revision()).isLessThan(state.revision());
    assertThat(temp.resolve("sessions").resolve(state.session()).resolve("session-state.json"))
        .content()
        .contains("taken back");
  }

  @Test
  void a_reset_run_does_not_overwrite_the_newer_run() throws Exception {
    PlanState state = at("here");
    PlanState after = back(state);
    ProjectionRequest late = request(state);
    newest = "run-2";
    on("here", after).project(request(after));

    ApplicationFailure failure = refused(() -> on("here", state).project(late));

    assertThat(temp.resolve("sessions").resolve(state.session()).resolve("session-state.json"))
        .content()
        .contains("taken back");
    assertThat(failure.getType()).isEqualTo(FailureTypes.FOLDER_REFUSED);
    assertThat(failure.getOriginalMessage()).contains("run-2");
  }

  @Test
  void an_analysis_describes_how_its_topic_is_analyzed_without_secrets() throws Exception {
    String canary = "ghp_0123456789abcdefABCDEF0123456789abcd";
    AnalyzeState state = analysis(List.of("technical", "as " + canary + " sees it"));

    long stands =
        on("here", state)
            .project(
                new ProjectionRequest(
                    state.session(),
                    newest,
                    0,
                    AnalyzeState.KIND.type(),
                    Optional.empty(),
                    json(state)));

    assertThat(stands).isEqualTo(state.revision());
    Path folder = temp.resolve(".csv-wave").resolve(state.session());
    JsonNode topic = WireMapper.get().readTree(folder.resolve(AnalysisFiles.TOPIC).toFile());
    assertThat(ArtifactKind.TOPIC_RESULT.errors(topic)).isEmpty();
    assertThat(topic.path("pipeline_mode").asText()).isEqualTo("deep");
    assertThat(topic.path("perspectives").toString())
        .contains("technical", "[redacted")
        .doesNotContain(canary);
  }

  @Test
  void a_table_being_edited_is_rewritten_only_after_the_answer() throws Exception {
    ObjectNode told = WireMapper.get().valueToTree(analysis(List.of("technical")));
    told.set("table", WireMapper.get().valueToTree(Analyses.done()));
    Path table = temp.resolve(".csv-wave/uan-limits/tasks.csv");
    told.put("resume_at", "awaiting-tasks");
    project(told.put("phase", "awaiting-tasks").put("revision", 1));
    Files.writeString(table, "half of a chan");

    project(told.put("revision", 2));
    project(told.put("revision", 3));
    project(told.put("phase", "cancelled").put("revision", 4));
    assertThat(table).hasContent("half of a chan");
    told.put("resume_at", "running-tasks");
    project(told.put("phase", "running-tasks").put("revision", 5));
    assertThat(table).content().startsWith("id,title");
  }

  private void project(ObjectNode told) throws Exception {
    AnalyzeState state = WireMapper.get().treeToValue(told, AnalyzeState.class);
    on("here", state)
        .project(
            new ProjectionRequest(
                state.session(),
                newest,
                state.revision(),
                AnalyzeState.KIND.type(),
                Optional.empty(),
                json(state)));
  }

  @Test
  void a_context_is_written_to_the_planning_folder_even_for_another_session() throws Exception {
    for (String id : List.of(Contexts.ID, "MCP-x/context")) {
      ObjectNode told = WireMapper.get().valueToTree(new Contexts(temp.resolve(id)).complete());
      told.put("session", id).withObject("/workspace").put("host", "here");
      told.withObject("/workspace").put("sessions_folder", temp.resolve("sessions").toString());
      ContextState state = Contexts.read(told);
      Path folder = temp.resolve("active").resolve(KindSpec.folderName(id)).resolve(".process");

      on("here", state)
          .project(
              new ProjectionRequest(
                  id,
                  newest,
                  state.revision(),
                  ContextState.KIND.type(),
                  Optional.empty(),
                  json(state)));

      assertThat(folder.resolve("explorations-manifest.json")).exists();
      assertThat(state.view().folder()).contains(folder.toString());
      assertThat(SessionActivitiesImpl.export(state, data(), temp.resolve("to " + id), SECRETS))
          .containsExactly(
              "context-package.json: its document is no longer on this host",
              "user_intent_mapping.json: its document is no longer on this host");
      assertThat(temp.resolve("to " + id).resolve("session-state.json")).exists();
    }
  }

  private AnalyzeState analysis(List<String> perspectives) throws Exception {
    ObjectNode plan = WireMapper.get().valueToTree(at("here"));
    plan.withObject("/request").remove("mode");
    AnalyzeRequest request =
        WireMapper.get().treeToValue(plan.path("request"), AnalyzeRequest.class);
    ObjectNode state =
        WireMapper.get().valueToTree(new AnalyzeState("uan-limits", request, Analyses.AT));
    state.set("workspace", plan.path("workspace"));
    state.set(
        "configuration",
        WireMapper.get()
            .valueToTree(
                new TopicConfiguration(List.of("concept"), perspectives, 7, AnalysisMode.DEEP)));
    return WireMapper.get().treeToValue(state, AnalyzeState.class);
  }

  @Test
  void an_unknown_session_kind_is_refused_by_name() throws Exception {
    PlanState state = at("here");
    ProjectionRequest foreign =
        new ProjectionRequest(
            state.session(), newest, 1, "DreamWorkflow", Optional.empty(), json(state));

    ApplicationFailure failure = refused(() -> on("here", state).project(foreign));

    assertThat(failure.getType()).isEqualTo(FailureTypes.FOLDER_REFUSED);
    assertThat(failure.getOriginalMessage()).contains("DreamWorkflow");
    assertThat(temp.resolve("sessions")).doesNotExist();
  }

  private static ApplicationFailure refused(ThrowingCallable project) {
    ApplicationFailure failure = catchThrowableOfType(ApplicationFailure.class, project);
    assertThat(failure.isNonRetryable()).isTrue();
    return failure;
  }

  private ProjectionRequest request(PlanState state) {
    return new ProjectionRequest(
        state.session(),
        newest,
        state.revision(),
        PlanState.KIND.type(),
        Optional.empty(),
        json(state));
  }

  private static JsonNode json(SessionState<?> state) {
    return WireMapper.get().valueToTree(state);
  }

  /** Returns the session at an earlier revision with different content. */
  private static PlanState back(PlanState state) throws Exception {
    ObjectNode earlier = WireMapper.get().valueToTree(state);
    earlier.put("revision", state.revision() - 1).put("ending", "taken back");
    return WireMapper.get().treeToValue(earlier, PlanState.class);
  }

  private PlanState at(String host) throws Exception {
    ObjectNode state = WireMapper.get().valueToTree(Sessions.complete());
    state
        .withObject("/workspace")
        .put("host", host)
        .put("sessions_folder", temp.resolve("sessions").toString());
    return WireMapper.get().treeToValue(state, PlanState.class);
  }

  private DataFolder data() {
    return new DataFolder(temp.resolve("data"));
  }

  private SessionActivitiesImpl on(String host, SessionState<?> told) {
    DataFolder data = data();
    DocumentStore documents = DocumentStore.in(data);
    GitTrees trees = new GitTrees(new HostId(host, "lima"), data, documents);
    return new SessionActivitiesImpl(client(told.session()), documents, trees, SECRETS);
  }

  /** Returns a client whose server knows the newest run and whose sessions return nothing. */
  private WorkflowClient client(String session) {
    Object newestRun = proxy(WorkflowStub.class, asked -> described(session));
    return (WorkflowClient) proxy(WorkflowClient.class, asked -> newestRun);
  }

  private WorkflowExecutionDescription described(String session) {
    return new WorkflowExecutionDescription(
        DescribeWorkflowExecutionResponse.newBuilder()
            .setWorkflowExecutionInfo(
                WorkflowExecutionInfo.newBuilder()
                    .setExecution(
                        WorkflowExecution.newBuilder().setWorkflowId(session).setRunId(newest))
                    .setMemo(Memo.getDefaultInstance()))
            .build(),
        DefaultDataConverter.STANDARD_INSTANCE);
  }

  private static Object proxy(Class<?> type, Function<String, Object> answers) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> answers.apply(method.getName()));
  }
}
