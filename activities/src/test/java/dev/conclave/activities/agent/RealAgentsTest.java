package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.conclave.activities.agent.endpoint.InstalledAgents;
import dev.conclave.activities.agent.endpoint.ModelRequest;
import dev.conclave.activities.agent.endpoint.Scenario;
import dev.conclave.activities.agent.endpoint.ScriptedModelEndpoint;
import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallFolder.CallKey;
import dev.conclave.activities.agent.process.CallFolder.WaitingActivity;
import dev.conclave.activities.agent.process.OrphanSweep;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.tool.Tool;
import dev.conclave.activities.workspace.CallPlace;
import dev.conclave.activities.workspace.ExecutionRepository;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.Snapshots;
import dev.conclave.activities.workspace.TestRepositories;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.activities.workspace.TreeFiles.TreeFile;
import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.model.SandboxLevel;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.WireMapper;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The pinned agent programs against a scripted model on loopback. Their streams are tested with
 * recordings.
 *
 * @see RecordedStreamsTest
 */
@Order(1) // the slowest
@Execution(ExecutionMode.CONCURRENT)
@Tag("real")
class RealAgentsTest {
  private static final String SOURCE = "class A {}";
  private static final String REPLY = "{\"feasibility_score\": 0.8, \"findings\": [\"found\"]}";

  /** Cached versions: querying one takes as long as a call. */
  private static final Map<String, Programs> ASKED = new ConcurrentHashMap<>();

  @TempDir Path root;
  private ScriptedModelEndpoint endpoint;
  private DataFolder data;
  private Path work;
  private String prompt = "?";
  private String sandbox = "auto";
  private BiFunction<AskRequest, String, CallPlace> folders =
      (request, holder) -> new ListedFolder(work, new ArrayList<>());

  @BeforeEach
  void open() throws Exception {
    endpoint = new ScriptedModelEndpoint();
    data = new DataFolder(root.resolve("data"));
    work = Files.createDirectory(root.resolve("work"));
    Files.createDirectory(root.resolve("home"));
    Files.writeString(work.resolve("A.java"), SOURCE + "\n");
  }

  @AfterEach
  void close() throws Exception {
    endpoint.close();
    assertThat(new OrphanSweep(data).running()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gemini", "codex", "qwen", "claude", "opencode"})
  void a_320_kb_prompt_arrives_whole_and_the_receipt_is_complete(String agent) throws Exception {
    String url = endpoint.script("ok", Scenario.Answer.text(REPLY));
    String prompt = "begin " + "a line of the context\n".repeat(15_000) + " the very end";
    assertThat(prompt.length()).isGreaterThan(320 << 10);

    CallResult answer = call(agent, url, prompt, Map.of());

    assertThat(answer.text()).isEqualTo(REPLY);
    Receipt receipt = answer.receipt();
    assertThat(receipt.version()).isPresent();
    assertThat(receipt.exit()).contains(0);
    assertThat(receipt.tokensIn()).isEqualTo(120);
    assertThat(receipt.tokensOut()).isEqualTo(34);
    assertThat(receipt.costUsd()).isPresent();
    assertThat(receipt.costSource()).isEqualTo(agent.equals("claude") ? "reported" : "price-table");
    assertThat(receipt.stdout()).isPresent();
    assertThat(endpoint.requests("ok"))
        .singleElement()
        .extracting(ModelRequest::prompt)
        .asString()
        .contains("begin ", " the very end");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gemini", "codex", "claude"})
  void a_rate_limit_is_reported_at_once_without_waiting(String agent) throws Exception {
    Duration wait = Duration.ofSeconds(55); // long enough to start an agent on a loaded machine
    String url = endpoint.script("429", new Scenario.Refusal(429, Optional.of(wait)));
    CallRunner calls = calls(agent, url, Map.of());
    Instant before = Instant.now();

    AgentFailure failure = failure(calls, agent);

    assertThat(failure.kind()).isEqualTo(FailureKind.RATE_LIMITED);
    assertThat(Duration.between(before, Instant.now())).isLessThan(wait);
    if (agent.equals("claude")) {
      assertThat(failure.resetAt().orElseThrow()).isAfter(before.plusSeconds(45));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "gemini, 401",
    "codex, 401",
    "qwen, 401",
    "claude, 401",
    "opencode, 401",
    "gemini, 503",
    "codex, 503",
  })
  void a_rejected_key_and_an_unreachable_server_are_recognised(String agent, int status) {
    AgentFailure failure =
        failure(agent, endpoint.script("" + status, Scenario.Refusal.of(status)), Map.of());

    assertThat(failure.kind())
        .isEqualTo(status == 401 ? FailureKind.NOT_AUTHENTICATED : FailureKind.UNAVAILABLE);
    assertThat(failure.message()).contains(status == 401 ? "401" : "");
  }

  /** The other agents are killed during a tool call in another test. */
  @ParameterizedTest
  @ValueSource(strings = {"codex", "opencode"})
  void a_hung_model_times_out_and_leaves_no_process(String agent) throws Exception {
    String url = endpoint.script("hang", new Scenario.Hang());

    AgentFailure failure = failure(agent, url, Map.of("stale_after", "PT6S"));

    assertThat(failure.kind()).isEqualTo(FailureKind.TIMED_OUT);
    assertThat(new OrphanSweep(data).running()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gemini", "qwen", "claude"})
  void writes_by_the_model_are_denied_in_analysis_mode(String agent) throws Exception {
    Path target = work.resolve("written.txt");
    String url = endpoint.script("write", new Scenario.WriteFile(target.toString(), REPLY));

    CallResult answer = call(agent, url, "?", Map.of());

    assertThat(answer.text()).isEqualTo(REPLY);
    assertThat(target).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gemini", "codex", "qwen", "claude", "opencode"})
  void a_sandboxed_agent_reaches_only_its_snapshot_and_its_model(String agent) throws Exception {
    Tool.needed("bwrap");
    sandbox = "require";
    Path file = work.resolve("A.java");
    String url = endpoint.script("read", new Scenario.ReadFile(file.toString(), REPLY));

    CallResult answer = call(agent, url, "?", Map.of());

    assertThat(answer.text()).isEqualTo(REPLY);
    assertThat(answer.receipt().level()).contains(SandboxLevel.SANDBOXED);
    assertThat(answer.receipt().refused()).allMatch(place -> place.endsWith(" (usual)"));
    assertThat(endpoint.requests("read"))
        .anyMatch(request -> request.toolResult() && request.body().toString().contains(SOURCE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"gemini", "codex", "qwen", "claude", "opencode"})
  void a_sandboxed_agent_executes_a_task_and_its_commands_see_no_user_data(String agent)
      throws Exception {
    Tool.needed("bwrap");
    sandbox = "require";
    TestRepositories.repository(work, "A.java=" + SOURCE + "\n", "test.sh=grep B A.java\n");
    Workspace workspace = TestRepositories.workspace(work);
    GitTrees trees = new GitTrees(data, DocumentStore.in(data));
    String tree = trees.name(workspace).id();
    AskRequest task =
        Requests.in(workspace, tree, Role.EXECUTOR).withMode(Mode.WRITE).withAgent(agent);
    Snapshots snapshots = new Snapshots(data, trees, false);
    folders = (request, holder) -> CallPlace.open(snapshots, request, holder);
    Path folder =
        new ExecutionRepository(trees, workspace, task.session())
            .folder()
            .resolve("folders/0/tree");
    Path other = root.resolve("home/other.txt");
    Files.writeString(root.resolve("home/secret"), "the user's");
    String command =
        "echo 'class B {}' > A.java; sh test.sh > ran.txt; git status --porcelain >> ran.txt; cat '%s/home/secret' > seen.txt; echo x > '%s'; ls /proc > processes.txt"
            .formatted(root, other);
    Path file = folder.resolve("written.txt");
    String writing = endpoint.script("write", new Scenario.WriteFile(file.toString(), REPLY));
    String running = endpoint.script("shell", new Scenario.Shell(command, REPLY));

    CallResult wrote =
        calls(agent, writing, Map.of())
            .call(request(task.withCallId("write")), new CallControl(), p -> {});
    CallResult ran =
        calls(agent, running, Map.of())
            .call(request(task.withCallId("run")), new CallControl(), p -> {});

    assertThat(wrote.text()).isEqualTo(REPLY);
    assertThat(ran.text()).isEqualTo(REPLY);
    try (TreeFiles written = trees.files(workspace, wrote.tree());
        TreeFiles run = trees.files(workspace, ran.tree())) {
      assertThat(written.list())
          .extracting(TreeFile::path)
          .containsExactlyInAnyOrder("A.java", "test.sh", "written.txt");
      assertThat(written.lines("written.txt").orElseThrow().get(0)).startsWith("written by a tool");
      assertThat(run.list())
          .extracting(TreeFile::path)
          .containsExactlyInAnyOrder("A.java", "test.sh", "ran.txt", "seen.txt", "processes.txt");
      assertThat(run.lines("ran.txt").orElseThrow()).contains("class B {}", " M A.java");
      assertThat(run.lines("seen.txt").orElseThrow()).isEmpty();
      assertThat(run.lines("processes.txt").orElseThrow())
          .filteredOn(line -> line.matches("\\d+"))
          .hasSizeLessThan(20);
    }
    assertThat(other).doesNotExist();
    assertThat(trees.name(workspace).id()).as("the user's tree").isEqualTo(tree);
    assertThat(TestRepositories.git(work, "status", "--porcelain")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gemini", "codex", "qwen", "claude"})
  void a_blocked_local_model_is_reported_with_the_setting_that_allows_it(String agent) {
    Tool.needed("bwrap");
    sandbox = "require";
    String url = endpoint.script("ok", Scenario.Answer.text(REPLY));

    AgentFailure failure = failure(agent, url, Map.of("network_allow", List.of()));

    assertThat(failure.kind()).isEqualTo(FailureKind.UNAVAILABLE);
    assertThat(failure.message())
        .contains("its network blocks " + URI.create(url).getAuthority(), agent + ".network_allow");
    assertThat(failure.receipt().orElseThrow().refused()).contains(URI.create(url).getAuthority());
    assertThat(endpoint.requests("ok")).isEmpty();
  }

  /** One agent exits with 0 and no answer, another retries forever. */
  @ParameterizedTest
  @ValueSource(strings = {"gemini", "codex", "qwen", "claude", "opencode"})
  void no_agent_answers_without_a_network(String agent) throws Exception {
    Tool.needed("bwrap");
    sandbox = "require";
    String url = endpoint.script("ok", Scenario.Answer.text(REPLY));

    AgentFailure failure =
        failure(
            agent,
            url,
            Map.of("network", "none", "network_allow", List.of(), "stale_after", "PT20S"));

    assertThat(failure.kind())
        .isIn(FailureKind.UNAVAILABLE, FailureKind.TIMED_OUT, FailureKind.EMPTY_REPLY);
    assertThat(endpoint.requests("ok")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gemini", "qwen", "claude"})
  void cancellation_during_a_tool_call_leaves_nothing_running(String agent) throws Exception {
    Path mark = work.resolve("tool-runs");
    String url =
        endpoint.script(
            "shell", new Scenario.Shell("touch '" + mark + "'; tail -f /dev/null", REPLY));
    CallControl control = new CallControl();
    CallRunner calls = calls(agent, url, Map.of("write", true));

    CallFailed ended =
        catchThrowableOfType(
            CallFailed.class,
            () ->
                calls.call(
                    request(agent, Mode.WRITE),
                    control,
                    p -> {
                      if (Files.exists(mark)) {
                        control.cancel();
                      }
                    }));

    assertThat(ended.failure().receipt().orElseThrow().signal()).contains("TERM");
    assertThat(mark).exists();
    assertThat(new OrphanSweep(data).running()).isEmpty();
  }

  @Test
  void the_users_gemini_settings_are_read_and_never_written() throws Exception {
    Path users = Files.createDirectories(root.resolve("home/.gemini"));
    Files.writeString(
        users.resolve("settings.json"),
        "{\"security\":{\"auth\":{\"selectedType\":\"gemini-api-key\"}},\"mcpServers\":{\"x\":{\"command\":\"x\"}}}");
    Files.writeString(users.resolve("google_accounts.json"), "{}");
    String url = endpoint.script("ok", Scenario.Answer.text(REPLY));

    call("gemini", url, "?", Map.of());

    assertThat(users).isDirectoryNotContaining("glob:**/{tmp,history,projects.json}");
    Path ours = data.agentSettings().resolve("gemini/.gemini");
    assertThat(ours.resolve("google_accounts.json")).isSymbolicLink();
    assertThat(Files.readString(ours.resolve("settings.json")))
        .contains("gemini-api-key", "maxAttempts")
        .doesNotContain("mcpServers");
  }

  private CallResult call(String agent, String url, String words, Map<String, Object> more)
      throws Exception {
    return call(calls(agent, url, more), agent, words);
  }

  private CallResult call(CallRunner calls, String agent, String words) throws Exception {
    prompt = words;
    return calls.call(request(agent, Mode.ANALYSIS), new CallControl(), p -> {});
  }

  private AgentFailure failure(String agent, String url, Map<String, Object> more) {
    return failure(
        calls(agent, url, more), agent); // not in the lambda: a missing program skips the test
  }

  private AgentFailure failure(CallRunner calls, String agent) {
    return catchThrowableOfType(CallFailed.class, () -> call(calls, agent, "?")).failure();
  }

  private static CallRequest request(String agent, Mode mode) {
    return request(Requests.of(agent, mode, "tree-1", Duration.ofMinutes(4)));
  }

  private static CallRequest request(AskRequest ask) {
    String question = ask.agent() + ask.callId();
    return new CallRequest(
        CallKey.of("default", "MCP-real", question.getBytes(StandardCharsets.UTF_8)),
        new WaitingActivity("run-1", "a1"),
        ask);
  }

  private CallRunner calls(String agent, String url, Map<String, Object> more) {
    AgentConfiguration settings = InstalledAgents.configuration(agent, url, more);
    Map<String, Object> price = Map.of("input", 1.0, "output", 2.0);
    Configuration configuration =
        WireMapper.get()
            .convertValue(
                Map.of(
                    "sandbox",
                    sandbox,
                    "agents",
                    Map.of(agent, settings),
                    "prices",
                    Map.of("gemini-2.5", price, "scripted", price)),
                Configuration.class);
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", root.resolve("home").toString());
    environment.put(
        "GEMINI_CLI_NO_RELAUNCH", "true"); // otherwise it relaunches itself to print its version
    return new CallRunner(
        data,
        configuration,
        environment,
        ASKED.computeIfAbsent(agent, any -> asked(Path.of(settings.binary()), environment)),
        folders,
        (request, directory) -> prompt,
        new MemoryDocuments(),
        UnaryOperator.identity(),
        new CallSlots(configuration.slots()));
  }

  /** Queries the version again if a loaded machine left too little time. */
  private static Programs asked(Path program, Map<String, String> environment) {
    return Stream.generate(Programs::new)
        .limit(16)
        .filter(programs -> programs.version(program, environment).isPresent())
        .findFirst()
        .orElseThrow();
  }
}
