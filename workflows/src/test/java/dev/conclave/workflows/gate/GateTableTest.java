package dev.conclave.workflows.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The gates, their kinds and required fields, by wire name. */
class GateTableTest {
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "clarification|clarify|{\"text\":\"100 a minute\"}",
        "clarification|clarify|{\"answers\":{\"2\":\"yes\"}}",
        "clarification|proceed|{}",
        "clarification|change-direction|{\"text\":\"use the gateway\"}",
        "clarification|cancel|{}",
        "decision|approve|{\"solution\":2}",
        "decision|more-analysis|{}",
        "decision|different-direction|{\"text\":\"use the gateway\"}",
        "decision|cancel|{}",
        "confirmation|execute|{}",
        "confirmation|modify|{\"text\":\"split the task\"}",
        "confirmation|back|{}",
        "confirmation|save|{}",
        "confirmation|cancel|{}",
        "budget|raise|{\"budget\":{\"calls\":9}}",
        "budget|drop-agent|{\"agent\":\"codex\"}",
        "budget|decide|{}",
        "budget|cancel|{}",
        "conflict|choose|{\"strategy\":2}",
        "conflict|custom|{}",
        "conflict|reopen|{\"text\":\"CON-001\"}",
        "questions|reply|{\"answers\":{\"1\":\"both\"}}",
        "questions|proceed|{}",
        "questions|cancel|{}",
        "resolutions|reopen|{\"text\":\"CON-001\"}",
        "resolutions|done|{}",
        "resolutions|cancel|{}",
        "conflict|skip|{}",
        "conflict|cancel|{}",
        "conflict-questions|reply|{\"answers\":{\"1\":\"both\"}}",
        "conflict-questions|skip|{}",
        "conflict-questions|cancel|{}",
        "configuration|approve|{}",
        "configuration|approve|{\"mode\":\"deep\"}",
        "configuration|cancel|{}",
        "tasks|approve|{}",
        "tasks|cancel|{}",
        "wave-failure|retry|{}",
        "wave-failure|continue|{}",
        "wave-failure|abort|{}",
        "discussion|deepen|{}",
        "discussion|adjust|{\"text\":\"the clients\"}",
        "discussion|ask|{\"questions\":[\"who calls it?\"]}",
        "discussion|done|{}",
        "discussion|cancel|{}",
        "completion|archive|{}",
        "completion|keep|{}",
        "completion|export|{\"target\":\"/srv/报告\"}",
      })
  void an_answer_with_everything_its_kind_needs_is_accepted(String gate, String kind, String fields)
      throws Exception {
    GateState gates = opened(type(gate));
    GateAnswer answer = answer(gates, kind, fields);

    assertThat(gates.refusal("k", answer)).isEmpty();
    gates.take("k", answer);
    assertThat(gates.next().orElseThrow().answer()).isEqualTo(answer);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "clarification|clarify|{}|clarify needs text, or answers by the letters of the questions",
        "clarification|clarify|{\"answers\":{\"3\":\"yes\"}}|there is no question 3",
        "clarification|clarify|{\"answers\":{\"1\":\"3\"}}|question a has no option 3; answer with text or a number: ",
        "clarification|clarify|{\"answers\":{\"1\":\"#999.\"}}|question a has no option 999",
        "clarification|clarify|{\"text\":\"2\"}|there are 2 questions: prefix \"2\" with the letter",
        "clarification|change-direction|{\"text\":\" \"}|change-direction needs text",
        "clarification|approve|{\"solution\":1}|gate 1-clarification does not take approve; it takes: clarify, proceed",
        "decision|approve|{}|approve needs the number of a solution, 1 to 2",
        "decision|approve|{\"solution\":3}|there is no solution 3; choose 1 to 2",
        "decision|approve|{\"mode\":\"deep\"}|approve needs the number of a solution, 1 to 2",
        "decision|different-direction|{}|different-direction needs text",
        "confirmation|modify|{}|modify needs text",
        "budget|raise|{}|raise needs a budget",
        "budget|drop-agent|{}|drop-agent needs the name of an agent",
        "budget|drop-agent|{\"agent\":\"qwen\"}|qwen cannot be dropped; choose one of: ",
        "conflict|choose|{}|choose needs the number of a strategy, 1 to 2",
        "conflict|choose|{\"strategy\":0}|there is no strategy 0; choose 1 to 2",
        "conflict|choose|{\"solution\":1}|choose needs the number of a strategy, 1 to 2",
        "conflict|done|{}|it takes: choose, custom, reopen, skip, cancel",
        "conflict-questions|reply|{}|reply needs answers by the letters of the questions",
        "conflict-questions|reply|{\"answers\":{\"1\":\" \"}}|the answer to question a is empty",
        "configuration|skip|{}|it takes: approve, cancel",
        "tasks|execute|{}|it takes: approve, edit, cancel",
        "tasks|edit|{}|edit needs the edited table",
        "wave-failure|skip|{}|it takes: retry, continue, abort",
        "discussion|adjust|{}|adjust needs text",
        "discussion|ask|{\"questions\":[\" \"]}|ask needs questions",
        "completion|export|{\"target\":\"\"}|export needs a target",
      })
  void an_incomplete_answer_is_refused_with_what_is_missing(
      String gate, String kind, String fields, String reason) throws Exception {
    GateState gates = opened(type(gate));

    assertThat(gates.refusal("k", answer(gates, kind, fields)).orElseThrow()).contains(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "decision,approve,{\"solution\":1},true",
    "confirmation,execute,{},true",
    "configuration,approve,{},false",
    "tasks,approve,{},false",
    "decision,more-analysis,{},false"
  })
  void the_gate_determines_whether_an_answer_is_checked_against_the_workspace(
      String gate, String kind, String fields, boolean checked) throws Exception {
    GateState gates = opened(type(gate));

    gates.take("k", answer(gates, kind, fields));

    assertThat(gates.pending("k")).isEqualTo(checked);
    assertThat(gates.open().isPresent()).as("open until it is checked").isEqualTo(checked);
  }

  /** Every answer copied from the session's page is accepted. */
  @ParameterizedTest
  @EnumSource(GateType.class)
  void every_line_for_copying_is_accepted(GateType type) throws Exception {
    GateState gates = opened(type);
    Gate gate = gates.open().orElseThrow();

    for (String input : AnswerLines.inputs(gate)) {
      GateAnswer answer = GateAnswer.read(WireMapper.get().readTree(input));
      assertThat(gates.refusal("k", answer)).as(input).isEmpty();
    }
    assertThat(AnswerLines.of("uan-limits", gate)).hasSizeGreaterThanOrEqualTo(type.kinds().size());
  }

  private static GateType type(String word) {
    return Words.parse(GateType.class, word).orElseThrow();
  }

  private static GateState opened(GateType type) {
    GateState gates = new GateState();
    BudgetLimits needed = new BudgetLimits(Optional.empty(), Optional.of(5), Optional.empty());
    GateContent shown =
        new GateContent(
            "What now?",
            List.of(option(1), option(2)),
            List.of(question("Q1", "How many?"), question("Q2", "Per client?")),
            List.of(),
            List.of(),
            List.of("codex"),
            Optional.of(needed),
            Optional.of(needed));
    gates.open(type, type.kinds(), shown, NOON);
    return gates;
  }

  private static Question question(String id, String text) {
    return new Question(
        id,
        LocalizedText.of(text),
        List.of(LocalizedText.of("ten"), LocalizedText.of("a hundred")),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty());
  }

  private static GateContent.Option option(int number) {
    return new GateContent.Option(
        number,
        "Option " + number,
        "what it does",
        List.of(AgentStatus.DIRECT),
        Optional.empty(),
        Level.LOW,
        Level.LOW,
        0.5,
        List.of(),
        List.of(),
        1,
        0,
        0);
  }

  private static GateAnswer answer(GateState gates, String kind, String fields) throws Exception {
    ObjectNode answer = (ObjectNode) WireMapper.get().readTree(fields);
    answer.put("gate", gates.open().orElseThrow().id()).put("kind", kind);
    return GateAnswer.read(answer);
  }
}
