package dev.conclave.workflows.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.gate.GateForm.Control;
import dev.conclave.workflows.gate.GateForm.Field;
import dev.conclave.workflows.gate.GateState.By;
import dev.conclave.workflows.gate.GateState.TakenAnswer;
import dev.conclave.workflows.gate.Note.NoteKind;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.text.Words;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class GateFormTest {
  private static final BudgetLimits ENOUGH =
      new BudgetLimits(Optional.of(2.5), Optional.of(9), Optional.empty());

  /** Returns every gate with every kind of answer that it accepts. */
  static Stream<Gate> gates() {
    return Stream.of(GateType.values()).map(GateFormTest::gate);
  }

  private static Gate gate(GateType type) {
    List<GateContent.Option> options =
        Stream.of(1, 2)
            .map(
                number ->
                    new GateContent.Option(
                        number,
                        "Option " + number,
                        "",
                        List.of("ada"),
                        Optional.empty(),
                        Level.LOW,
                        Level.LOW,
                        1,
                        List.of(),
                        List.of(),
                        0,
                        0,
                        0))
            .toList();
    GateContent shown =
        new GateContent(
            "What now?",
            type == GateType.DECISION || type == GateType.CONFLICT ? options : List.of(),
            Stream.of(GateType.CLARIFICATION, GateType.QUESTIONS, GateType.CONFLICT_QUESTIONS)
                    .anyMatch(type::equals)
                ? List.of(question())
                : List.of(),
            type == GateType.COMMANDS
                ? List.of(Note.of(NoteKind.COMMAND, "1", "1) make test"))
                : List.of(),
            List.of("src/a.py"),
            List.of("ada", "bob"),
            Optional.empty(),
            Optional.of(ENOUGH));
    return new Gate("1-" + Words.of(type), type, "d", type.kinds(), Instant.EPOCH, false, shown);
  }

  private static Question question() {
    return new Question(
        "Q1",
        LocalizedText.of("How long?"),
        List.of(LocalizedText.of("a minute"), LocalizedText.of("an hour")),
        Optional.of(2),
        List.of("ada"),
        List.of(),
        Optional.empty());
  }

  @ParameterizedTest
  @MethodSource("gates")
  void an_answer_with_every_field_is_accepted(Gate gate) {
    for (GateForm form : GateForm.of(gate)) {
      GateAnswer answer = form.read(gate.id(), gate.digest(), "ada", filled(form));

      assertThat(gate.refusal(answer)).as(Words.of(form.kind())).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("gates")
  void an_answer_with_the_required_fields_is_accepted(Gate gate) {
    for (GateForm form : GateForm.of(gate)) {
      Map<String, List<String>> sent = filled(form);
      boolean asks = form.kind().form().answersQuestions() || form.kind() == AnswerKind.RAISE;
      form.fields().stream()
          .filter(field -> !field.required() && !asks)
          .forEach(field -> sent.remove(field.at()));

      GateAnswer answer = form.read(gate.id(), gate.digest(), "ada", sent);

      assertThat(gate.refusal(answer)).as(Words.of(form.kind())).isEmpty();
    }
  }

  /** Without a required field, the gate's message says what is missing. */
  @ParameterizedTest
  @MethodSource("gates")
  void the_gate_requires_what_its_form_requires(Gate gate) {
    for (GateForm form : GateForm.of(gate)) {
      for (Field field : form.fields().stream().filter(Field::required).toList()) {
        Map<String, List<String>> sent = filled(form);
        sent.remove(field.at());
        if (field.control() == Control.CHOICES) {
          // An answer without numbers means all of them; a form without a mark means none.
          assertThatThrownBy(() -> form.read(gate.id(), gate.digest(), "ada", sent))
              .hasMessage("allow needs at least one selection");
          continue;
        }

        GateAnswer answer = form.read(gate.id(), gate.digest(), "ada", sent);

        assertThat(gate.refusal(answer)).as(form.kind() + " without " + field.at()).isPresent();
      }
    }
  }

  @Test
  void a_decision_names_the_commands_that_it_allows() {
    Gate gate = gate(GateType.COMMANDS);
    for (GateAnswer answer :
        List.of(
            GateAnswer.of(gate.id(), AnswerKind.ALLOW),
            GateAnswer.of(gate.id(), AnswerKind.ALLOW).withBody(new Answer.Allow(List.of(1))))) {
      Decision decision =
          Decision.of(new TakenAnswer("key", gate, answer, new By.Human("ada")), Instant.EPOCH, 1);

      assertThat(decision.commands()).containsExactly("1) make test");
      assertThat(decision.solution()).isEmpty();
    }
  }

  private static Map<String, List<String>> filled(GateForm form) {
    Map<String, List<String>> sent = new HashMap<>();
    for (Field field : form.fields()) {
      sent.put(
          field.at(),
          switch (field.control()) {
            case CHOICE -> List.of(field.choices().get(0).value());
            case NUMBER -> List.of(field.initial().isEmpty() ? "7" : field.initial());
            case CHOICES -> List.of(field.choices().get(0).value());
            case LIST -> List.of("one\r\ntwo", "minimal-changes");
            case ANSWER -> List.of("2", "");
            case TEXT, TABLE -> List.of("words\r\non two lines");
            case FLAG -> List.of("true");
          });
    }
    return sent;
  }

  @Test
  void an_approval_is_read_as_on_the_command_line() {
    Gate gate = gate(GateType.DECISION);
    GateForm form = GateForm.of(AnswerKind.APPROVE, gate);

    GateAnswer answer =
        form.read(
            gate.id(),
            "d",
            "ada",
            Map.of(
                "/solution", List.of("2"),
                "/execution_method", List.of("codex"),
                "/constraints/-", List.of("performance", "no new library\r\n\r\nkeep the API"),
                "/scope/excluded/-", List.of("docs"),
                "/nonsense", List.of("x")));

    assertThat(answer.json())
        .hasToString(
            "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"digest\":\"d\",\"by\":\"ada\","
                + "\"solution\":2,\"execution_method\":\"codex\",\"constraints\":[\"performance\","
                + "\"no new library\",\"keep the API\"],\"scope\":{\"included\":[],\"excluded\":[\"docs\"]},"
                + "\"answers\":{}}");
  }

  @Test
  void a_question_is_answered_by_number_unless_text_is_given() {
    Gate gate = gate(GateType.CLARIFICATION);
    GateForm form = GateForm.of(AnswerKind.CLARIFY, gate);

    assertThat(form.fields().get(0).choices())
        .extracting(GateForm.Choice::text)
        .containsExactly("a minute", "an hour (recommended by ada)");
    assertThat(answers(gate, form, "2", "")).isEqualTo(Map.of("1", "2"));
    assertThat(answers(gate, form, "2", "a day")).isEqualTo(Map.of("1", "a day"));
  }

  private static Map<String, String> answers(Gate gate, GateForm form, String... sent) {
    return form.read(gate.id(), "d", "ada", Map.of("/answers/1", List.of(sent))).answers();
  }

  @Test
  void a_raise_is_prefilled_with_a_sufficient_amount() {
    GateForm form = GateForm.of(AnswerKind.RAISE, gate(GateType.BUDGET));

    assertThat(form.fields())
        .extracting(Field::at, Field::control, Field::initial)
        .containsExactly(
            tuple("/budget/usd", Control.NUMBER, "2.5"),
            tuple("/budget/calls", Control.NUMBER, "9"),
            tuple("/budget/tokens", Control.NUMBER, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "much|\"budget.calls\" is \"much\"; expected a whole number",
        "1.5|\"budget.calls\" is 1.5; expected a whole number",
        "99999999999999999999999|\"budget.calls\"",
        "1e999|\"budget.calls\"",
      })
  void a_non_number_is_refused_as_typed(String typed, String sentence) {
    Gate gate = gate(GateType.BUDGET);
    GateForm form = GateForm.of(AnswerKind.RAISE, gate);
    Map<String, List<String>> sent = Map.of("/budget/calls", List.of(typed));

    assertThatThrownBy(() -> form.read(gate.id(), "d", "ada", sent))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }
}
