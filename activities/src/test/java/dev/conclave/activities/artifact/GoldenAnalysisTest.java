package dev.conclave.activities.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.Records;
import dev.conclave.activities.Resources;
import dev.conclave.activities.agent.MemoryDocuments;
import dev.conclave.activities.agent.ReplyReader;
import dev.conclave.activities.agent.Requests;
import dev.conclave.activities.discussion.DiscussionActivitiesImpl;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.analyze.AnalyzeRequest;
import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.analyze.AnalyzeWorkflow;
import dev.conclave.workflows.analyze.AnalyzeWorkflowImpl;
import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.RosterActivities.HostRoster;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Conflict.ConflictState;
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.session.ProjectionRequest;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.Message;
import dev.conclave.workflows.temporal.ServerActivitiesImpl;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.text.WireMapper;
import io.temporal.activity.Activity;
import io.temporal.activity.DynamicActivity;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.converter.EncodedValues;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Repeats the deep analysis of httpx with its recorded replies. Workflow, reply reader, rules and
 * rendering are real. The golden folder excludes the state, which names documents that contain
 * times.
 */
class GoldenAnalysisTest {
  private static final Path REPLIES = Path.of("src/test/resources/analysis/httpx").toAbsolutePath();
  private static final Instant AT = Instant.parse("2026-11-24T13:30:00Z");
  private static final String HOST = "h1";
  private static final List<String> AGENTS = List.of("alpha", "beta", "gamma");
  private static final List<String> PERSPECTIVES =
      List.of("technical", "architectural", "domain_expert");

  @Test
  @Timeout(120)
  void a_deep_analysis_matches_the_golden_folder_without_refuted_statements() throws Exception {
    Map<String, Integer> tree = tree();
    AnalyzeState state = held(tree);
    Rendering rendering = AnalysisFiles.render(state, new Rendering(new SecretFilter()));
    rendering.files().remove(SessionArtifacts.SESSION_STATE);
    rendering.files().replaceAll((path, bytes) -> atOneTime(bytes));

    assertThat(state.notes()).isEmpty();
    assertThat(state.discussionCount()).isEqualTo(3);
    Ledger ledger = state.ledger();
    assertThat(ledger.conflicts())
        .extracting(Ledger.Conflict::state)
        .containsExactly(ConflictState.OPEN, ConflictState.SETTLED);
    // The weaker model claimed the opposite of all three.
    assertThat(ledger.points(PointState.AGREED))
        .extracting(point -> point.sentence().en())
        .filteredOn(said -> said.matches(".*(netrc|Proxy's repr|After a redirect Digest).*"))
        .containsExactlyInAnyOrder(
            "netrc is not read by default, only through NetRCAuth.",
            "Proxy's repr shows its extra headers unmasked, because dict(self.headers) goes round the mask of Headers.",
            "After a redirect DigestAuth answers the challenge of the host on which the redirect ended.");
    String page = new String(rendering.files().get("context.md"), StandardCharsets.UTF_8);
    assertThat(section(page, "Your questions")).contains("Which of the fixes", "Patch: masking");
    assertThat(section(page, "Your decisions"))
        .contains(
            "— Yes, with a list that the caller can extend",
            "— Bind them to the host of the first request, but only in a major release",
            "— No, in the next 0.x.0, without a deprecation");
    assertThat(section(page, "Open questions"))
        .contains("Does the host on which a redirect ended get DigestAuth's answer");
    GoldenSessionTest.assertGolden("analysis", rendering);
  }

  private static String section(String page, String title) {
    return page.split("## " + title + "\n")[1].split("\n## ")[0];
  }

  private static byte[] atOneTime(byte[] file) {
    return new String(file, StandardCharsets.UTF_8)
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", AT.toString())
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the line count of each file of the commit. */
  private static Map<String, Integer> tree() {
    return text("tree.txt")
        .lines()
        .map(line -> line.split(" ", 2))
        .collect(Collectors.toMap(file -> file[1], file -> Integer.valueOf(file[0])));
  }

  private static String text(String recorded) {
    return Resources.text(REPLIES.resolve(recorded));
  }

  /** Runs the analysis through all gates with the recorded human answers. */
  private static AnalyzeState held(Map<String, Integer> tree) throws InterruptedException {
    WorkflowClientOptions wire =
        WorkflowClientOptions.newBuilder()
            .setDataConverter(ConclaveDataConverter.of(Optional.empty()))
            .build();
    try (TestWorkflowEnvironment environment =
        TestWorkflowEnvironment.newInstance(
            TestEnvironmentOptions.newBuilder().setWorkflowClientOptions(wire).build())) {
      Worker shared = environment.newWorker(TaskQueues.WORKFLOWS);
      shared.registerWorkflowImplementationTypes(AnalyzeWorkflowImpl.class);
      DocumentStore documents = new MemoryDocuments();
      ReplyReader replies =
          new ReplyReader(documents, new SecretFilter()::redact, Requests::wholeTree);
      AgentActivities agents = request -> reply(replies, request);
      DynamicActivity host = GoldenAnalysisTest::other;
      TreeFacts facts =
          file -> tree.containsKey(file) ? OptionalInt.of(tree.get(file)) : OptionalInt.empty();
      Object rules = new DiscussionActivitiesImpl(documents, (workspace, id) -> facts);
      shared.registerActivitiesImplementations(agents, rules, host, new ServerActivitiesImpl());
      Stream.concat(
              Stream.of(TaskQueues.host(HOST), TaskQueues.folders(HOST)),
              AGENTS.stream().map(agent -> TaskQueues.agent(HOST, agent)))
          .map(environment::newWorker)
          .forEach(worker -> worker.registerActivitiesImplementations(agents, rules, host));
      environment.start();
      AnalyzeWorkflow session =
          environment
              .getWorkflowClient()
              .newWorkflowStub(
                  AnalyzeWorkflow.class,
                  WorkflowOptions.newBuilder()
                      .setWorkflowId("uan-credentials-in-httpx")
                      .setTaskQueue(TaskQueues.WORKFLOWS)
                      .build());
      WorkflowClient.start(session::run, new SessionInput<>(request(), Optional.empty()));
      answer(session, "{'gate':'1-configuration','kind':'approve'}");
      answer(session, "{'gate':'2-tasks','kind':'approve'}");
      answer(
          session,
          "{'gate':'3-discussion','kind':'deepen','answers':{'1':'1',"
              + "'2':'Bind them to the host of the first request, but only in a major release'}}");
      answer(
          session,
          "{'gate':'4-discussion','kind':'ask','questions':['Which of the fixes change no documented behavior"
              + " and could ship in a patch release, and which need a deprecation first?']}");
      answer(session, "{'gate':'5-discussion','kind':'done','answers':{'1':'2'}}");
      answer(session, "{'gate':'6-completion','kind':'keep'}");
      return WorkflowStub.fromTyped(session).getResult(AnalyzeState.class);
    }
  }

  private static void answer(AnalyzeWorkflow session, String quoted) throws InterruptedException {
    JsonNode answer = Sessions.json(quoted.replace('\'', '"'));
    String gate = answer.path("gate").asText();
    while (session.state().gate().filter(open -> open.id().equals(gate)).isEmpty()) {
      Thread.sleep(20);
    }
    session.answer(Message.of(answer));
  }

  /** One call at a time gives a deterministic order of findings. */
  private static AnalyzeRequest request() {
    String request =
        """
        {'workspace': {'path': '/srv/httpx', 'host': 'h1'}, 'tools': ['alpha', 'beta', 'gamma'], 'mode': 'deep',
         'perspectives': ['technical', 'architectural', 'domain_expert'], 'concurrency': 1, 'budget': {},
         'languages': ['en'], 'task': 'Can credentials (auth headers, cookies, proxy passwords, URL userinfo) leak in \
        httpx: across redirects, to proxies, into logs, exceptions or reprs? Is the present protection sufficient, and \
        what would have to change?'}""";
    return WireMapper.get()
        .convertValue(Sessions.json(request.replace('\'', '"')), AnalyzeRequest.class);
  }

  /** Returns what an agent printed in the recorded session. */
  private static AskReply reply(ReplyReader replies, AskRequest request) {
    int seen = PERSPECTIVES.indexOf(request.voter()) + 1; // 0 is the human's request
    String name =
        switch (request.role()) {
          case TOPIC_ANALYZER -> "topic";
          case EXPLORER -> "exploration-" + seen;
          case ANALYST ->
              request.template().equals("ballot-1")
                  ? "ballot-" + seen
                  : "analysis-" + (seen > 0 ? seen : 4);
          case MODERATOR ->
              "moderation-" + request.round() + (request.repair().isEmpty() ? "" : "-repair");
          case SYNTHESIZER -> "conclusion";
          default -> throw new AssertionError(request);
        };
    Receipt receipt =
        Records.with(
            Requests.receipt(AT), Map.of("call_id", request.callId(), "agent", request.agent()));
    return replies.read(request, text(name + ".txt"), "general", receipt);
  }

  private static final WorkspaceActivities.Tree TREE =
      new WorkspaceActivities.Tree(
          "a".repeat(40), Optional.empty(), false, 125, 0, Optional.empty());

  /** Answers the other activities for a folder that never changes. */
  private static Object other(EncodedValues arguments) {
    Optional<String> none = Optional.empty();
    Duration time = Duration.ofMinutes(10);
    String path = "/srv/httpx";
    return switch (Activity.getExecutionContext().getInfo().getActivityType()) {
      case "openWorkspace" ->
          new WorkspaceActivities.Opened(
              new Workspace(HOST, "lima", "key", path, none, path, true, none), TREE);
      case "nameTree" -> TREE;
      case "listAgents" ->
          new HostRoster(
              AGENTS.stream()
                  .map(
                      agent ->
                          new AgentStatus(
                              agent,
                              true,
                              none,
                              none,
                              time,
                              time,
                              false,
                              Optional.empty(),
                              none,
                              true,
                              none,
                              time))
                  .toList(),
              false);
      case "projectFolder" -> arguments.get(0, ProjectionRequest.class).revision();
      default -> throw new AssertionError("nothing else is asked");
    };
  }
}
