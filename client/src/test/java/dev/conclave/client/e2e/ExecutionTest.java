package dev.conclave.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.document.Folders;
import dev.conclave.client.Run;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** From a task to a merged branch with a real server, worker and writing programs. */
@RealMachine
@Tag("e2e")
@TestMethodOrder(OrderAnnotation.class)
class ExecutionTest {
  private static final int BELOW_THRESHOLD = 4;
  private static final int USAGE = 2;
  private static final int AWAITING = 10;

  static final String MAKEFILE = "test:\n\tgrep -q handler src/server.py\n";

  /** Analyzes, plans, executes and reviews, depending on the prompt. */
  private static final String AGENT =
      """
      folder=$1 name=$2
      prompt=$(cat)
      say() { printf '%s %s\\n' "$name" "$1" >>"$folder/calls"; }
      case $prompt in
        *"You carry out one task"*)
          case $prompt in *FINDINGS*) task=fix ;; *TASK-002*"Use it in handle"*) task=2 ;; *) task=1 ;; esac
          say "task $task"
          printf '%s\\n' "$prompt" >"$folder/prompt.$task"
          [ ! -e "$folder/idle.$task" ] || exec echo "All tests pass."
          case $task in
            1) printf 'class Bucket:\\n    def take(self):\\n        return True\\n' >src/bucket.py ;;
            2) printf '# asks the bucket\\n' >>src/server.py ;;
            fix) printf '# fixed\\n' >>src/bucket.py ;;
          esac
          echo "Done as said." ;;
        *"You are one of several reviewers of the same change"*)
          say review
          printf '%s\\n' "$prompt" >"$folder/prompt.review"
          ids=$(printf '%s\\n' "$prompt" | sed -n 's/^<<<[^ ]* \\(P[0-9]*\\)$/\\1/p')
          first=true
          printf '{"findings": [], "criteria": ['
          for id in $ids; do
            $first || printf ,
            first=false
            printf '{"id": "%s", "verdict": "'"$(cat "$folder/verdict")"'", "evidence": ["src/bucket.py:1"], "note": "it does"}' "$id"
          done
          echo ']}' ;;
        *execution_group*) say plan; exec cat "$folder/plan" ;;
        *"You moderate"*) say moderation; exec cat "$folder/moderation" ;;
        *) say analysis; exec cat "$folder/analysis.$name" ;;
      esac
      """;

  private Path agents;
  private String plan = "";
  @AutoClose private Laptop laptop;

  @BeforeAll
  void open(@TempDir Path folder) throws IOException {
    laptop = machine(folder);
    agents = laptop.outside().resolve("agents");
  }

  /** Returns a machine with two agents that write. */
  static Laptop machine(Path folder) throws IOException {
    Laptop laptop = new Laptop(folder).setting("tools: [ada, bert]").withServer();
    laptop.file("Makefile", MAKEFILE).commit("Test it");
    laptop.shell("git config user.name Ada && git config user.email ada@example.org").ended(0);
    Path agents = Files.createDirectories(laptop.outside().resolve("agents"));
    Files.writeString(agents.resolve("agent.sh"), AGENT);
    Files.writeString(agents.resolve("plan"), Script.PLAN);
    Files.writeString(agents.resolve("moderation"), Script.MODERATION);
    Files.writeString(agents.resolve("verdict"), "met");
    List<String> names = List.of("ada", "bert");
    for (String name : names) {
      Files.writeString(agents.resolve("analysis." + name), Script.analysis(names.indexOf(name)));
      List<String> argv =
          List.of("sh", agents.resolve("agent.sh").toString(), agents.toString(), name);
      laptop.agent(
          name, Map.of("argv", argv, "write_argv", argv, "writable", List.of(agents.toString())));
    }
    return laptop;
  }

  @Test
  @Order(1)
  void a_plan_is_confirmed_executed_reviewed_and_merged() throws Exception {
    laptop.file("notes.txt", "mine, not committed\n");
    laptop.conclave("plan", "Limit requests per client", "--max-rounds", "1").ended(AWAITING);
    laptop.conclave("answer", "last", "approve", "1", "--watch").ended(AWAITING);

    Run commands = laptop.conclave("answer", "last", "execute", "--watch").ended(AWAITING);

    assertThat(commands.err()).contains(" executes the plan.");
    assertThat(commands.out()).contains("Which commands may run in the sandbox?");
    assertThat(laptop.conclave("list", "--awaiting").out()).contains("/execute");
    assertThat(commands.out()).contains("1) make test");
    Run delivery = laptop.conclave("answer", "last", "allow", "1", "--watch").ended(AWAITING);
    assertThat(delivery.out())
        .contains("How should it be delivered?", "make test: passed before, passed now", "2 files");
    Run merged = laptop.conclave("answer", "last", "merge", "--watch").ended(0);

    assertThat(merged.out())
        .containsPattern("TASK-001 +Add the bucket +1 +done")
        .contains("EXECUTION.md");
    assertThat(laptop.shell("git log --format=%s main").out())
        .contains("Add the bucket", "Use it in handle");
    assertThat(laptop.shell("git status --porcelain").out()).contains("notes.txt");
    assertThat(laptop.repository().resolve("src/bucket.py")).exists();
    assertThat(delivery.err()).contains("TASK-001 done by ada: 1 file, +3 −0");
    JsonNode shown = laptop.conclave("show", "last", "--json").ended(0).json();
    assertThat(shown.path("session").asText()).endsWith("/execute");
    plan = shown.at("/execution/of").asText();
    assertThat(laptop.conclave("show", plan).ended(0).out())
        .contains("session " + plan + "/execute");
    assertThat(laptop.conclave("show", "last", "--receipts").ended(0).out()).contains("executor");
    Path copy = laptop.outside().resolve("copy");
    laptop.conclave("export", "last", "--to", copy.toString()).ended(0);
    assertThat(copy.resolve("EXECUTION.md")).exists();
  }

  @Test
  @Order(2)
  void a_session_is_executed_again_unattended_with_a_check() throws Exception {
    laptop.shell("git reset -q --hard HEAD~2").ended(0);
    Run done =
        laptop
            .conclave(
                "execute",
                "last",
                "--yes",
                "--check",
                "test -f src/server.py",
                "--deliver",
                "merge",
                "--json")
            .ended(0);

    JsonNode execution = done.json().path("execution");
    assertThat(done.json().path("session").asText()).endsWith("/execute-2");
    assertThat(execution.path("lacking")).isEmpty();
    assertThat(execution.at("/checks/0/before").asText()).isEqualTo("passed");
    assertThat(execution.at("/criteria/0/verdict").asText()).isEqualTo("met");
    Path folder = Path.of(done.json().path("folder").asText());
    assertThat(folder).endsWithRaw(Path.of("execute-2"));
    assertThat(folder.resolve("tasks/TASK-001.json")).exists();
    assertThat(Files.readString(folder.resolve("EXECUTION.md"))).contains("- [x] TASK-001");
    JsonNode review = WireMapper.get().readTree(Files.readString(folder.resolve("review.json")));
    assertThat(review.path("reviewers")).isNotEmpty();
    laptop.conclave("rm", "last", "--yes").ended(0);
    assertThat(folder).doesNotExist();
    assertThat(folder.resolveSibling("IMPL_PLAN.md")).exists();
    assertThat(folder.resolveSibling("execute")).exists();
  }

  @Test
  @Order(3)
  void a_plan_file_is_executed_and_a_failed_task_is_skipped() throws Exception {
    laptop.shell("git reset -q --hard HEAD~2").ended(0);
    laptop.file(
        "p.json",
        """
        {"tasks": [
          {"id": "TASK-001", "title": "Add the bucket", "files": [{"path": "src/bucket.py"}]},
          {"id": "TASK-002", "title": "Use it in handle", "files": ["src/server.py"],
           "depends_on": ["TASK-001"]}]}
        """);
    Files.writeString(agents.resolve("idle.2"), "");
    Run kept =
        laptop
            .conclave("execute", "p.json", "--yes", "--check", "true", "--review", "skip")
            .ended(BELOW_THRESHOLD);
    Files.delete(agents.resolve("idle.2"));

    assertThat(kept.out())
        .contains("1 of 2 tasks done", "it changed nothing", "conclave resume", "git merge");
    assertThat(laptop.conclave("execute", "p.json", "--with", "direct").ended(USAGE).err())
        .contains("direct has no model");
    Run again = laptop.conclave("resume", "last").ended(AWAITING);
    assertThat(again.out()).contains("How should it be delivered?");
    laptop.conclave("answer", "last", "discard", "--watch").ended(BELOW_THRESHOLD);
  }

  @Test
  @Order(4)
  void executions_of_one_plan_are_kept_apart_and_outlive_their_work_folders() throws Exception {
    String[] command = {"execute", plan, "--yes", "--check", "true", "--review", "skip", "--json"};
    JsonNode first = laptop.conclave(command).ended(0).json();
    Path report = Path.of(first.path("folder").asText()).resolve("EXECUTION.md");
    String before = Files.readString(report);
    JsonNode second = laptop.conclave(command).ended(0).json();

    for (String field : List.of("/session", "/handle", "/folder", "/execution/branch")) {
      assertThat(first.at(field).asText()).isNotEqualTo(second.at(field).asText()).isNotEmpty();
    }
    assertThat(report).hasContent(before);
    assertThat(laptop.shell("git branch --format='%(refname:short)'").out())
        .contains(first.at("/execution/branch").asText() + "\n")
        .contains(second.at("/execution/branch").asText() + "\n");
    Folders.delete(laptop.data().resolve("executions"));
    String session = first.path("session").asText();
    assertThat(laptop.conclave("resume", session).ended(AWAITING).out())
        .contains("How should it be delivered?");
    laptop.conclave("answer", session, "merge", "--watch").ended(0);
    assertThat(laptop.shell("git log --format=%s -1 main").out()).contains("Use it in handle");
  }
}
