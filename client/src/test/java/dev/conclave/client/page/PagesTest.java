package dev.conclave.client.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.client.Samples;
import dev.conclave.client.session.CallLine;
import dev.conclave.client.session.LiveAgent;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.terminal.Table;
import dev.conclave.client.view.Formats;
import dev.conclave.client.view.Tone;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.gate.Note.NoteKind;
import dev.conclave.workflows.plan.Requests;
import dev.conclave.workflows.plan.RoundView;
import dev.conclave.workflows.session.ExecutionLine;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.text.WireMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PagesTest {
  /** Rows for a gate's answers and the prompt below it. */
  private static final int ANSWERS_AND_PROMPT = 5;

  @ParameterizedTest
  @ValueSource(ints = {60, 72, 80, 100, 140})
  void no_line_of_a_gate_is_wider_than_the_screen(int width) {
    Page page = new Page(new Screen(width, true));

    GatePage.write(page, Samples.decision(List.of("src/" + "deep/".repeat(30) + "limiter.py")));
    RoundPage.write(page, round(Samples.synthesis(1, Recommendation.CONVERGED)), List.of("en"));

    assertThat(page.toString().lines())
        .allSatisfy(
            line ->
                assertThat(AttributedString.fromAnsi(line).columnLength())
                    .as(line)
                    .isLessThanOrEqualTo(width));
    assertThat(AttributedString.stripAnsi(page.toString()).replaceAll("\\s+", ""))
        .contains("令牌桶限流")
        .contains("src/gone.py:3missing");
  }

  @Test
  void a_decision_of_two_options_fits_on_a_screen_of_80_by_24() {
    Page page = new Page(new Screen(80, false));

    GatePage.write(page, Samples.asking(Samples.decision(List.of("src/limiter.py"))), 18);

    assertThat(page.height() + ANSWERS_AND_PROMPT).isLessThanOrEqualTo(24);
    assertThat(page.toString())
        .startsWith("Choose among 2 options. (gate 2-decision)\n")
        .containsPattern("(?m)^#  Option +Score +Effort +Risk +Citations +By$")
        .containsPattern("(?m)^2  Sliding window +0\\.61 +high +low +0/2 +codex$")
        .contains("Recommended  1, ranked first by gemini, codex; 4 of 5 citations")
        .contains("Score        0.77 (threshold 0.80), from 19 agreed points")
        .contains("a= Which limit? (1: ten; 2: a hundred; recommended: 1, by gemini)")
        .contains("! src/limiter.py changed since the analysis; review the changes")
        .contains("Open         C2 Where is the time taken? (in the dispatcher; in the server)")
        .contains("! uncertain: ")
        .doesNotContain("Agreements", "bursts are allowed");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void a_conflict_fits_on_a_screen_of_80_by_24_with_pros_and_cons_on_demand(int strategies) {
    String brief = "The reply changes its shape for every client that is out there";
    Gate gate = Samples.conflictGate(Samples.conflict("CON-001", brief, strategies));
    Page one = new Page(new Screen(80, false));
    Page all = new Page(new Screen(80, false));

    GatePage.write(one, gate, 18);
    GatePage.write(all, gate);

    assertThat(one.height() + ANSWERS_AND_PROMPT).isLessThanOrEqualTo(24);
    assertThat(one.toString())
        .startsWith(brief + " (gate 1-conflict)\nCON-001, 1 of 2: High, API\nEvery client")
        .containsPattern("(?m)^#  Strategy +Effort +Risk +Changes$")
        .containsPattern("(?m)^2  Strategy 2 of CON-001 +high +medium +1 document$")
        .containsPattern("(?m)^2\\. Keep the old shape")
        .contains(
            "needs a migration\n", "Recommended  1, by gemini", "! no agent explored dataflow")
        .doesNotContain("Score", "Citations", "no client breaks", "conflict: ");
    assertThat(all.toString()).contains("   + no client breaks\n   - two shapes to keep\n");
  }

  @Test
  void entries_that_do_not_fit_are_counted_and_shown_in_the_full_gate() {
    Gate gate = Samples.decision(List.of());
    List<Note> notes = new ArrayList<>(gate.shown().notes());
    IntStream.range(0, 20)
        .forEach(n -> notes.add(Note.warning("warning " + n + " " + "long ".repeat(60))));
    Gate full = Samples.showing(gate, Map.of("notes", notes));
    Page one = new Page(new Screen(80, false));
    Page all = new Page(new Screen(80, false));

    GatePage.write(one, full, 18);
    GatePage.write(all, full);

    assertThat(one.height() + ANSWERS_AND_PROMPT).isLessThanOrEqualTo(24);
    assertThat(one.toString()).containsPattern("… and \\d+ more: v shows them.");
    assertThat(all.toString()).contains("warning 19").doesNotContain("more: v shows");
  }

  @Test
  void a_warning_is_marked_by_its_type_and_not_by_its_words() {
    Page page = new Page(new Screen(80, false));
    Note told = Note.of(NoteKind.SESSION, "uncertain weather");
    Note warned = Note.warning(NoteKind.SESSION, "recommended: by nobody");

    GatePage.write(
        page, Samples.showing(Samples.decision(List.of()), Map.of("notes", List.of(told, warned))));

    assertThat(page.toString()).contains("\nuncertain weather\n! recommended: by nobody\n");
  }

  @Test
  void clarification_questions_show_numbered_options_and_who_recommends_them() {
    Page page = new Page(new Screen(80, false));
    Gate gate =
        Samples.gate(
            "1-clarification",
            GateType.CLARIFICATION,
            GateContent.of("Questions.", List.of(Note.of(NoteKind.SUBJECT, "0.4"))));

    GatePage.write(page, Samples.asking(gate), 18);

    assertThat(page.toString())
        .contains("a. Which limit?\n   1) ten (recommended by gemini)\n   2) a hundred\n");
  }

  @Test
  void a_round_shows_statements_votes_decisions_and_distinct_citations() {
    Page english = new Page(new Screen(100, false));
    Page chinese = new Page(new Screen(100, false));

    RoundPage.write(english, round(Samples.voted()), List.of("en"));
    RoundPage.write(chinese, round(Samples.voted()), List.of("zh"));

    assertThat(english.toString())
        .contains("0.72 = 0.5 × agreement 0.50 + 0.3 × feasibility 0.80 + 0 (new insights)")
        .contains("1 agreed of (1 + 0 disagreements + 1)")
        .contains("inter-rater agreement 0.50")
        .contains("Refuted      codex 1\n")
        .contains("Agreed\nP1 Nothing limits requests (fact, changes the choice)\n")
        .contains("   gemini: verbatim [src/a.py:3 found; src/b.py:9 missing]\n")
        .contains("   codex confirms, round 2: read it [src/a.py:3 found; ran: pytest: 3 passed]\n")
        .contains("   shown to codex, gemini in round 2\n")
        .contains("Decided by you\nP2 said as gemini's finding ")
        .contains("   decided: 10 a second\n")
        .contains("Contradicts your decision\nP3 ")
        .contains("   you decided: Which limit? 10 a second\n")
        .contains("Refuted\nP4 ")
        .contains("   gemini disagrees, round 2: it does [src/a.py:3 found]\n");
    assertThat(chinese.toString()).contains("P1 没有限流");
  }

  @Test
  void proposals_that_are_no_options_name_statements_as_others_do() {
    ObjectNode synthesis = WireMapper.get().valueToTree(Samples.voted());
    synthesis.putArray("also_considered").add("Sliding log: refuted by gemini.1.f2");
    Page page = new Page(new Screen(100, false));

    RoundPage.write(
        page, round(WireMapper.get().convertValue(synthesis, Synthesis.class)), List.of("en"));

    assertThat(page.toString()).contains("Sliding log: refuted by gemini's finding 1.2");
  }

  @Test
  void a_word_longer_than_its_cell_is_broken_without_loss() {
    String path = "src/" + "x".repeat(200);
    String page = new Page(new Screen(60, false)).table(new Table("File").row(path)).toString();

    assertThat(page.replaceAll("\\s", "")).isEqualTo("File" + path);
  }

  @Test
  void escape_sequences_from_agents_never_reach_the_terminal() {
    Page page =
        new Page(new Screen(80, false))
            .text("red \u001b[31malert\u001b[0m \u001b]0;title\u0007 bell\u0007 \u009b2J")
            .item(0, "-", "\u202egnirts desrever")
            .table(new Table("a").row("x\r\u001b[2K"));

    assertThat(page.toString()).contains("red alert");
    assertThat(page.toString().chars().filter(c -> c != '\n'))
        .noneMatch(Character::isISOControl)
        .doesNotContain(0x202e);
  }

  @Test
  void color_is_used_only_where_wanted() {
    assertThat(new Screen(80, false).paint(Tone.BAD, "x")).isEqualTo("x");
    assertThat(new Screen(80, true).paint(Tone.BAD, "x")).isEqualTo("\u001b[31mx\u001b[0m");
  }

  @Test
  void a_very_narrow_terminal_is_treated_as_60_columns_wide() {
    assertThat(new Screen(20, false).width()).isEqualTo(60);
  }

  @Test
  void a_line_for_copying_is_never_wrapped() {
    String command = "conclave answer " + "x".repeat(200);

    assertThat(new Page(new Screen(60, false)).verbatim(2, command).toString())
        .isEqualTo("  " + command + "\n");
  }

  @Test
  void unreported_values_are_not_shown_as_zero() {
    CallLine call =
        Samples.read(
            CallLine.class,
            """
            {"round": 1, "role": "analyst", "agent": "mine", "status": "answered",
             "since": "2026-11-22T10:00:00Z", "seconds": 9,
             "receipt": {"agent": "mine", "start": "2026-11-22T10:00:00Z",
                         "end": "2026-11-22T10:00:09Z"}}""");
    Page receipts = new Page(new Screen(140, false));
    SessionPage.receipts(receipts, List.of(call));
    assertThat(receipts.toString()).containsPattern(" \\? +\\?");

    SessionView view =
        Samples.read(
            SessionView.class,
            """
            {"session": "MCP-x-2026-11-22", "task": "x", "phase": "analyzing",
             "created_at": "2026-11-22T10:00:00Z", "updated_at": "2026-11-22T10:00:00Z",
             "budget": {"calls": 3, "tokens": 0, "usd": 0, "unpriced": 3}}""");
    Page session = new Page(new Screen(140, false));
    SessionPage.write(
        session, new SessionSnapshot(view, List.of(), List.of(), null, null), Optional.empty());
    assertThat(session.toString()).contains("3 calls, tokens not reported, cost not reported\n");
  }

  @Test
  void blocked_destinations_are_shown_and_usual_ones_raise_no_warning() {
    String call =
        """
        {"round": 1, "role": "analyst", "agent": "codex", "status": "answered",
         "since": "2026-11-22T10:00:00Z", "seconds": 9,
         "receipt": {"agent": "codex", "start": "2026-11-22T10:00:00Z",
                     "end": "2026-11-22T10:00:09Z", "refused": ["chatgpt.com:443 (usual)"%s]}}""";
    Page usual = new Page(new Screen(140, false));
    SessionPage.receipts(usual, List.of(Samples.read(CallLine.class, call.formatted(""))));
    Page alarming = new Page(new Screen(140, false));
    String other = call.formatted(", \"10.0.0.1:80\"");
    SessionPage.receipts(alarming, List.of(Samples.read(CallLine.class, other)));

    assertThat(usual.toString())
        .contains("- round 1, codex: blocked connection to chatgpt.com:443 (usual)\n");
    assertThat(alarming.toString())
        .contains("! round 1, codex: blocked connection to", "10.0.0.1:80");
  }

  @Test
  void each_running_call_has_a_row_and_a_task_with_one_is_running() {
    SessionView view =
        Samples.read(
            SessionView.class,
            """
            {"session": "uan-x-20261122", "task": "x", "phase": "running-tasks", "tools": ["mine"],
             "created_at": "2026-11-22T10:00:00Z", "updated_at": "2026-11-22T10:00:00Z",
             "budget": {},
             "live": [{"call_id": "t1.2-EXPLORE-001-mine-1", "agent": "mine", "role": "explorer",
                       "status": "asked", "since": "2026-11-22T10:00:00Z"}],
             "tasks": [{"id": "EXPLORE-001", "title": "", "perspective": "technical", "wave": 2,
                        "status": "pending", "findings": ""},
                       {"id": "SYNTH-001", "title": "", "perspective": "general", "wave": 3,
                        "status": "pending", "findings": ""}],
             "live": [{"call_id": "t1.2-EXPLORE-001-mine-1", "role": "explorer", "agent": "mine",
                       "status": "asked", "since": "2026-11-22T10:00:00Z",
                       "at": "2026-11-22T10:00:00Z"}]}""");
    String call =
        """
        {"call": "t1.2-EXPLORE-001-mine-1", "agent": "mine", "role": "explorer", "attempt": 1,
         "state": "%s", "since": "2026-11-22T10:00:00Z", "silence": "PT0S"}""";
    List<LiveAgent> live =
        List.of(
            Samples.read(LiveAgent.class, call.formatted("working")),
            Samples.read(LiveAgent.class, call.formatted("queued")));
    Page page = new Page(new Screen(140, false));
    SessionPage.write(
        page, new SessionSnapshot(view, live, List.of(), null, null), Optional.empty());

    assertThat(page.toString())
        .contains("running-tasks, wave 2\n")
        .containsPattern("2 +EXPLORE-001 +technical +running\n")
        .containsPattern("3 +SYNTH-001 +general +pending\n")
        .containsPattern(
            "mine +explorer EXPLORE-001 +working .*\nmine +explorer EXPLORE-001 +queued .*free slot of mine\n");
  }

  @Test
  void an_execution_shows_tasks_checks_before_and_after_and_its_branch() {
    ExecutionLine line =
        Samples.read(
            ExecutionLine.class,
            """
            {"of": "MCP-x", "branch": "conclave/x", "commit": "0123456789abcdef",
             "tasks": [
               {"id": "TASK-001", "title": "限流 Limit clients", "step": 1, "status": "done",
                "agent": "codex", "files": 2, "added": 12, "removed": 1,
                "commit": "0123456789abcdef"},
               {"id": "TASK-002", "title": "Say it", "step": 2, "status": "skipped",
                "failure": "it changed nothing"}],
             "checks": [
               {"line": "make test", "from": "Makefile", "allowed": true, "before": "passed",
                "after": "failed", "flaky": true},
               {"line": "npm test", "from": "package.json"}],
             "criteria": [
               {"id": "P1", "text": "one limit", "verdict": "unmet",
                "votes": [{"agent": "gemini", "choice": "disagree", "evidence": ["a.py:3"]}]}],
             "delivered": {"done": true, "said": "the branch is kept", "place": "conclave/x",
                           "commands": ["git merge conclave/x", "git branch -D conclave/x"]},
             "lacking": ["TASK-002 is not done: it changed nothing"]}
            """);
    SessionView view =
        Samples.read(
            SessionView.class,
            "{\"session\": \"MCP-x/execute\", \"handle\": \"x-7f3/execute\", \"status\": \"saved\","
                + " \"phase\": \"saved\", \"folder\": \"/repo/e\", \"created_at\": \"2026-11-27T08:00:00Z\","
                + " \"updated_at\": \"2026-11-27T08:00:00Z\", \"budget\": {\"limits\": {}}}");
    Page page = new Page(new Screen(100, false));

    SessionPage.write(
        page, SessionSnapshot.ofClosed(view.withExecution(line), "completed"), Optional.empty());

    assertThat(page.toString())
        .containsPattern(
            "TASK-001 +限流 Limit clients +1 +done +codex +2 files, \\+12 −1 +0123456789")
        .containsPattern("TASK-002 +Say it +2 +skipped +it changed nothing")
        .containsPattern("make test +Makefile +passed +failed, flaky")
        .containsPattern("npm test +package.json +not allowed +not allowed")
        .contains(
            "saved, 1 of 2 tasks done",
            "unmet one limit — gemini disagree (a.py:3)",
            "/repo/e/EXECUTION.md",
            "Continue by hand with\n  git merge conclave/x\n  git branch -D conclave/x",
            "Choose another delivery with `conclave resume x-7f3/execute`.");
  }

  @Test
  void a_ledger_entry_is_shown_alone_and_quotes_each_statement_once() {
    Page one = new Page(new Screen(100, false));
    Page none = new Page(new Screen(100, false));
    Page all = new Page(new Screen(100, false));
    Ledger voted = Samples.voted().ledger();
    Ledger.Point first = voted.points().get(0);
    Ledger twice =
        Requests.with(
            voted, Map.of("points", List.of(first, Requests.with(first, Map.of("id", "P9")))));

    LedgerPage.write(one, voted, List.of("en"), false, "p1");
    LedgerPage.write(none, voted, List.of("en"), false, "p77");
    LedgerPage.write(all, twice, List.of("en"), false, "");

    assertThat(one.toString()).startsWith("Agreed\nP1 Nothing").doesNotContain("P2", "P3", "P4");
    assertThat(none.toString()).startsWith("There is no entry \"p77\"");
    assertThat(all.toString()).contains("gemini: verbatim", "gemini: as quoted at P1\n");
  }

  @ParameterizedTest
  @CsvSource({"PT-5S, 0s", "PT59S, 59s", "PT3M5S, 3m 05s", "PT2H10M, 2h 10m", "PT123H, 5d 3h"})
  void durations_are_displayed_as_people_say_them(Duration span, String words) {
    assertThat(Formats.span(span)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 B", "999, 999 B", "12000, 12 KB", "3400000, 3.4 MB"})
  void sizes_are_displayed_as_people_say_them(long bytes, String words) {
    assertThat(Formats.bytes(bytes)).isEqualTo(words);
  }

  private static RoundView round(Synthesis synthesis) {
    ObjectNode round = WireMapper.get().createObjectNode().putPOJO("synthesis", synthesis);
    round
        .putObject("record")
        .put("number", 1)
        .put("started", "2026-11-21T08:00:00Z")
        .put("ended", "2026-11-21T08:01:00Z")
        .putPOJO("convergence", synthesis.convergence());
    return WireMapper.get().convertValue(round, RoundView.class);
  }
}
