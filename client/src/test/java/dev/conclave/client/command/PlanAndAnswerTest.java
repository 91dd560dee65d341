package dev.conclave.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.client.Bench;
import dev.conclave.client.Run;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.host.HostServices;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class PlanAndAnswerTest {
  private static final String ID = "MCP-add-rate-limiting-2026-11-21";

  @TempDir Path folder;
  @AutoClose private Bench bench;

  @BeforeEach
  void open() throws Exception {
    bench = Bench.inMemory(folder);
  }

  @Test
  void plan_without_a_terminal_prints_the_gate_with_commands_and_exits_with_10() {
    Run run = bench.conclave("plan", "Add rate limiting").ended(10);
    assertThat(run.out())
        .contains("your answer at gate 1-decision")
        .contains("Token bucket")
        .contains("Score        they mostly agree")
        .contains(
            "conclave answer " + bench.handle(ID) + " approve --solution 1 --gate 1-decision\n")
        .contains("conclave show " + bench.handle(ID) + " --round 1\n");
    assertThat(bench.conclave("show", ID, "--round", "1").out())
        .contains("Requests are not limited today")
        .contains("src/gone.py:3 missing");
    assertThat(run.err())
        .contains("round 1: 0.72 (threshold 0.80; agreement 0.50, feasibility 0.80");
  }

  @Test
  void the_copied_command_answers_once_and_leads_through_all_gates() {
    String[] copied = copied(bench.conclave("plan", "Add rate limiting")).split(" ");

    assertThat(bench.conclave(copied).ended(0).out()).contains("Accepted at gate 1-decision");
    bench.conclave(copied).ended(0); // sending it twice changes nothing

    assertThat(bench.conclave("watch", ID).ended(10).out())
        .contains("gate 2-confirmation", "TASK-001")
        .contains("complexity low; estimated time: 1 h");
    assertThat(bench.conclave("confirm", ID, "--watch").ended(0).out()).contains("complete");
  }

  @Test
  void end_of_input_at_a_prompt_leaves_the_session_waiting() {
    Run run = bench.typing("", "plan", "Add rate limiting").ended(10);
    assertThat(run.err()).contains("The session keeps running.");
  }

  @Test
  void questions_are_answered_one_by_one_and_the_next_gate_shows_the_answers() {
    bench.host.leadsTo(Recommendation.USER_INPUT_NEEDED);

    Run run = bench.typing("c\n100 a minute\n每个用户\n0\n", "plan", "Add rate limiting");

    assertThat(run.err()).contains("a. Which limit?").contains("2-decision");
    Run shown = bench.conclave("show", ID);
    assertThat(shown.out()).contains("100 a minute").contains("每个用户");
  }

  @Test
  void clarify_takes_numbered_answers_from_the_command_line() {
    bench.host.leadsTo(Recommendation.USER_INPUT_NEEDED);
    bench.conclave("plan", "Add rate limiting");

    bench.conclave("clarify", ID, "--answer", "a=2", "--answer", "b=per user").ended(0);
    bench.conclave("clarify", ID, "--answer", "1=1").ended(2);
  }

  @Test
  void a_failing_editor_loses_nothing_and_sends_nothing() throws Exception {
    bench.host.leadsTo(Recommendation.USER_INPUT_NEEDED);
    bench.conclave("plan", "Add rate limiting");

    bench.set("EDITOR", "no-such-editor");
    Run absent = bench.typing("", "clarify", ID).ended(2);
    assertThat(absent.err()).contains("The editor \"no-such-editor\" exited with 127");

    bench.set("EDITOR", "sh -c 'echo 每个用户 >\"$1\"; exit 3' sh");
    assertThat(kept(bench.typing("", "clarify", ID), "your text is in (\\S+)\\. "))
        .isEqualTo("每个用户\n");

    bench.set("EDITOR", "sh -c 'echo per user >\"$1\"' sh");
    Run refused = bench.typing("", "clarify", ID, "--answer", "9=x");
    assertThat(refused.err()).contains("there is no question 9");
    Run late = bench.typing("", "clarify", ID, "--digest", "0123456789abcdef").ended(2);
    assertThat(kept(late, "with -f (\\S+)")).isEqualTo("per user\n");
  }

  private static String kept(Run run, String where) throws Exception {
    Matcher named = Pattern.compile(where).matcher(run.err());
    assertThat(named.find()).as(run.err()).isTrue();
    Path file = Path.of(named.group(1));
    String text = Files.readString(file);
    Files.delete(file);
    return text;
  }

  @Test
  void the_open_gate_explains_how_to_answer() {
    bench.host.leadsTo(Recommendation.USER_INPUT_NEEDED);
    bench.conclave("plan", "Add rate limiting");

    Run nothing = bench.conclave("answer", ID).ended(2);
    assertThat(nothing.err())
        .contains(
            "Specify the kind of answer.",
            "Gate 1-clarification of session " + bench.handle(ID) + " takes:")
        .contains("answer " + bench.handle(ID) + " clarify TEXT", "--answer a=…: Which limit?")
        .doesNotContain("approve", "budget");
    assertThat(bench.conclave("answer", ID, "aprove").err())
        .contains("\"aprove\" is not a kind of answer here. Did you mean approve?", "clarify TEXT");
  }

  @Test
  void an_option_number_answers_as_at_the_prompt() {
    bench.conclave("plan", "Add rate limiting").ended(10);

    assertThat(bench.conclave("answer", ID, "9").ended(2).err()).contains("choose 1 to 2");
    assertThat(bench.conclave("answer", ID).ended(2).err())
        .containsPattern("answer " + bench.handle(ID) + " 2 +\\S")
        .contains("with approve: --execution METHOD, --review REVIEWER");
    JsonNode answered =
        bench.conclave("answer", ID, "2", "no", "new", "library", "--json").ended(0).json();

    assertThat(answered.path("outcome").asText()).isEqualTo("accepted");
    assertThat(bench.conclave("show", ID).out()).contains("no new library");
  }

  @Test
  void an_answer_that_does_not_fit_the_gate_is_refused_by_the_validator() {
    bench.conclave("plan", "Add rate limiting");

    String stale = "answer %s approve 1 --gate 7-decision";
    assertThat(refused(stale)).contains("gate 7-decision is not open", "1-decision");
    assertThat(refused("answer %s approve 1 --gate 1-decision --digest beef"))
        .contains("has changed since you viewed it");
    assertThat(refused("decide %s approve 3")).contains("there is no solution 3; choose 1 to 2");
    assertThat(refused("confirm %s"))
        .contains("The open gate 1-decision is of type decision", "approve");
  }

  private String refused(String line) {
    return bench.conclave(line.formatted(ID).split(" ")).ended(2).err();
  }

  @Test
  void drift_reopens_the_gate_and_accept_drift_continues() {
    bench.host.drifts("src/limiter.py");
    bench.conclave("plan", "Add rate limiting");

    Run reopened = bench.conclave("decide", ID, "1");
    // Plain "1" is not a kind: it is the text of an approval of the named solution.
    assertThat(reopened.code()).as(reopened.err()).isEqualTo(10);
    assertThat(reopened.out())
        .startsWith("Not accepted: src/limiter.py changed since the analysis;")
        .contains("--accept-drift", "2-decision");

    Run shown = bench.conclave("show", ID);
    assertThat(shown.out())
        .containsOnlyOnce("src/limiter.py changed since the analysis")
        .containsOnlyOnce("changed since");

    bench.conclave("decide", ID, "--solution", "1", "--accept-drift").ended(0);
  }

  @Test
  void a_plan_set_aside_by_back_is_not_shown_as_current() {
    bench.conclave("plan", "Add rate limiting");
    bench.conclave("decide", ID, "1", "--watch");
    assertThat(bench.conclave("show", ID).out()).containsPattern("(?m)^Plan ");
    assertThat(bench.conclave("show", ID, "--plan").err()).doesNotContain("was discarded");

    bench.conclave("answer", ID, "back", "--watch");

    assertThat(bench.conclave("show", ID).out()).doesNotContainPattern("(?m)^Plan ");
    Run plan = bench.conclave("show", ID, "--plan");
    assertThat(plan.out()).contains("TASK-001");
    assertThat(plan.err()).contains("This plan was discarded");
  }

  @Test
  void more_analysis_reads_its_text_from_standard_input() {
    bench.conclave("plan", "Add rate limiting");

    bench
        .piped("look at Redis\nand at 缓存", "answer", ID, "more-analysis", "-", "--watch")
        .ended(10);
    assertThat(bench.conclave("show", ID, "--round", "2").out()).contains("and at 缓存");
  }

  @Test
  void json_prints_exactly_one_document_on_standard_output() {
    Run run = bench.typing("1\n", "plan", "Add rate limiting", "--json");

    JsonNode document = run.ended(10).json();
    assertThat(document.path("session").asText()).isEqualTo(ID);
    assertThat(document.path("phase").asText()).isEqualTo("awaiting-decision");
    assertThat(document.path("answer_with").get(0).asText())
        .startsWith("conclave answer " + bench.handle(ID));

    JsonNode answered = bench.conclave("answer", ID, "approve", "1", "--json").json();
    assertThat(answered.path("outcome").asText()).isEqualTo("accepted");

    Run refused = bench.conclave("answer", ID, "approve", "--gate", "1-decision", "--json");
    assertThat(refused.ended(2).json().path("error").asText()).startsWith("Refused: ");
  }

  @Test
  void a_second_session_of_a_day_is_numbered_and_never_replaces_the_first() {
    assertThat(bench.conclave("plan", "Add rate limiting", "--detach").out()).contains(ID);

    assertThat(bench.conclave("plan", "Add rate limiting", "--detach").out().strip())
        .isEqualTo(ID + "-2");
    assertThat(bench.conclave("plan", "add RATE limiting!", "--detach").out().strip())
        .isEqualTo(ID + "-3");
  }

  @Test
  void a_round_and_a_plan_are_markdown_on_standard_output_and_the_plan_is_copied()
      throws Exception {
    bench.conclave("plan", "Add rate limiting", "--yes").ended(0);
    bench.services = HostServices.load();

    assertThat(bench.conclave("show", ID, "--round", "1", "--md").ended(0).out())
        .startsWith("#")
        .contains("Requests are not limited today");
    String plan = bench.conclave("show", ID, "--plan", "--md").ended(0).out();
    assertThat(plan).startsWith("# ").contains("TASK-001");
    Run exported = bench.conclave("export", ID, "--plan", "docs/plans").ended(0);
    Path file = bench.repository.resolve("docs/plans").resolve(bench.handle(ID) + ".md");
    assertThat(exported.out().strip()).endsWith(file.getFileName().toString());
    assertThat(Files.readString(file).strip()).isEqualTo(plan.strip());
  }

  @Test
  void cancel_at_a_gate_ends_the_session_and_resume_continues_from_saved_state() {
    bench.conclave("plan", "Add rate limiting");

    assertThat(bench.conclave("cancel", ID).ended(0).out())
        .contains("conclave resume " + bench.handle(ID));
    assertThat(bench.conclave("cancel", ID).err()).contains("already ended");
    bench.conclave("watch", ID).ended(1);

    Run resumed = bench.conclave("resume", ID).ended(10);
    assertThat(resumed.out()).contains("2-decision");
  }

  @Test
  void resume_refuses_a_running_or_complete_session() {
    bench.conclave("plan", "Add rate limiting");
    assertThat(bench.conclave("resume", ID).err()).contains("is still running");

    bench.conclave("plan", "Another task", "--yes");
    Run complete = bench.conclave("resume", "MCP-another-task-2026-11-21").ended(2);
    assertThat(complete.err()).contains("is complete");
  }

  @Test
  void yes_answers_every_gate_and_show_prints_plan_receipts_and_rounds() {
    Run run = bench.conclave("plan", "Add rate limiting", "--yes").ended(0);
    assertThat(run.out()).contains("complete");

    assertThat(bench.conclave("show", ID).out())
        .contains("Temporal UI")
        .contains("/workflows/" + ID);
    assertThat(bench.conclave("show", ID, "--plan").out())
        .contains("TASK-001")
        .contains("src/limiter.py:3 - take a token")
        .contains("a burst of 11 is refused");
    assertThat(bench.conclave("show", ID, "--receipts").out())
        .contains("gemini")
        .contains("1m 01s")
        .contains("$0.25")
        .containsOnlyOnce("codex")
        .containsPattern("(?m)^ +gemini +planner +answered");
    assertThat(bench.conclave("show", ID, "--round", "5").err())
        .contains("There is no round 5; the rounds are 1 to 1.");
    assertThat(bench.conclave("show", ID, "--raw", "gemini").ended(2).err())
        .contains("Agent output is on host lima");
    assertThat(bench.conclave("export", ID, "--to", "elsewhere").ended(2).err())
        .contains("run it on host lima");
  }

  @Test
  void show_prints_who_decided_what() {
    bench.conclave("plan", "Add rate limiting");
    bench.conclave(
        "decide", ID, "2", "--as", "grace", "--execution", "codex", "--constraint", "性能 first");

    assertThat(bench.conclave("show", ID).out())
        .contains("1-decision  grace  approve: Sliding window; execution: codex; 性能 first");
    JsonNode decision = bench.conclave("show", ID, "--json").json().path("decisions").get(0);
    assertThat(decision.path("by").asText()).isEqualTo("grace");
  }

  private String copied(Run run) {
    return run.out()
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith("conclave answer " + bench.handle(ID) + " approve"))
        .findFirst()
        .orElseThrow()
        .replaceFirst("^conclave ", "");
  }
}
