package dev.conclave.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.client.Offline;
import dev.conclave.client.Run;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How {@code plan} interprets its options, tested with --dry-run, which starts nothing. */
class PlanCommandTest {
  @TempDir Path folder;
  private Offline user;

  @BeforeEach
  void sitDown() throws Exception {
    user = new Offline(folder);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plan ''|The task is empty",
        "plan|The task is empty",
        "plan x --max-rounds 0|--max-rounds takes 1 to 10, not 0.",
        "plan x --max-rounds 11|--max-rounds takes 1 to 10, not 11.",
        "plan x --max-rounds three|--max-rounds takes a number, not \"three\".",
        "plan x --budget-usd much|--budget-usd takes a number, not \"much\".",
        "plan x --tools|Missing required parameter for option '--tools' (AGENT)",
        "answer last clarify --answer foo|'--answer' (Q=TEXT) should be in KEY=VALUE format but was foo.",
        "plan x --tools gemini,chatgpt|unknown agent \"chatgpt\". Known agents: claude, codex",
        "plan x --tools custom|unknown agent \"custom\"",
        "plan x --fallback nobody|--fallback: unknown agent \"nobody\"",
        "plan x --repo no/such|no/such is not a readable directory: choose one with --repo",
        "plan x --repo file.txt|is not a readable directory",
        "plan x --repo occupied|occupied/.workflow is not a writable folder",
        "plan x --repo https://ada:secret@example.org/r.git|would stay in the history",
        "plan x --repo https://ghp_16C7e42F292c6912E7710c838347Ae178B4a@github.com/o/r.git|"
            + "would stay in the history",
        "plan x --repo /|contains your home directory and is not a Git repository",
        "plan x --repo ..|contains your home directory and is not a Git repository",
        "plan x --budget-usd 0|--budget-usd must be more than 0",
        "plan x --budget-usd NaN|--budget-usd must be more than 0",
        "plan x --budget-calls 0|--budget-calls at least 1",
        "plan x --lang fr|--lang takes en, zh or both, not \"fr\"",
        "plan x --deadline soon|\"soon\" is not a duration",
        "plan x --deadline 3d:explode|after the colon, write save, cancel or approve-first",
        "plan x --deadline 0s|\"0s\" is not a duration of at least 1s",
        "plan x -f task.md|not both",
        "plan -f missing.md|Cannot read",
        "plan -f binary.bin|is binary",
        "plan -f latin.txt|is not UTF-8 text",
        "plan -f .|Cannot read",
        "plan x --mode sideways|--mode: unknown value \"sideways\"; use parallel, serial.",
        "analyze --continue --budget-usd 3|--continue takes a session",
        "analyze x --perspectives legal|unknown perspective \"legal\"",
        "analyze x --gate-timeout soon|\"soon\" is not a duration",
        "execute|Missing required parameter",
        "execute last --parallel 0|--parallel takes 1 to 8, not 0.",
        "execute last --deliver patch --yes|--deliver takes merge or pr, not patch.",
        "execute last --deliver merge|--deliver requires --yes",
        "execute last --branch a..b|\"a..b\" is not a valid branch name",
        "execute last --branch -x|--branch",
        "execute last --branch a.lock/b|\"a.lock/b\" is not a valid branch name",
        "execute last --review skip,codex|--review takes agents or skip, not both.",
        "execute last --with direct|direct has no model",
        "execute missing.json|missing.json as JSON",
        "execute last --repo sub|--repo requires a plan file",
        "plan Add rate limiting|Put the task in quotes: \"Add rate limiting\"",
        "plan x --max-round 3|Unknown option --max-round. Did you mean --max-rounds?",
        "plan x --tool codex|Unknown option --tool. Did you mean --tools?",
        "plan x --tools gemni|unknown agent \"gemni\". Did you mean gemini? Known agents:",
        "plan x --lang cn|--lang takes en, zh or both, not \"cn\"",
        "anser last|Unknown command \"anser\". Did you mean answer?",
        "help anser|Unknown command \"anser\". Did you mean answer?",
        "answer last aprove|\"aprove\" is not a kind of answer here. Did you mean approve?",
        "decide last mor-analysis|approve takes the number of a solution first, but got \"mor-analysis\".",
        "decide last drop-agent|approve takes the number of a solution first, but got \"drop-agent\".",
        "confirm last modfy|execute takes no text, but got \"modfy\".",
        "answer last approve 1 --execution codx|--execution: unknown value \"codx\"; use agent, codex, auto.",
        "list sessions|Unexpected argument \"sessions\".",
        "plan x --frobnicate|Unknown option --frobnicate.",
        "plan Gr\uFFFD\uFFFDe|is not UTF-8: set a UTF-8 locale",
        "plan x --context all|--context takes search, full or a session of",
        "decide last but why|approve takes the number of a solution first, but got \"but why\".",
        "answer|SESSION",
        "answer last nod|\"nod\" is not a kind of answer here. Kinds: clarify",
        "answer last approve --solution 1 2|approve takes the number of a solution first, but got \"2\".",
        "answer last clarify --solution 1 foo|require approve, not clarify.",
        "show|SESSION",
        "export last|--to",
        "lst|Unknown command \"lst\". Did you mean list? See `conclave --help`",
      })
  void an_invalid_request_is_refused_with_exit_code_2_and_a_fix(String line, String sentence)
      throws Exception {
    Files.writeString(user.directory.resolve("file.txt"), "x");
    Path occupied = Files.createDirectory(user.directory.resolve("occupied"));
    Files.writeString(occupied.resolve(".workflow"), "x");
    Files.writeString(user.directory.resolve("task.md"), "x");
    Files.write(user.directory.resolve("binary.bin"), new byte[] {'a', 0, 'b'});
    Files.write(user.directory.resolve("latin.txt"), "Größe".getBytes(StandardCharsets.ISO_8859_1));

    Run run = user.conclave(line.replace("''", "").split(" ")).ended(2);
    assertThat(run.err()).contains(sentence);
    assertThat(run.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--session MCP-x|--session takes WFS- followed by letters, digits, '.', '_' or '-'",
        "--session WFS-a/b|not \"WFS-a/b\"",
        "--session WFS-|not \"WFS-\"",
        "--editable gone.md|does not exist or is a link: use the file itself",
        "--editable link.md|does not exist or is a link: use the file itself",
        "--editable .|does not exist or is a link",
        "--editable code.py|--editable takes Markdown files (.md), not code.py",
        "--editable ../home/notes.md|is outside the workspace",
        "--editable out/notes.md|is outside the workspace",
        "--source ../home/notes.md|is outside the workspace",
        "--source binary.txt|binary.txt is binary: use a text file",
        "--source latin.txt|latin.txt is not UTF-8 text: convert it",
      })
  void an_invalid_context_source_is_refused_with_a_fix(String options, String sentence)
      throws Exception {
    Path home = folder.resolve("home");
    Files.writeString(home.resolve("notes.md"), "x");
    Files.writeString(user.directory.resolve("plan.md"), "x");
    Files.writeString(user.directory.resolve("code.py"), "x");
    Files.write(user.directory.resolve("binary.txt"), new byte[] {'a', 0});
    Files.write(user.directory.resolve("latin.txt"), new byte[] {(byte) 0xe9});
    Files.createSymbolicLink(user.directory.resolve("link.md"), Path.of("plan.md"));
    Files.createSymbolicLink(user.directory.resolve("out"), home);

    Run run = user.conclave(("context x " + options).split(" ")).ended(2);
    assertThat(run.err()).contains(sentence);
  }

  @Test
  void a_task_that_looks_like_an_option_or_argument_file_is_taken_as_text() throws Exception {
    assertThat(request("plan", "@ada asks for a limit").path("task").asText())
        .isEqualTo("@ada asks for a limit");
    assertThat(user.conclave("plan", "--dry-run", "--json", "--", "--json is broken").out())
        .contains("\"task\" : \"--json is broken\"");
    for (String text : List.of("--json is broken", "- [ ] limit per key")) {
      assertThat(user.conclave("plan", text).ended(2).err())
          .contains("put it last after --: conclave plan -- '…'");
    }
  }

  @Test
  void version_and_help_are_results() {
    assertThat(user.conclave("--version").out())
        .startsWith("conclave 0.1")
        .contains("Temporal SDK 1.", "Java ");
    assertThat(user.conclave("--help").out())
        .contains("plan")
        .contains("answer")
        .contains("waiting for your input");
    user.conclave("plan", "--help").ended(0);
  }

  @Test
  void the_first_screen_without_a_command_says_what_to_do_first() {
    Run run = user.conclave().ended(0);
    assertThat(run.out()).contains("conclave plan \"", "conclave doctor", "conclave --help");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void a_plain_task_uses_the_configured_defaults() throws Exception {
    JsonNode request = request("plan", "Add rate limiting");

    assertThat(request.path("tools").toString()).isEqualTo("[\"gemini\",\"codex\"]");
    assertThat(request.path("tools_named").asBoolean()).isFalse();
    assertThat(request.path("fallback").size()).isEqualTo(5);
    assertThat(request.path("max_rounds").asInt()).isEqualTo(3);
    assertThat(request.path("mode").asText()).isEqualTo("parallel");
    assertThat(request.path("save_context").asBoolean()).isTrue();
    assertThat(request.at("/workspace/path").asText())
        .isEqualTo(user.directory.toRealPath().toString());
    assertThat(request.path("by").asText()).isEqualTo("ada");
  }

  @Test
  void named_tools_exclude_the_built_in_fallback() throws Exception {
    JsonNode request = request("plan", "x", "--tools", "claude,codex,claude");

    assertThat(request.path("tools").toString()).isEqualTo("[\"claude\",\"codex\"]");
    assertThat(request.path("tools_named").asBoolean()).isTrue();
    assertThat(request.path("fallback")).isEmpty();
    assertThat(fallback("--tools", "claude", "--fallback", "qwen")).isEqualTo("[\"qwen\"]");
  }

  @Test
  void the_users_fallback_chain_applies_even_with_named_tools() throws Exception {
    Files.writeString(user.configuration, "fallback: [claude, qwen]\n");

    assertThat(fallback("--tools", "codex")).isEqualTo("[\"claude\",\"qwen\"]");
    assertThat(fallback("--tools", "codex", "--fallback", "gemini")).isEqualTo("[\"gemini\"]");
  }

  private String fallback(String... options) throws Exception {
    return request(Stream.concat(Stream.of("plan", "x"), Stream.of(options)).toArray(String[]::new))
        .path("fallback")
        .toString();
  }

  @Test
  void every_option_reaches_the_request() throws Exception {
    JsonNode request =
        request(
            ("plan -f task.md --max-rounds 10 --mode serial --auto-execute --no-save-context -y"
                    + " --budget-usd 2.5 --budget-calls 40 --deadline 3d:approve-first --lang en,zh"
                    + " --repo https://example.org/team/repo.git#feature/x")
                .split(" "));

    assertThat(request.path("task").asText()).isEqualTo("为订单服务添加限流");
    assertThat(request.path("max_rounds").asInt()).isEqualTo(10);
    assertThat(request.path("mode").asText()).isEqualTo("serial");
    assertThat(request.path("auto_execute").asBoolean()).isTrue();
    assertThat(request.path("yes").asBoolean()).isTrue();
    assertThat(request.path("save_context").asBoolean()).isFalse();
    assertThat(request.at("/budget/usd").asDouble()).isEqualTo(2.5);
    assertThat(request.at("/budget/calls").asInt()).isEqualTo(40);
    assertThat(request.at("/deadline/after").asText()).isEqualTo("PT72H");
    assertThat(request.at("/deadline/policy").asText()).isEqualTo("approve-first");
    assertThat(request.path("languages").toString()).isEqualTo("[\"en\",\"zh\"]");
    assertThat(request.at("/workspace/url").asText())
        .isEqualTo("https://example.org/team/repo.git");
    assertThat(request.at("/workspace/ref").asText()).isEqualTo("feature/x");
  }

  @Test
  void a_task_of_up_to_64_KiB_can_come_from_standard_input() {
    Run run = user.piped("\ufeffFix the\nlogin page\n", "plan", "-", "--dry-run", "--json");
    assertThat(run.json().at("/request/task").asText()).isEqualTo("Fix the\nlogin page");

    assertThat(user.piped("x".repeat((64 << 10) + 1), "plan", "-", "--dry-run").ended(2).err())
        .contains("longer than 64 KiB");
  }

  @Test
  void a_folder_may_be_a_symlink_with_spaces_and_hashes_in_its_name() throws Exception {
    Path real = Files.createDirectories(folder.resolve("a b #1 仓库"));
    Files.createSymbolicLink(user.directory.resolve("link"), real);

    for (String named : List.of("link", real.toString())) {
      assertThat(request("plan", "x", "--repo", named).at("/workspace/path").asText())
          .isEqualTo(real.toRealPath().toString());
    }
  }

  @Test
  void a_repository_narrows_tools_and_budget_but_never_drops_named_agents() throws Exception {
    Files.writeString(
        user.directory.resolve(".conclave.yaml"), "tools: [codex]\nbudget: {calls: 7}\n");

    JsonNode request = request("plan", "x", "--budget-calls", "100");
    assertThat(request.path("tools").toString()).isEqualTo("[\"codex\"]");
    assertThat(request.at("/budget/calls").asInt()).isEqualTo(7);

    Run refused = user.conclave("plan", "x", "--tools", "gemini,codex", "--dry-run").ended(2);
    assertThat(refused.err()).contains(".conclave.yaml").contains("does not permit agent gemini");
  }

  @Test
  void an_invalid_configuration_is_refused_naming_its_file() throws Exception {
    Files.writeString(user.configuration, "tols: [codex]\n");

    Run run = user.conclave("plan", "x", "--dry-run").ended(2);
    assertThat(run.err()).contains(user.configuration.getFileName().toString()).contains("tols");
  }

  @Test
  void a_client_only_dry_run_says_what_it_cannot_know() {
    Run run = user.conclave("plan", "x", "--dry-run", "--budget-usd", "3").ended(0);
    assertThat(run.out())
        .contains("call gemini, codex in parallel, at most 3 rounds")
        .contains("up to 6 calls for analyses, 3 for moderation and 1 for the plan")
        .contains("$3.00")
        .contains("Only the client is installed here")
        .contains("Nothing was started.");
  }

  @Test
  void a_dry_run_shows_what_the_full_context_would_ask() throws Exception {
    Run run = user.conclave("plan", "Refactor the limiter", "--context", "full", "--dry-run");

    assertThat(run.out().replaceAll("\\s+", " "))
        .contains(
            "gather the full context first (high complexity; angles: architecture, dependencies,"
                + " modularity, integration-points): 4 calls to explore, and 1 if there are"
                + " conflicts");
    assertThat(user.conclave("plan", "x", "--dry-run").out()).doesNotContain("full context");
    assertThat(request("plan", "x").path("context").asText()).isEqualTo("search");
  }

  @Test
  void a_missing_server_is_exit_code_3_with_a_fix_or_a_json_document() {
    assertThat(user.conclave("list").ended(3).err()).contains("127.0.0.1:1", "TEMPORAL_ADDRESS");

    JsonNode error = user.conclave("list", "--json").json();
    assertThat(error.path("exit_code").asInt()).isEqualTo(3);
    assertThat(error.path("error").asText()).contains("127.0.0.1:1");
  }

  private JsonNode request(String... args) throws Exception {
    Files.writeString(user.directory.resolve("task.md"), "为订单服务添加限流\n");
    String[] all =
        Stream.concat(Stream.of(args), Stream.of("--dry-run", "--json")).toArray(String[]::new);
    return user.conclave(all).ended(0).json().path("request");
  }
}
