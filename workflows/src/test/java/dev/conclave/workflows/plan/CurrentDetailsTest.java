package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.gate.Note.NoteKind;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.text.WireMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the Temporal UI shows of a session; the rendering was checked in version 2.42. */
class CurrentDetailsTest {
  private static final Instant AT = Instant.parse("2026-11-21T08:00:10Z");

  private final PlanState session = new PlanState(SessionDriver.ID, SessionDriver.request(), AT);

  @Test
  void an_open_gate_shows_its_options_as_a_table_with_wrapping_commands() {
    session.setPhase(Phase.AWAITING_DECISION);
    session
        .gates()
        .open(
            GateType.DECISION,
            GateType.DECISION.kinds(),
            new GateContent(
                "The discussion found one option.",
                List.of(option("Token | bucket <img src=x>\n# in `handle`")),
                List.of(Ledgers.question("Q1", "Per user?", "yes", "no")),
                List.of(Note.of(NoteKind.SUBJECT, "score 0.9")),
                List.of(),
                List.of()),
            AT);
    String digest = session.gates().open().orElseThrow().digest();

    assertThat(session.details().lines())
        .containsSubsequence(
            "### waiting for decision",
            "**The discussion found one option.** (gate `1-decision`, open since 2026-11-21 08:00 UTC)",
            "| # | Option | Score | Effort, risk | Citations verified | By |",
            "| 1 | **Token \\| bucket \\<img src=x\\> \\# in \\`handle\\`** Pro: simple. Con: slow."
                + " | 80 | low, medium | 3 of 4 | gemini, codex |",
            "- a: Per user? (1: yes; 2: no; recommended: 1, by gemini)",
            "",
            "- score 0.9",
            "- `{\"gate\":\"1-decision\",\"digest\":\""
                + digest
                + "\",\"kind\":\"approve\",\"solution\":1}`",
            "- `{\"gate\":\"1-decision\",\"digest\":\"" + digest + "\",\"kind\":\"cancel\"}`",
            "`conclave answer MCP-limits-2026-11-21 approve --solution 1 --gate 1-decision --digest"
                + " "
                + digest
                + "`");
  }

  @Test
  void the_asked_agents_are_named_while_they_work() {
    session.setPhase(Phase.ANALYZING);
    session.setAnalysts(List.of("gemini", "my_agent"));

    assertThat(session.details()).contains("### analyzing, round 1", "Asking gemini, my\\_agent.");
  }

  @Test
  void the_awaited_host_is_named_until_a_human_is_awaited() {
    session.setPhase(Phase.ANALYZING);
    assertThat(session.details()).contains("Host: h1. An activity that stays Scheduled");
    session.setWorkspace(new ScriptedHost("h1", "li_ma").open(spec()).workspace());
    assertThat(session.details()).contains("Host: li\\_ma. An activity that stays");

    session.setHindrance("waiting for host lima or another: no worker responds");
    assertThat(session.details())
        .contains("**waiting for host lima or another: no worker responds**")
        .doesNotContain("Host:");

    session.setHindrance(null);
    session.setPhase(Phase.AWAITING_DECISION);
    session
        .gates()
        .open(
            GateType.DECISION,
            GateType.DECISION.kinds(),
            new GateContent("Choose.", List.of(), List.of(), List.of(), List.of(), List.of()),
            AT);
    assertThat(session.details()).doesNotContain("Host:");
  }

  private static WorkspaceSpec spec() {
    return SessionDriver.request().workspace();
  }

  @Test
  void a_session_that_ended_early_says_why_and_how_to_resume() {
    session.setPhase(Phase.CANCELLED);
    session.setEnding("cancelled by ada");

    assertThat(session.details())
        .contains("### cancelled", "cancelled by ada", "`conclave resume MCP-limits-2026-11-21`");
  }

  @Test
  void a_budget_gate_is_shown_as_awaited_even_while_agents_work() {
    session.setPhase(Phase.ANALYZING);
    session
        .gates()
        .open(
            GateType.BUDGET,
            GateType.BUDGET.kinds(),
            new GateContent(
                "Too dear.", List.of(), List.of(), List.of(), List.of(), List.of("beta")),
            AT);

    assertThat(session.details())
        .startsWith("### waiting for budget, round 1")
        .contains("\"kind\":\"drop-agent\",\"agent\":\"beta\"}`")
        .doesNotContain("Not taken");

    session.gates().refuse("{}", "gate `9-decision` is not open", AT);

    assertThat(session.details())
        .contains("**Refused at 2026-11-21 08:00 UTC: gate \\`9-decision\\` is not open**");
  }

  @ParameterizedTest
  @EnumSource(GateType.class)
  void every_gate_shows_its_options_and_the_data_of_each_answer_in_both_languages(GateType type) {
    for (String language : List.of("en", "zh")) {
      PlanRequest request = SessionDriver.request();
      PlanState state =
          new PlanState(
              SessionDriver.ID, request.with(request.terms().withLanguages(List.of(language))), AT);
      Question question = Ledgers.question("Q1", "Per user?", "yes", "no");
      List<Note> notes = List.of(Note.of(NoteKind.SUBJECT, "Overlaps with the cache module"));
      GateContent content =
          new GateContent(
              "The analysts differ.",
              List.of(option("Token bucket")),
              List.of(question),
              notes,
              List.of(),
              List.of("beta"));
      state.gates().open(type, type.kinds(), content, AT);
      Gate gate = state.gates().open().orElseThrow();

      String details = state.details();

      assertThat(AnswerLines.inputs(gate)).hasSizeGreaterThanOrEqualTo(2);
      AnswerLines.inputs(gate)
          .forEach(input -> assertThat(details).contains("- `" + input + "`\n"));
      assertThat(details)
          .contains("**Token bucket**", "a: Per user?", "Overlaps with the cache module")
          .contains(language.equals("zh") ? "在此回答：" : "To answer here:");
    }
  }

  private static PlanState chinese() {
    PlanRequest request = SessionDriver.request();
    return new PlanState(
        SessionDriver.ID, request.with(request.terms().withLanguages(List.of("zh"))), AT);
  }

  /** Temporal stops a workflow that runs for a second. */
  @Test
  void many_notes_of_the_program_words_are_translated_in_time() {
    PlanState state = chinese();
    for (int i = 0; i < 50; i++) {
      state.note("no, no; ".repeat(40) + i);
      state.tell("no, ".repeat(95) + i);
    }
    assertThat(state.notes()).hasSizeGreaterThanOrEqualTo(50);
    state.details(); // loads the catalogue

    String details = assertTimeoutPreemptively(Duration.ofSeconds(3), () -> state.details());

    assertThat(details).contains("no, no, ");
  }

  @Test
  void a_long_summary_leaves_room_for_the_words_around_it() {
    PlanState state = chinese();
    state.setPhase(Phase.COMPLETE);
    state.plan =
        WireMapper.get()
            .convertValue(
                Map.of(
                    "plan",
                    Map.of("summary", "word ".repeat(194) + "end", "tasks", List.of()),
                    "author",
                    "gemini",
                    "drafted",
                    AT.toString()),
                PlanDraft.class);

    assertThat(state.details()).contains("计划：word word", "…，0 个任务，由 gemini 编写");

    state = chinese();
    state.setPhase(Phase.ANALYZING);
    state.changeDirection("use a map");
    assertThat(state.details()).contains("新方向：use a map");
  }

  private static Option option(String name) {
    return new Option(
        1,
        name,
        "in short",
        List.of("gemini", "codex"),
        Optional.of(0.8),
        Level.LOW,
        Level.MEDIUM,
        80,
        List.of("simple"),
        List.of("slow"),
        2,
        3,
        4);
  }
}
