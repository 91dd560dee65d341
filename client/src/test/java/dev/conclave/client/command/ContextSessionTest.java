package dev.conclave.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.client.Bench;
import dev.conclave.client.Run;
import dev.conclave.client.Samples;
import dev.conclave.workflows.context.ContextRequest;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.text.WireMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A full context from the terminal, stand-alone and for a planning session. */
@Timeout(600)
class ContextSessionTest {
  private static final String ID = "WFS-change-the-reply-2026-11-21";
  private static final String PLAN = "MCP-change-the-reply-2026-11-21";

  @TempDir Path folder;
  @AutoClose private Bench bench;

  @BeforeEach
  void open() throws Exception {
    bench = Bench.inMemory(folder);
  }

  @Test
  void conflicts_are_shown_one_by_one_and_answered_from_the_command_line() throws Exception {
    bench.host.conflicts(
        Samples.conflict("CON-001", "The reply changes", 2),
        Samples.conflict("CON-002", "The limiter moves", 3));

    Run run = bench.conclave("context", "Change the reply").ended(10);
    assertThat(run.out())
        .contains("your answer at gate 1-conflict", "The reply changes (gate 1-conflict)")
        .contains("CON-001, 1 of 2: High, API", "no client breaks", "Recommended  1, by ")
        .contains("affects src/api.py, src/client.py; clients; breaks clients; needs a migration;")
        .contains("effort: 2 days", "Replies (src/replies.py) already does: shapes the reply")
        .contains(
            "conclave answer " + bench.handle(ID) + " choose --strategy 1 --gate 1-conflict\n");

    assertThat(bench.conclave("confirm", ID).err())
        .contains("The open gate 1-conflict is of type conflict");
    assertThat(bench.conclave("decide", ID).err())
        .contains("choose needs the number of a strategy");
    assertThat(bench.conclave("decide", ID, "1", "--review", "agent").err())
        .contains("require approve, not choose");
    Run decided = bench.conclave("decide", ID, "1 keep the name", "--watch").ended(10);
    assertThat(decided.out())
        .contains("The limiter moves (gate 2-conflict)", "(in the human's words: keep the name)");

    bench.conclave("answer", ID, "skip", "--watch").ended(0);
    assertThat(bench.conclave("show", ID).out())
        .containsPattern("E1 +explore patterns +completed +a limiter in one file")
        .containsPattern("CON-001 +The reply changes \\(High\\) +resolved +Strategy 1 of CON-001")
        .containsPattern("CON-002 +The limiter moves \\(High\\) +unresolved +left open by ada")
        .containsPattern("1-conflict +ada +choose: Strategy 1 of CON-001")
        .contains(
            "the context is complete: 7 files, 1 of 2 conflicts resolved; changed docs/plan.md");
  }

  @Test
  void a_number_chooses_a_strategy_and_its_questions_are_answered_in_place() {
    bench.host.conflicts(Samples.conflict("CON-001", "The reply changes", 2));

    Run run =
        bench.typing("v 2\nv 7\n2\nuntil spring\n2\n", "context", "Change the reply").ended(0);
    assertThat(run.err())
        .contains("1 or 2: choose, o: custom, s: skip, x: cancel, 0: later")
        .contains("docs/plan.md, \"Interfaces\": update", "- The shape of the reply changes.")
        .contains("question: How long does the old shape stay?")
        .contains("complexity low, risk medium, effort high")
        .contains("Impact", "clients; breaks clients; needs a migration; effort: 2 days")
        .contains("Overlap", "Replies (src/replies.py) already does: shapes the reply")
        .contains("alternative: say in the plan which shape holds")
        .contains("Cannot view \"7\": use a strategy's number from 1 to 2")
        .contains("Questions for \"Strategy 2 of CON-001\": (gate 2-conflict-questions)")
        .contains(
            "a. An agent asks: \"How long does the old shape stay?\"",
            "your own text: answer, s: skip")
        .contains("strategy 2 was updated with your answers: the old shape ends then")
        .contains("as answered: [{\"question\":\"How long");
    assertThat(run.out()).contains("complete");
  }

  @Test
  void clarify_answers_a_strategys_questions_in_words_or_by_number() {
    bench.host.conflicts(Samples.conflict("CON-001", "The reply changes", 2));
    bench.conclave("context", "Change the reply");
    bench.conclave("answer", ID, "choose", "2", "--watch");

    assertThat(bench.conclave("clarify", ID, "--answer", "2=x").err()).contains("no question 2");
    Run words = bench.conclave("clarify", ID, "until spring", "--watch").ended(10);
    assertThat(words.out()).contains("(gate 3-conflict)", "until spring");
  }

  @Test
  void yes_accepts_the_recommended_strategies() {
    bench.host.conflicts(Samples.conflict("CON-001", "The reply changes", 2));

    Run run = bench.conclave("context", "Change the reply", "-y").ended(0);
    assertThat(run.out()).containsPattern("CON-001 .* resolved +Strategy 1 of CON-001");
  }

  @Test
  void a_context_without_explorations_fails_and_says_why() {
    bench.host.usable = false;

    Run run = bench.conclave("context", "Change the reply", "-y").ended(1);
    assertThat(run.out())
        .contains("no agent is available to explore; `conclave doctor` shows how to set one up")
        .contains("Continue from the saved state with `conclave resume " + bench.handle(ID) + "`");
  }

  @Test
  void a_named_session_starts_with_that_id_and_restarts_after_its_end() throws Exception {
    bench.host.conflicts(Samples.conflict("CON-001", "The reply changes", 2));
    String id = "WFS-reply_2.0-限流";
    assertThat(bench.conclave("context", "Change the reply", "--session", id).out())
        .contains("conclave answer " + id + " choose");

    Run again = bench.conclave("context", "Change the reply", "--session", id).ended(2);
    assertThat(again.err())
        .contains(
            "Session " + id + " is still running: follow it with `conclave watch " + id + "`.");

    bench.conclave("answer", id, "custom", "--watch");
    Path folder =
        Files.createDirectories(bench.repository.resolve(".workflow/active/" + id + "/.process"));
    ContextState known = (ContextState) bench.sessions("ada").get(id).known();
    Files.writeString(
        folder.resolve("session-state.json"),
        WireMapper.get().writeValueAsString(Map.of("_carried", known)));
    assertThat(bench.conclave("context", "Another task", "--session", id, "-y").ended(2).err())
        .contains("Session " + id + " holds the context of another task (Change the reply)");
    Run anew = bench.conclave("context", "Change the reply", "--session", id, "-y").ended(0);
    assertThat(anew.out()).contains(id).doesNotContain("by hand");
  }

  @Test
  void files_are_relative_to_the_workspace_root_wherever_the_command_runs() throws Exception {
    Path docs = Files.createDirectories(bench.repository.resolve("docs"));
    Files.writeString(docs.resolve("plan.md"), "# Plan\n");
    Files.writeString(docs.resolve("prd 规格.txt"), "规格\n");

    bench
        .conclave(
            ("context|Change the reply|--detach|--editable|docs/../docs/plan.md|--editable|"
                    + docs.resolve("plan.md")
                    + "|--source|docs/prd 规格.txt")
                .split("\\|"))
        .ended(0);
    ContextRequest request = (ContextRequest) bench.sessions("ada").get(ID).known().request();
    assertThat(request.editable()).containsExactly("docs/plan.md");
    assertThat(request.sources()).containsExactly("docs/prd 规格.txt");

    bench
        .conclave(
            "context Below --repo docs --editable docs/plan.md --source plan.md --detach"
                .split(" "))
        .ended(0);
    request = (ContextRequest) bench.sessions("ada").get("WFS-below-2026-11-21").known().request();
    assertThat(request.editable()).containsExactly("plan.md");
    assertThat(request.sources()).containsExactly("plan.md");

    String plan = "plan Above --source docs/plan.md --editable docs/plan.md --dry-run --json";
    assertThat(bench.conclave(plan.split(" ")).ended(2).err())
        .contains("--editable and --source require --context full");
    JsonNode planned = bench.conclave((plan + " --context full").split(" ")).ended(0).json();
    assertThat(planned.at("/request/editable/0").asText()).isEqualTo("docs/plan.md");
    assertThat(planned.at("/request/sources/0").asText()).isEqualTo("docs/plan.md");
  }

  @Test
  void it_is_cancelled_and_resumed_like_any_session_and_has_no_plan() {
    bench.host.conflicts(Samples.conflict("CON-001", "The reply changes", 2));
    bench.conclave("context", "Change the reply");

    bench.conclave("cancel", ID).ended(0);
    assertThat(bench.conclave("show", ID, "--plan").err())
        .contains(
            "Only a planning session has a plan; the result of session "
                + bench.handle(ID)
                + " is in ");
    assertThat(bench.conclave("show", ID, "--receipts").out())
        .containsPattern("gemini +context-explorer +answered");
    assertThat(bench.conclave("export", ID, "--to", "x").err()).contains("run it on host lima");
    Run resumed = bench.conclave("resume", ID).ended(10);
    assertThat(resumed.out()).contains("The reply changes (gate 2-conflict)");

    Run ended = bench.conclave("answer", ID, "custom", "--watch").ended(0);
    Run continued = bench.conclave("context", "--continue", ID).ended(10);
    assertThat(continued.out()).contains("Do you want to change a decision? (gate 3-resolutions)");
    bench.conclave("answer", ID, "reopen", "CON-001", "--watch").ended(10);
    bench.conclave("answer", ID, "custom", "keep both", "--watch").ended(0);
  }

  @Test
  void a_plan_waiting_for_its_context_is_answered_under_its_own_name() throws Exception {
    bench.host.conflicts(Samples.conflict("CON-001", "The reply changes", 2));

    Run run = bench.conclave("plan", "Change the reply", "--context", "full").ended(10);
    assertThat(run.err())
        .containsOnlyOnce(
            "Session %s is waiting for session %s/context.".formatted(bench.handle(PLAN), PLAN))
        .contains("gemini as context-explorer, attempt 1: done", "awaiting-conflict");
    assertThat(run.out())
        .contains(
            "conclave answer " + bench.handle(PLAN) + " choose --strategy 1 --gate 1-conflict\n");

    Run shown = bench.conclave("show", PLAN);
    assertThat(shown.out())
        .contains("Waiting for  " + PLAN + "/context")
        .contains(
            "conclave answer " + bench.handle(PLAN) + " choose --strategy 1 --gate 1-conflict\n");
    JsonNode json = bench.conclave("watch", PLAN, "--json").json();
    assertThat(json.path("session").asText()).isEqualTo(PLAN);
    assertThat(json.path("status").asText()).isEqualTo("awaiting");
    assertThat(json.path("waits_for").asText()).isEqualTo(PLAN + "/context");
    assertThat(json.path("answer_with").get(0).asText())
        .startsWith("conclave answer " + bench.handle(PLAN));
    assertThat(bench.conclave("answer", PLAN).err())
        .contains("Gate 1-conflict of session " + bench.handle(PLAN) + "/context takes:");

    Run decided = bench.conclave("decide", PLAN, "1", "--watch").ended(10);
    assertThat(decided.out()).contains("gate 1-decision");
    assertThat(bench.conclave("show", PLAN).out()).doesNotContain("Waiting for");
    assertThat(bench.conclave("resume", PLAN + "/context").err())
        .contains("was started for another one: resume that with `conclave resume " + PLAN + "`.");
  }

  @Test
  void the_gates_of_a_context_and_then_of_its_plan_are_asked_at_the_terminal() {
    bench.host.conflicts(Samples.conflict("CON-001", "The reply changes", 2));

    Run run = bench.typing("1\n1\na\n", "plan", "Change the reply", "--context", "full").ended(0);
    assertThat(run.err())
        .containsOnlyOnce("is waiting for session " + PLAN + "/context.")
        .containsSubsequence(
            "Accepted at gate 1-conflict",
            "Accepted at gate 1-decision",
            "Accepted at gate 2-confirmation");

    Run left = bench.typing("0\n", "plan", "Leave", "--context", "full").ended(10);
    assertThat(left.err())
        .contains("conclave watch " + bench.handle("MCP-leave-2026-11-21") + "\n");
  }
}
