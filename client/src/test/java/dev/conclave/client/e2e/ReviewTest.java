package dev.conclave.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.client.Run;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reviews with a real server, worker and programs that report, moderate and vote. */
@RealMachine
@Tag("e2e")
class ReviewTest {
  private static final int BELOW_THRESHOLD = 4;
  private static final int USAGE = 2;

  /** Reports from a file and votes by the text of an entry. */
  private static final String AGENT =
      """
      folder=$1 name=$2
      prompt=$(cat)
      printf '%s\\n' "$prompt" >"$folder/prompt.$name"
      case $prompt in
        *"You moderate"*) exec cat "$folder/moderation" ;;
        *"reviewers of the same change"*) exec cat "$folder/findings.$name" ;;
      esac
      id() { printf '%s\\n' "$prompt" | sed -n "s/^\\(P[0-9]*\\)\\. .*$1.*/\\1/p" | head -1; }
      leak=$(id 'without a limit') wrong=$(id 'never called')
      echo '{"findings": [], "votes": ['
      echo "{\\"id\\": \\"$leak\\", \\"vote\\": \\"agree\\", \\"evidence\\": [\\"src/server.py:12\\"]}"
      [ $name = bert ] || echo ",{\\"id\\": \\"$wrong\\", \\"vote\\": \\"disagree\\",
        \\"evidence\\": [\\"run: python -c 'import server', it was called\\"], \\"note\\": \\"it is called\\"}"
      echo ']}'
      """;

  private static final String ADA =
      """
      {"findings": [{"severity": "critical", "file": "src/server.py", "line": 12,
        "title": "Requests are retried without a limit", "detail": "A handler that always fails blocks the server.",
        "suggestion": "Give up after three tries.", "evidence": ["src/server.py:13"]}]}
      """;

  private static final String BERT =
      """
      {"findings": [
        {"severity": "high", "file": "src/server.py", "line": 13,
         "title": "A failing handler is called without a limit", "detail": "The loop has no end."},
        {"severity": "medium", "file": "src/server.py", "line": 10,
         "title": "The clock is never called", "detail": "Time stands still."},
        {"severity": "critical", "file": "tests/test_server.py", "line": 1,
         "title": "No test", "detail": "The change has none."}]}
      """;

  private static final String TOGETHER =
      """
      {"points": [{"statement": "A failing handler is retried without a limit.",
                   "members": ["H.1.f1", "J.1.f1"], "kind": "fact", "changes": "choice"}],
       "single": [], "conflicts": [], "approaches": [], "questions": []}
      """;

  private Path agents;
  @AutoClose private Laptop laptop;

  @BeforeAll
  void a_machine_with_two_reviewers(@TempDir Path folder) throws IOException {
    laptop = new Laptop(folder).setting("tools: [ada, bert]").withServer();
    laptop.file(
        "src/server.py",
        Script.SERVER.replace(
            "        return handler(request)\n",
            """
                    while True:
                        try:
                            return handler(request)
                        except Exception:
                            pass
            """));
    laptop.file("package-lock.json", "{}\n").commit("Retry a failed request");
    agents = Files.createDirectories(laptop.outside().resolve("reviewers"));
    Files.writeString(agents.resolve("agent.sh"), AGENT);
    Files.writeString(agents.resolve("moderation"), TOGETHER);
    Files.writeString(agents.resolve("findings.ada"), ADA);
    Files.writeString(agents.resolve("findings.bert"), BERT);
    for (String name : List.of("ada", "bert")) {
      laptop.agent(
          name,
          Map.of(
              "argv", List.of("sh", agents.resolve("agent.sh").toString(), agents.toString(), name),
              "writable", List.of(agents.toString())));
    }
  }

  @Test
  void two_reviewers_vote_on_a_range_and_the_command_fails_as_requested() throws Exception {
    Path sarif = laptop.outside().resolve("review.sarif");
    Run review =
        laptop
            .conclave("review", "HEAD~1..HEAD", "--fail-on", "high", "--sarif", sarif.toString())
            .ended(BELOW_THRESHOLD);

    assertThat(review.out())
        .containsPattern("critical +src/server.py:12 +Requests are retried.* counts +ada, bert")
        .containsPattern("medium +src/server.py:10 +The clock is never called +refuted")
        .containsPattern("high +tests/test_server.py:1 +No test +unplaced +bert")
        .contains("1 of 3 findings counted, which fails --fail-on", "package-lock.json (lockfile)")
        .doesNotContain("Solutions");
    assertThat(review.err())
        .contains("reviewing, round 1 of 2", "round 2: ada, bert answered")
        .doesNotContain("threshold");
    JsonNode shown =
        WireMapper.get().readTree(laptop.conclave("show", "last", "--json").ended(0).out());
    Path folder = Path.of(shown.path("folder").asText());
    assertThat(folder.getParent()).endsWithRaw(Path.of(".workflow/.review"));
    JsonNode file = WireMapper.get().readTree(Files.readString(folder.resolve("review.json")));
    assertThat(file.at("/findings/0/standing").asText()).isEqualTo("counts");
    assertThat(file.at("/findings/2/votes/0/evidence/0").asText()).startsWith("run: python");
    assertThat(file.path("rounds").asInt()).isEqualTo(2);
    assertThat(Files.readString(folder.resolve("review.md")))
        .contains("~~The clock is never called~~", "**ada** disagrees: it is called (run: python")
        .contains(
            "> A handler that always fails blocks the server.", "`package-lock.json`: lockfile");
    assertThat(Files.readString(agents.resolve("prompt.bert")))
        .as("the ballot shows the diff, not the task's map")
        .contains("+        while True:", "LEDGER")
        .doesNotContain("A map of the code");
    JsonNode log = WireMapper.get().readTree(Files.readString(sarif));
    assertThat(log.at("/runs/0/results")).hasSize(3);
    assertThat(log.at("/runs/0/results/0/level").asText()).isEqualTo("error");

    assertThat(laptop.conclave("list", "--all").out()).contains("review-head-1-head");
    assertThat(shown.at("/review/met").asBoolean()).isTrue();
    assertThat(shown.at("/review/outcome/findings")).hasSize(3);
    laptop.conclave("watch", "last").ended(BELOW_THRESHOLD);
    assertThat(laptop.conclave("show", "last", "--round", "2").ended(0).out()).contains("P1");
    Path copy = laptop.outside().resolve("copy");
    laptop.conclave("export", "last", "--to", copy.toString()).ended(0);
    assertThat(copy.resolve("review.md")).exists();
  }

  @Test
  void a_single_reviewer_and_round_is_reported_and_the_index_is_reviewed() throws Exception {
    laptop.file("notes.txt", "staged\n");
    laptop.shell("git add notes.txt").ended(0);
    laptop.file("notes.txt", "not staged\n");
    Files.writeString(agents.resolve("findings.ada"), ADA.replace("src/server.py", "notes.txt"));

    Run review = laptop.conclave("review", "--staged", "--reviewers", "ada", "--json").ended(0);

    JsonNode said = WireMapper.get().readTree(review.out());
    assertThat(said.at("/review/change/files").asInt()).isEqualTo(1);
    assertThat(said.at("/review/outcome/findings/0/standing").asText()).isEqualTo("counts");
    assertThat(said.at("/review/outcome/voted").asBoolean()).isFalse();
    assertThat(said.path("notes").toString()).contains("ada reviews alone, in one round");
    assertThat(Files.readString(agents.resolve("prompt.ada")))
        .contains("+staged")
        .doesNotContain("not staged");
    Files.writeString(agents.resolve("findings.ada"), ADA);
    laptop.shell("git rm -qf notes.txt").ended(0);
  }

  @Test
  void an_empty_change_is_an_error_with_a_fix() {
    Run review = laptop.conclave("review", "HEAD..HEAD").ended(USAGE);
    assertThat(review.out()).contains("nothing to review in HEAD..HEAD; choose another change");
    assertThat(laptop.conclave("review", "HEAD", "--staged").ended(USAGE).err())
        .contains("Choose one change");
    assertThat(laptop.conclave("review", "nowhere..HEAD").ended(1).out())
        .contains("there is no revision 'nowhere'");
  }
}
