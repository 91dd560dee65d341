package dev.conclave.client.gate;

import static dev.conclave.workflows.gate.GateType.BUDGET;
import static dev.conclave.workflows.gate.GateType.CLARIFICATION;
import static dev.conclave.workflows.gate.GateType.COMMANDS;
import static dev.conclave.workflows.gate.GateType.CONFIRMATION;
import static dev.conclave.workflows.gate.GateType.CONFLICT;
import static dev.conclave.workflows.gate.GateType.CONFLICT_QUESTIONS;
import static dev.conclave.workflows.gate.GateType.DECISION;
import static dev.conclave.workflows.gate.GateType.DELIVERY;
import static dev.conclave.workflows.gate.GateType.REVIEW;
import static dev.conclave.workflows.gate.GateType.TASKS;
import static dev.conclave.workflows.gate.GateType.TASK_FAILURE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Samples;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Prompt;
import dev.conclave.client.terminal.Screen;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.gate.Answer;
import dev.conclave.workflows.gate.Answer.Approve;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.gate.Note.NoteKind;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.plan.Requests;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.text.WireMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a person types at each kind of gate, and the resulting answer. */
class GateDialogTest {
  /** The gates of a planning session, its context and its execution. */
  private static final String PLANNING =
      "CLARIFICATION|DECISION|CONFIRMATION|BUDGET|CONFLICT|CONFLICT_QUESTIONS|COMMANDS"
          + "|TASK_FAILURE|BY_HAND|REVIEW|DELIVERY";

  private final Deque<String> lines = new ArrayDeque<>();
  private final List<String> asked = new ArrayList<>();
  private final StringBuilder shown = new StringBuilder();
  private final List<String> views = new ArrayList<>();
  private Function<String, Optional<String>> editor = question -> Optional.empty();
  private boolean degraded;

  @ParameterizedTest
  @CsvSource({
    "DECISION, 1, APPROVE",
    "DECISION, 2, APPROVE",
    "DECISION, a 2, APPROVE",
    "DECISION, approve 2, APPROVE",
    "DECISION, m, MORE_ANALYSIS",
    "DECISION, d start from the gateway, DIFFERENT_DIRECTION",
    "DECISION, more, MORE_ANALYSIS",
    "CLARIFICATION, p, PROCEED",
    "CLARIFICATION, c 100 a minute, CLARIFY",
    "CLARIFICATION, change_direction 用 Redis, CHANGE_DIRECTION",
    "CONFIRMATION, e, EXECUTE",
    "CONFIRMATION, m 先写测试, MODIFY",
    "CONFIRMATION, b, BACK",
    "CONFIRMATION, S, SAVE",
    "BUDGET, d codex, DROP_AGENT",
    "BUDGET, d 1, DROP_AGENT",
    "BUDGET, n, DECIDE",
    "CONFLICT, 2, CHOOSE",
    "CONFLICT, c 1, CHOOSE",
    "CONFLICT, choose 2, CHOOSE",
    "CONFLICT, o a queue, CUSTOM",
    "CONFLICT, s, SKIP",
    "CONFLICT_QUESTIONS, s, SKIP",
    "CONFLICT_QUESTIONS, a month, REPLY",
    "CONFIRMATION, a, ACCEPT",
    "COMMANDS, a 1 2, ALLOW",
    "COMMANDS, allow, ALLOW",
    "COMMANDS, n, NONE",
    "TASK_FAILURE, r use the old name, RETRY",
    "TASK_FAILURE, b, BY_HAND",
    "TASK_FAILURE, s, SKIP",
    "TASK_FAILURE, x, ABORT",
    "BY_HAND, c, CONTINUE",
    "REVIEW, f, FIX",
    "REVIEW, a it is a known limit, ACCEPT",
    "DELIVERY, k, KEEP",
    "DELIVERY, m --squash, MERGE",
    "DELIVERY, pr --draft, PR",
    "DELIVERY, patch /tmp/work.patch, PATCH",
  })
  void a_number_a_letter_or_a_word_is_an_answer(GateType type, String typed, AnswerKind kind)
      throws Exception {
    assertThat(answer(type, typed).kind()).isEqualTo(kind);
  }

  @Test
  void commands_are_allowed_by_number_and_unknown_numbers_are_refused() throws Exception {
    assertThat(answer(COMMANDS, "allow 1,2").as(Answer.Allow.class).orElseThrow().numbers())
        .containsExactly(1, 2);
    assertThat(answer(COMMANDS, "a 3", "allow one", "a 2").body())
        .isEqualTo(new Answer.Allow(List.of(2)));
    assertThat(shown)
        .contains(
            "There is no command 3; the last one is 2.",
            "allow takes numbers of commands, but got \"one\".");
    Gate gate = gate(COMMANDS);
    GateAnswer some =
        AnswerOptions.of(AnswerKind.ALLOW, List.of("2")).to(gate.id(), Optional.empty(), "ada");
    assertThat(AnswerLines.arguments(some)).isEqualTo("allow --command 2");
  }

  @Test
  void missing_input_of_an_execution_answer_is_prompted_for() throws Exception {
    assertThat(answer(TASK_FAILURE, "r", "Keep the old name").text()).contains("Keep the old name");
    assertThat(answer(TASK_FAILURE, "r", "").text()).isEmpty();
    assertThat(answer(REVIEW, "a", "It is a known limit").text()).contains("It is a known limit");
    assertThat(answer(DELIVERY, "t", "work.patch").body())
        .isEqualTo(new Answer.Patch("work.patch"));
    assertThat(answer(DELIVERY, "m --squash").body()).isEqualTo(new Answer.Merge(true));
    assertThat(answer(DELIVERY, "d", "n", "k").kind()).isEqualTo(AnswerKind.KEEP);
    assertThat(answer(DELIVERY, "d", "y").kind()).isEqualTo(AnswerKind.DISCARD);
    assertThat(ask(DELIVERY, "k --squash", "0")).isEmpty();
    assertThat(shown).contains("--squash requires merge, and --draft requires pr.");
  }

  @Test
  void every_answer_of_a_gate_has_a_unique_letter_and_a_description() throws Exception {
    for (GateType type : GateType.values()) {
      assertThat(type.kinds()).allMatch(kind -> kind.label(type).length() > 10);
      assertThat(type.kinds().stream().map(AnswerKind::letter))
          .doesNotHaveDuplicates()
          .doesNotContain("l", "q", "h", "v", "y"); // they mean the same at every gate
    }
  }

  @Test
  void an_approval_takes_execution_review_constraints_and_scope() throws Exception {
    GateAnswer answer =
        answer(
            DECISION,
            "2 minimal-changes --execution codex --review gemini --constraint '不加新依赖, it'\\''s enough'"
                + " --include docs --exclude \"billing & co\"");

    Approve approval = (Approve) answer.body();
    assertThat(approval.solution()).contains(2);
    assertThat(approval.executionMethod()).hasToString("Optional[CODEX]");
    assertThat(approval.codeReview()).hasToString("Optional[GEMINI]");
    assertThat(approval.constraints())
        .containsExactlyInAnyOrder("minimal-changes", "不加新依赖, it's enough");
    assertThat(approval.scope().orElseThrow().included()).containsExactly("docs");
    assertThat(approval.scope().orElseThrow().excluded()).containsExactly("billing & co");
  }

  @Test
  void an_option_number_approves_it_without_further_questions() throws Exception {
    GateAnswer answer = answer(DECISION, "1");

    assertThat(asked).containsExactly("Answer (? for help):");
    assertThat(answer.body().chosen()).contains(1);
    assertThat(answer.as(Approve.class).flatMap(Approve::executionMethod)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DECISION|3|There is no solution 3; choose 1 to 2.",
        "DECISION|aprove|\"aprove\" is not an answer here. Did you mean approve?",
        "DECISION|why not the gateway?|\"why\" is not an answer here. Type one of: 1 or 2: approve",
        "DECISION|a|Approve needs the number of a solution, 1 to 2.",
        "DECISION|a the first|approve takes the number of a solution first, but got \"the first\".",
        "DECISION|1 without 3|\"without 3\" is not a constraint;",
        "DECISION|1 view 2|\"view 2\" is not a constraint;",
        "DECISION|a 1 later|\"later\" is not a constraint;",
        "CONFIRMATION|1|\"1\" is not an answer here. Type one of: e:",
        "CONFIRMATION|e but write the tests first|execute takes no text, but got \"but write the tests first\".",
        "CONFIRMATION|e --budjet 3|Unknown option: '--budjet'",
        "BUDGET|r lots|raise takes no text, but got \"lots\".",
        "BUDGET|d claude|Agent claude cannot be dropped; choose one of: gemini, codex.",
        "CONFLICT|9|There is no strategy 9; choose 1 to 2.",
        "CONFLICT|1 later|\"later\" is not a constraint;",
        "CONFLICT|c later|choose takes the number of a strategy first, but got \"later\".",
        "CONFLICT|1 --review agent|require approve, not choose.",
        "CLARIFICATION|7=x|There is no question 7; the last one is b.",
        "CLARIFICATION|a=|The answer to question a is empty.",
        "CLARIFICATION|b=3|Question b has no option 3; answer with text or a number: Per what? (1: user; 2: address;",
        "CLARIFICATION|7|Question a has no option 7; answer with text or a number: ",
      })
  void an_invalid_answer_is_explained_with_a_suggestion(GateType type, String typed, String told)
      throws Exception {
    assertThat(ask(type, typed, "0")).isEmpty();
    assertThat(shown).contains(told);
  }

  @Test
  void a_strategy_number_chooses_it() throws Exception {
    GateAnswer answer = answer(CONFLICT, "2");

    assertThat(answer.body()).isEqualTo(new Answer.Choose(Optional.of(2)));
    assertThat(shown)
        .contains(
            "1 or 2: choose, o: custom, r: reopen, s: skip, x: cancel, 0: later, v: view, ?: help.");
  }

  @Test
  void custom_words_accompany_or_replace_a_strategy() throws Exception {
    GateAnswer chosen = answer(CONFLICT, "2 but keep the name");
    assertThat(chosen.body().chosen()).contains(2);
    assertThat(chosen.text()).contains("but keep the name");
    assertThat(answer(CONFLICT, "choose --strategy 1 2 callers keep it").text())
        .contains("2 callers keep it");

    assertThat(answer(CONFLICT, "o a queue in between").text()).contains("a queue in between");
    assertThat(answer(CONFLICT, "o", "a queue").text()).contains("a queue");
    assertThat(answer(CONFLICT, "o", "-").text()).isEmpty();
  }

  @Test
  void a_changed_table_is_read_from_the_folder_or_a_named_file() throws Exception {
    assertThat(answer(TASKS, "e").text()).contains("the table in the folder");
    assertThat(answer(TASKS, "edit my.csv").text()).contains("the table in my.csv");
  }

  @Test
  void custom_questions_are_prompted_for_if_none_was_typed() throws Exception {
    assertThat(answer(GateType.DISCUSSION, "i", "Where is it kept?").body())
        .isEqualTo(new Answer.Ask(List.of("Where is it kept?")));
    assertThat(answer(GateType.DISCUSSION, "ask Is it safe?").body())
        .isEqualTo(new Answer.Ask(List.of("Is it safe?")));
  }

  @Test
  void a_strategys_questions_are_answered_in_words_or_by_number() throws Exception {
    editor = question -> Optional.of("until spring");

    assertThat(answer(CONFLICT_QUESTIONS, "a month", "per user").answers())
        .isEqualTo(Map.of("1", "a month", "2", "per user"));
    assertThat(answer(CONFLICT_QUESTIONS, "c", "", "3 of them").answers())
        .isEqualTo(Map.of("2", "3 of them"));
    assertThat(answer(CONFLICT_QUESTIONS, "c 2=both", ":e").answers())
        .isEqualTo(Map.of("1", "until spring", "2", "both"));
    assertThat(answer(CONFLICT_QUESTIONS, ":e", "").answers())
        .isEqualTo(Map.of("1", "until spring"));
    assertThat(ask(CONFLICT_QUESTIONS, "c", "", "", "0")).isEmpty();
    assertThat(shown).contains("Reply needs answers by the letters of the questions.");
  }

  @ParameterizedTest
  @CsvSource({
    "1 no new library, no new library",
    "a 2 no new library, no new library",
    "1 without Redis, without Redis"
  })
  void text_after_an_approval_is_a_constraint(String typed, String constraint) throws Exception {
    assertThat(constraints(answer(DECISION, typed))).containsExactly(constraint);
  }

  @Test
  void an_answer_to_a_question_after_an_approval_is_not_a_constraint() throws Exception {
    GateAnswer answered = answer(DECISION, asking(), "1 a=100 a minute");

    assertThat(constraints(answered)).isEmpty();
    assertThat(answered.answers()).isEqualTo(Map.of("1", "100 a minute"));
  }

  @Test
  void changed_files_are_accepted_only_with_a_yes() throws Exception {
    GateAnswer answer = answer(DECISION, Samples.decision(List.of("a.py")), "1", "", "1", "y");

    assertThat(asked).filteredOn(q -> q.contains("Cited files have changed")).hasSize(2);
    assertThat(answer.as(Approve.class).map(Approve::acceptDrift)).contains(true);
  }

  @Test
  void a_degraded_plan_is_executed_only_after_a_yes() throws Exception {
    degraded = true;
    assertThat(answer(CONFIRMATION, "e", "n", "s").kind()).isEqualTo(AnswerKind.SAVE);
    assertThat(answer(CONFIRMATION, "e", "yes").kind()).isEqualTo(AnswerKind.EXECUTE);
  }

  @Test
  void cancel_asks_for_confirmation_and_no_returns_to_the_list() throws Exception {
    assertThat(answer(DECISION, "x", "", "d", "", "x", "y").kind()).isEqualTo(AnswerKind.CANCEL);
    assertThat(asked).anyMatch(question -> question.contains("conclave resume MCP-x"));
  }

  @Test
  void a_budget_is_raised_with_the_options_of_the_command() throws Exception {
    GateAnswer asked = answer(BUDGET, "r", "--budget-usd 2.50");
    assertThat(budget(asked).usd()).contains(2.5);
    assertThat(budget(asked).calls()).isEmpty();

    assertThat(budget(answer(BUDGET, "r --budget-calls 9")).calls()).contains(9);
  }

  @Test
  void an_agent_is_dropped_by_number() throws Exception {
    assertThat(answer(BUDGET, "d", "2").body()).isEqualTo(new Answer.DropAgent("codex"));
  }

  @Test
  void questions_are_answered_one_by_one_and_may_be_skipped() throws Exception {
    GateAnswer answer = answer(CLARIFICATION, "c", "", "每个用户");

    assertThat(answer.answers()).isEqualTo(Map.of("2", "每个用户"));
    assertThat(answer.text()).isEmpty();
  }

  @Test
  void a_number_or_words_answer_the_first_question_and_the_others_follow() throws Exception {
    assertThat(answer(CLARIFICATION, "2", "9", "1").answers())
        .isEqualTo(Map.of("1", "2", "2", "1"));
    assertThat(shown)
        .contains("Question b has no option 9; answer with text or a number: Per what?");
    assertThat(answer(CLARIFICATION, "7", "a hundred, but per day", "").answers())
        .isEqualTo(Map.of("1", "a hundred, but per day"));
  }

  @Test
  void questions_are_answered_by_letter_at_every_gate_that_has_them() throws Exception {
    GateAnswer one = answer(CLARIFICATION, "b = 每个用户", "");
    assertThat(one.kind()).isEqualTo(AnswerKind.CLARIFY);
    assertThat(one.answers()).isEqualTo(Map.of("2", "每个用户"));
    assertThat(asked).noneMatch(question -> question.startsWith("b. "));

    assertThat(answer(CLARIFICATION, "a=a; b; 2=c").answers())
        .isEqualTo(Map.of("1", "a; b", "2", "c"));
  }

  @Test
  void a_numbered_answer_at_a_decision_is_sent_with_the_next_answer() throws Exception {
    Gate gate = asking();

    GateAnswer approval = answer(DECISION, gate, "a=100 a minute", "a 2");
    assertThat(shown)
        .contains("a=2 answers question a with its option 2.")
        .contains("Saved. It will be sent with your next answer.");
    assertThat(approval.kind()).isEqualTo(AnswerKind.APPROVE);
    assertThat(approval.body().chosen()).contains(2);
    assertThat(constraints(approval)).isEmpty();
    assertThat(approval.answers()).isEqualTo(Map.of("1", "100 a minute"));

    GateAnswer round = answer(DECISION, gate, "1=100", "a=200 a minute", "m");
    assertThat(round.kind()).isEqualTo(AnswerKind.MORE_ANALYSIS);
    assertThat(round.answers()).isEqualTo(Map.of("1", "200 a minute"));

    assertThat(answer(DECISION, gate, "1=100", "x", "y").answers()).isEmpty();
    assertThat(ask(gate, "1=100", "l")).isEmpty();
  }

  /** The command line, copied lines and the prompt share one grammar. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_ANY, names = PLANNING)
  void every_line_for_copying_is_accepted_at_the_prompt(GateType type) throws Exception {
    for (String line : AnswerLines.arguments(gate(type))) {
      assertThat(copied(type, line)).isEqualTo(line);
    }
  }

  @Test
  void a_line_for_copying_with_every_approval_option_is_accepted() throws Exception {
    String whole =
        "approve --solution 2 --execution auto --review agent --constraint 'it'\\''s \"so\"'"
            + " --include a --exclude 'b c' --answer a='x y' --accept-drift";
    assertThat(copied(DECISION, whole)).isEqualTo(whole);
  }

  private String copied(GateType type, String line) throws Exception {
    Gate gate = gate(type);
    return AnswerLines.arguments(
        new GateLine(gate, new GateHelp(gate)).read(line).to(gate.id(), Optional.empty(), "ada"));
  }

  private static List<String> constraints(GateAnswer answer) {
    return ((Approve) answer.body()).constraints();
  }

  private static BudgetLimits budget(GateAnswer answer) {
    return ((Answer.Raise) answer.body()).budget().orElseThrow();
  }

  private static Gate asking() {
    return Samples.asking(Samples.decision(List.of()));
  }

  @Test
  void help_lists_exactly_the_answers_of_this_gate() throws Exception {
    ask(CLARIFICATION, "?", "0");
    assertThat(shown)
        .contains("a=2; b=your text", "clarify --answer a=1", ":e instead of text")
        .doesNotContain("approve", "view 1", "execute");

    shown.setLength(0);
    ask(DECISION, "help", "0");
    assertThat(shown)
        .containsPattern("\n1 +choose an option")
        .contains("view 1", "view C1", "minimal-changes: change as few files and lines");

    shown.setLength(0);
    ask(BUDGET, "?", "0");
    assertThat(shown)
        .contains("drop-agent --agent gemini", "raise")
        .doesNotContain("view 1", "minimal-changes");
  }

  @Test
  void a_long_text_is_written_in_the_editor() throws Exception {
    editor = question -> Optional.of("First line\n第二行");

    assertThat(answer(CLARIFICATION, "c", ":e", "").answers())
        .isEqualTo(Map.of("1", "First line\n第二行"));
    assertThat(answer(CONFIRMATION, "m :e").text()).contains("First line\n第二行");
    assertThat(answer(CONFIRMATION, "m", ":e").text()).contains("First line\n第二行");
  }

  @Test
  void the_line_is_prompted_for_without_an_editor_with_a_hint_how_to_get_one() throws Exception {
    assertThat(answer(CONFIRMATION, "m :e", "in one line").text()).contains("in one line");
    assertThat(shown).contains("No editor is set: set VISUAL or EDITOR.");

    editor =
        question -> {
          throw new UsageException("The editor \"vi\" exited with 1, so nothing was sent.");
        };
    assertThat(answer(CONFIRMATION, "m :e", "again").text()).contains("again");
    assertThat(shown).contains("The editor \"vi\" exited with 1");
  }

  @Test
  void views_and_help_leave_the_question_open() throws Exception {
    assertThat(answer(DECISION, "?", "view 2", "v", "m", "").kind())
        .isEqualTo(AnswerKind.MORE_ANALYSIS);
    assertThat(views).containsExactly("2", "");
    assertThat(shown).contains("view 1");
  }

  @Test
  void later_and_an_empty_line_send_nothing() throws Exception {
    assertThat(ask(DECISION, "", "l")).isEmpty();
    assertThat(ask(BUDGET, "raise it please", "0")).isEmpty();
  }

  private GateAnswer answer(GateType type, String... typed) throws Exception {
    return answer(type, gate(type), typed);
  }

  private GateAnswer answer(GateType type, Gate gate, String... typed) throws Exception {
    return ask(gate, typed)
        .orElseThrow(() -> new AssertionError(type + " " + shown))
        .to(gate.id(), Optional.of(gate.digest()), "ada");
  }

  private Optional<AnswerOptions> ask(GateType type, String... typed) throws Exception {
    return ask(gate(type), typed);
  }

  /** Answers every question beyond the typed lines with Enter. */
  private Optional<AnswerOptions> ask(Gate gate, String... typed) throws Exception {
    lines.addAll(List.of(typed));
    Optional<AnswerOptions> draft = dialog(gate).ask();
    assertThat(lines).as("typed and not asked for").isEmpty();
    return draft;
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_ANY, names = PLANNING)
  void the_watching_page_documents_the_answers_of_every_gate(GateType type) throws Exception {
    String page =
        Files.readString(
            Path.of(System.getProperty("conclave.root", "..")).resolve("docs/watching.md"));

    String menu = new GateHelp(type == DECISION ? asking() : gate(type)).menu();
    assertThat(page.replaceAll("\\s+", " ")).contains(menu);
  }

  private GateDialog dialog(Gate gate) throws Exception {
    Screen screen = new Screen(140, false);
    Prompt prompt =
        new Prompt() {
          private int spare = 6;

          @Override
          public String ask(String question) {
            asked.add(question);
            assertThat(lines.isEmpty() && spare-- < 0).as("asked for ever: " + question).isFalse();
            return lines.isEmpty() ? "" : lines.removeFirst();
          }

          @Override
          public void show(Page page) {
            shown.append(page);
          }
        };
    return new GateDialog(
        view(gate),
        prompt,
        () -> screen,
        views::add,
        question -> editor.apply(question),
        named -> Optional.of("the table in " + named.orElse("the folder")));
  }

  private static Gate gate(GateType type) {
    List<Ledger.Question> questions =
        switch (type) {
          case CONFLICT_QUESTIONS -> List.of(open("Q1", "How long?"), open("Q2", "Per what?"));
          case CLARIFICATION ->
              List.of(
                  Samples.question("Q1", "Which limit?", "ten", "a hundred"),
                  Samples.question("Q2", "Per what?", "user", "address"));
          default -> List.of();
        };
    return switch (type) {
      case DECISION -> Samples.decision(List.of());
      case COMMANDS ->
          Samples.gate(
              "1-x",
              type,
              GateContent.of(
                  "?",
                  List.of(
                      Note.of(NoteKind.COMMAND, "1", "1) make test  (Makefile)"),
                      Note.of(NoteKind.COMMAND, "2", "2) npm test  (package.json)"))));
      case CONFLICT -> Samples.conflictGate(Samples.conflict("CON-001", "The reply changes", 2));
      default ->
          Samples.showing(
              Samples.gate("1-x", type, GateContent.of("?", List.of())),
              Map.of("questions", questions, "agents", List.of("gemini", "codex")));
    };
  }

  private static Ledger.Question open(String id, String text) {
    return Requests.with(
        Samples.question(id, text, "", ""),
        Map.of("options", List.of(), "recommended", Optional.empty(), "recommended_by", List.of()));
  }

  private SessionView view(Gate gate) throws Exception {
    return WireMapper.get()
        .convertValue(
            Map.of(
                "session",
                "MCP-x",
                "tools",
                List.of("gemini", "codex"),
                "gate",
                gate,
                "plan",
                Map.of("degraded", degraded, "errors", List.of())),
            SessionView.class);
  }
}
