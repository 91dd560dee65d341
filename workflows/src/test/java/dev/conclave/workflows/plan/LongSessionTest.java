package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.session.SessionTerms;
import dev.conclave.workflows.text.WireMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The maximum number of rounds, each with the longest questions and answers. */
class LongSessionTest {
  private static final int ROUNDS = PlanRequest.MAX_ROUNDS_IN_ALL;

  @AutoClose private final SessionDriver driver = new SessionDriver();

  @Test
  void a_session_with_the_longest_task_questions_and_answers_reaches_its_plan() {
    for (int round = 1; round <= ROUNDS; round++) {
      driver.host.outcomes.add(asking(round));
    }
    driver.start(longest());
    for (int gate = 1; gate < ROUNDS; gate++) {
      driver.answer(answered(gate + "-clarification"));
    }
    String last = driver.gate(ROUNDS + "-clarification").id();
    driver.answer("{\"gate\":\"" + last + "\",\"kind\":\"proceed\"}");
    String decision = driver.gate((ROUNDS + 1) + "-decision").id();
    driver.answer(approval(decision, Texts.filled(500)));
    driver.gate((ROUNDS + 2) + "-confirmation");
    assertThat(driver.host.counted.get(ROUNDS - 1).answers())
        .extracting(HumanAnswer::id)
        .contains("Q" + (4 * (ROUNDS - 1)));
  }

  private static PlanRequest longest() {
    return Requests.with(
        SessionDriver.request(), Map.of("task", Texts.filled(SessionTerms.MAX_TASK_BYTES)));
  }

  /** Returns four questions with options of maximum length. */
  private static Synthesis asking(int round) {
    String text = "限流应当在网关层按租户维度进行而不是在服务内部".repeat(20).substring(0, 400);
    List<Question> questions = new ArrayList<>();
    for (int number = 1; number <= 4; number++) {
      String id = "Q" + (4 * (round - 1) + number);
      questions.add(
          new Question(
              id,
              LocalizedText.of(id + text.substring(id.length())),
              Collections.nCopies(4, LocalizedText.of(text)),
              Optional.of(1),
              List.of("gemini", "codex"),
              List.of(),
              Optional.empty()));
    }
    Synthesis plain = ScriptedHost.outcome(Recommendation.USER_INPUT_NEEDED, 0.3, true, 2);
    return Requests.with(plain, Map.of("questions", questions));
  }

  private String answered(String gate) {
    driver.gate(gate);
    ObjectNode answer =
        WireMapper.get().createObjectNode().put("gate", gate).put("kind", "clarify");
    answer.put("by", "阿达".repeat(100)).put("text", Texts.filled(14 << 10));
    ObjectNode sides = answer.putObject("answers");
    for (int number = 1; number <= 4; number++) {
      sides.put("" + number, "" + number);
    }
    return answer.toString();
  }

  private static String approval(String gate, String constraint) {
    ObjectNode approval = WireMapper.get().createObjectNode().put("gate", gate);
    approval.put("kind", "approve").put("solution", 1);
    var constraints = approval.putArray("constraints");
    for (int number = 0; number < 30; number++) {
      constraints.add(constraint);
    }
    return approval.toString();
  }
}
