package dev.conclave.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.client.Bench;
import dev.conclave.client.Bench.Run;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.temporal.WireMapper;
import io.temporal.testserver.TestServer;
import io.temporal.testserver.TestServer.PortBoundTestServer;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class PlanAndAnswerTest {
  private static final String ID = "MCP-add-rate-limiting-2026-11-21";

  @TempDir Path folder;
  private PortBoundTestServer server;
  private Bench bench;

  @BeforeEach
  void open() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    server = TestServer.createPortBoundServer(port, true);
    bench = new Bench("127.0.0.1:" + port, folder).startWorker();
  }

  @AfterEach
  void close() {
    bench.close();
    server.close();
  }

  @Test
  void without_a_terminal_plan_prints_what_it_awaits_with_commands_to_copy_and_ends_with_10() {
    Run run = bench.conclave("plan", "Add rate limiting");

    assertThat(run.code()).as(run.err()).isEqualTo(10);
    assertThat(run.out())
        .contains("your answer at gate 1-decision")
        .contains("Token bucket")
        .contains("Score        they mostly agree")
        .contains("conclave answer " + ID + " approve --solution 1 --gate 1-decision\n")
        .contains("conclave show " + ID + " --round 1\n");
    assertThat(bench.conclave("show", ID, "--round", "1").out())
        .contains("Requests are not limited today")
        .contains("src/gone.py:3 missing");
    assertThat(run.err()).contains("round 1: 0.72 of 0.80 (agreement 0.50, feasibility 0.80");
  }

  @Test
  void the_copied_command_answers_and_each_gate_follows_until_the_session_is_complete() {
    Run plan = bench.conclave("plan", "Add rate limiting");

    Run approved = bench.conclave(copied(plan, "approve").split(" "));
    assertThat(approved.code()).as(approved.err()).isEqualTo(0);
    assertThat(approved.out()).contains("Accepted at gate 1-decision");

    Run confirmation = bench.conclave("watch", ID);
    assertThat(confirmation.code()).isEqualTo(10);
    assertThat(confirmation.out()).contains("gate 2-confirmation").contains("TASK-001");

    Run executed = bench.conclave("confirm", ID, "--watch");
    assertThat(executed.code()).as(executed.err()).isEqualTo(0);
    assertThat(executed.out()).contains("complete");
  }

  @Test
  void a_person_at_a_terminal_approves_and_confirms_by_number() {
    Run run = bench.typing("1\ne\n", "plan", "Add rate limiting");

    assertThat(run.code()).as(run.err()).isEqualTo(0);
    assertThat(run.err())
        .contains("Choose among 2 options")
        .contains("Answer (? for help):")
        .contains("Accepted at gate 1-decision")
        .contains("Accepted at gate 2-confirmation");
    assertThat(run.out()).contains("complete");
  }

  @Test
  void the_end_of_input_at_a_prompt_leaves_the_session_waiting() {
    Run run = bench.typing("", "plan", "Add rate limiting");

    assertThat(run.code()).isEqualTo(10);
    assertThat(run.err()).contains("The session goes on without you");
  }

  @Test
  void questions_are_answered_one_by_one_and_the_next_gate_knows_the_words() {
    bench.host.leadsTo(Recommendation.USER_INPUT_NEEDED);

    Run run = bench.typing("c\n100 a minute\n每个用户\n0\n", "plan", "Add rate limiting");

    assertThat(run.err()).contains("1. Which limit?").contains("2-decision");
    Run shown = bench.conclave("show", ID);
    assertThat(shown.out()).contains("100 a minute").contains("每个用户");
  }

  @Test
  void clarify_takes_answers_by_number_from_the_command_line() {
    bench.host.leadsTo(Recommendation.USER_INPUT_NEEDED);
    bench.conclave("plan", "Add rate limiting");

    Run run = bench.conclave("clarify", ID, "--answer", "1=2", "--answer", "2=per user");

    assertThat(run.code()).as(run.err()).isEqualTo(0);
    assertThat(bench.conclave("clarify", ID, "--answer", "1=1").code()).isEqualTo(2);
  }

  @Test
  void an_editor_that_fails_loses_nothing_and_sends_nothing() throws Exception {
    bench.host.leadsTo(Recommendation.USER_INPUT_NEEDED);
    bench.conclave("plan", "Add rate limiting");

    bench.set("EDITOR", "no-such-editor");
    Run absent = bench.typing("", "clarify", ID);
    assertThat(absent.code()).isEqualTo(2);
    assertThat(absent.err()).contains("The editor \"no-such-editor\" ended with 127");

    bench.set("EDITOR", "sh -c 'echo 每个用户 >\"$1\"; exit 3' sh");
    assertThat(kept(bench.typing("", "clarify", ID), "kept in (\\S+)\\. ")).isEqualTo("每个用户\n");

    bench.set("EDITOR", "sh -c 'echo per user >\"$1\"' sh");
    Run refused = bench.typing("", "clarify", ID, "--answer", "9=x");
    assertThat(refused.err()).contains("there is no question 9");
    Run late = bench.typing("", "clarify", ID, "--digest", "0123456789abcdef");
    assertThat(late.code()).isEqualTo(2);
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
  void how_to_answer_is_told_for_the_gate_that_is_open() {
    bench.host.leadsTo(Recommendation.USER_INPUT_NEEDED);
    bench.conclave("plan", "Add rate limiting");

    Run nothing = bench.conclave("answer", ID);
    assertThat(nothing.code()).isEqualTo(2);
    assertThat(nothing.err())
        .contains("Name the kind of answer.", "Gate 1-clarification of session " + ID + " takes:")
        .contains("answer " + ID + " clarify --answer 1=1")
        .doesNotContain("approve", "budget");
    assertThat(bench.conclave("answer", ID, "aprove").err())
        .contains("\"aprove\" is not a kind of answer. Did you mean approve?", "clarify --answer");
  }

  @Test
  void a_stale_answer_is_refused_with_the_validators_words() {
    bench.conclave("plan", "Add rate limiting");

    Run gone = bench.conclave("answer", ID, "approve", "1", "--gate", "7-decision");
    assertThat(gone.code()).isEqualTo(2);
    assertThat(gone.err()).contains("gate 7-decision is not open").contains("1-decision");

    Run unseen =
        bench.conclave("answer", ID, "approve", "1", "--gate", "1-decision", "--digest", "beef");
    assertThat(unseen.code()).isEqualTo(2);
    assertThat(unseen.err()).contains("no longer shows what you saw");

    Run third = bench.conclave("decide", ID, "approve", "3");
    assertThat(third.code()).isEqualTo(2);
    assertThat(third.err()).contains("there is no solution 3; choose 1 to 2");
  }

  @Test
  void the_same_answer_sent_twice_changes_nothing() {
    Run plan = bench.conclave("plan", "Add rate limiting");
    String[] command = copied(plan, "approve").split(" ");

    assertThat(bench.conclave(command).out()).contains("Accepted");
    Run again = bench.conclave(command);

    assertThat(again.code()).as(again.err()).isEqualTo(0);
  }

  @Test
  void drift_opens_the_gate_anew_and_accept_drift_goes_on() {
    bench.host.drifts("src/limiter.py");
    bench.conclave("plan", "Add rate limiting");

    Run reopened = bench.conclave("decide", ID, "1");
    // Plain "1" is no kind: the words of an approval that name the solution.
    assertThat(reopened.code()).as(reopened.err()).isEqualTo(10);
    assertThat(reopened.out())
        .startsWith("Not accepted: src/limiter.py changed since the analysis;")
        .contains("--accept-drift", "2-decision");

    Run shown = bench.conclave("show", ID);
    assertThat(shown.out())
        .containsOnlyOnce("src/limiter.py changed since the analysis")
        .containsOnlyOnce("changed since");

    Run accepted = bench.conclave("decide", ID, "--solution", "1", "--accept-drift");
    assertThat(accepted.code()).as(accepted.err()).isEqualTo(0);
  }

  @Test
  void a_plan_that_back_set_aside_is_not_shown_as_the_current_one() {
    bench.conclave("plan", "Add rate limiting");
    bench.conclave("decide", ID, "1", "--watch");
    assertThat(bench.conclave("show", ID).out()).containsPattern("(?m)^Plan ");
    assertThat(bench.conclave("show", ID, "--plan").err()).doesNotContain("set aside");

    bench.conclave("answer", ID, "back", "--watch");

    assertThat(bench.conclave("show", ID).out()).doesNotContainPattern("(?m)^Plan ");
    Run plan = bench.conclave("show", ID, "--plan");
    assertThat(plan.out()).contains("TASK-001");
    assertThat(plan.err()).contains("This plan was set aside");
  }

  @Test
  void a_command_for_one_type_of_gate_refuses_another() {
    bench.conclave("plan", "Add rate limiting");

    Run run = bench.conclave("confirm", ID);

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("The open gate is 1-decision").contains("approve");
  }

  @Test
  void more_analysis_reads_its_words_from_standard_input() {
    bench.conclave("plan", "Add rate limiting");

    Run run =
        bench.piped("look at Redis\nand at 缓存", "answer", ID, "more-analysis", "-", "--watch");

    assertThat(run.code()).as(run.err()).isEqualTo(10);
    assertThat(bench.conclave("show", ID, "--round", "2").out()).contains("and at 缓存");
  }

  @Test
  void json_prints_one_document_on_standard_output_and_nothing_else() throws Exception {
    Run run = bench.typing("1\n", "plan", "Add rate limiting", "--json");

    JsonNode document = WireMapper.get().readTree(run.out());
    assertThat(run.code()).isEqualTo(10);
    assertThat(document.path("session").asText()).isEqualTo(ID);
    assertThat(document.path("phase").asText()).isEqualTo("awaiting-decision");
    assertThat(document.path("answer_with").get(0).asText()).startsWith("conclave answer " + ID);

    Run answered = bench.conclave("answer", ID, "approve", "1", "--json");
    assertThat(WireMapper.get().readTree(answered.out()).path("outcome").asText())
        .isEqualTo("accepted");

    Run refused = bench.conclave("answer", ID, "approve", "--gate", "1-decision", "--json");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(WireMapper.get().readTree(refused.out()).path("error").asText())
        .startsWith("Refused: ");
  }

  @Test
  void yes_answers_every_gate_and_the_session_completes() {
    Run run = bench.conclave("plan", "Add rate limiting", "--yes");

    assertThat(run.code()).as(run.err()).isEqualTo(0);
    assertThat(run.out()).contains("complete");
  }

  @Test
  void a_second_session_of_a_day_is_numbered_and_never_takes_over_the_first() {
    assertThat(bench.conclave("plan", "Add rate limiting", "--detach").out()).contains(ID);

    assertThat(bench.conclave("plan", "Add rate limiting", "--detach").out().strip())
        .isEqualTo(ID + "-2");
    assertThat(bench.conclave("plan", "add RATE limiting!", "--detach").out().strip())
        .isEqualTo(ID + "-3");
  }

  @Test
  void cancel_at_a_gate_ends_the_session_and_resume_goes_on_from_what_is_saved() {
    bench.conclave("plan", "Add rate limiting");

    Run cancelled = bench.conclave("cancel", ID);
    assertThat(cancelled.code()).as(cancelled.err()).isEqualTo(0);
    assertThat(cancelled.out()).contains("conclave resume " + ID);
    assertThat(bench.conclave("cancel", ID).err()).contains("already ended");
    assertThat(bench.conclave("watch", ID).code()).isEqualTo(1);

    Run resumed = bench.conclave("resume", ID);
    assertThat(resumed.code()).as(resumed.err()).isEqualTo(10);
    assertThat(resumed.out()).contains("2-decision");
  }

  @Test
  void resume_refuses_a_session_that_runs_or_is_complete() {
    bench.conclave("plan", "Add rate limiting");
    assertThat(bench.conclave("resume", ID).err()).contains("still runs");

    bench.conclave("plan", "Another task", "--yes");
    Run complete = bench.conclave("resume", "MCP-another-task-2026-11-21");
    assertThat(complete.code()).isEqualTo(2);
    assertThat(complete.err()).contains("is complete");
  }

  @Test
  void show_tells_plan_receipts_and_rounds_of_a_session() {
    bench.conclave("plan", "Add rate limiting", "--yes");

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
  }

  @Test
  void show_tells_who_decided_what() throws Exception {
    bench.conclave("plan", "Add rate limiting");
    bench.conclave(
        "decide", ID, "2", "--as", "grace", "--execution", "codex", "--constraint", "性能 first");

    assertThat(bench.conclave("show", ID).out())
        .contains("1-decision  grace  approve: Sliding window; executed by codex; 性能 first");
    JsonNode decision =
        WireMapper.get()
            .readTree(bench.conclave("show", ID, "--json").out())
            .path("decisions")
            .get(0);
    assertThat(decision.path("by").asText()).isEqualTo("grace");
  }

  @Test
  void raw_output_that_is_not_on_this_host_is_said_to_be_elsewhere() {
    bench.conclave("plan", "Add rate limiting", "--yes");

    Run run = bench.conclave("show", ID, "--raw", "gemini");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("kept on host lima");
  }

  private static String copied(Run run, String kind) {
    return run.out()
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith("conclave answer " + ID + " " + kind))
        .findFirst()
        .orElseThrow()
        .replaceFirst("^conclave ", "");
  }
}
