package dev.conclave.workflows.plan.phase;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.RoundRequest;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.plan.PlanRequest;
import dev.conclave.workflows.wire.WireMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** As many rounds as a session has, each of them asking and answered as long as can be. */
class LongSessionTest {
  private static final int ROUNDS = PlanRequest.MAX_ROUNDS_IN_ALL;

  private final SessionDriver driver = new SessionDriver();

  @AfterEach
  void close() {
    driver.close();
  }

  @Test
  void a_session_with_the_longest_task_questions_and_answers_comes_to_its_plan() {
    driver.host.findings = Collections.nCopies(80, "f".repeat(100));
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
    RoundRequest request = driver.host.synthesized.get(ROUNDS - 1);
    assertThat(request.answered()).contains(asking(ROUNDS - 1).questions().get(3));
    assertThat(request.earlierFindings()).isNotEmpty();
  }

  private static PlanRequest longest() {
    PlanRequest r = SessionDriver.request();
    return new PlanRequest(
        Texts.filled(PlanRequest.MAX_TASK_BYTES),
        r.workspace(),
        r.tools(),
        r.toolsNamed(),
        r.fallback(),
        r.maxRounds(),
        r.mode(),
        r.autoExecute(),
        r.yes(),
        r.saveContext(),
        r.budget(),
        r.deadline(),
        r.languages(),
        r.contextBytes(),
        r.searchAttributes(),
        r.by());
  }

  /** Four questions, each with a side of five agents, as long as sides are quoted. */
  private static Synthesis asking(int round) {
    String side = "限流应当在网关层按租户维度进行而不是在服务内部".repeat(9).substring(0, 200);
    List<String> questions = new ArrayList<>();
    for (int number = 1; number <= 4; number++) {
      StringBuilder sides = new StringBuilder();
      for (int agent = 1; agent <= 5; agent++) {
        sides.append(agent > 1 ? "; " : "").append(agent).append(": \"").append(side).append('"');
      }
      questions.add("第 " + round + "/" + number + " 点各方意见不一 (" + sides + ")。以哪一个为准？");
    }
    Synthesis plain = ScriptedHost.outcome(Recommendation.USER_INPUT_NEEDED, 0.3, true, 2);
    return new Synthesis(
        round,
        plain.crossVerification(),
        plain.solutions(),
        plain.alsoConsidered(),
        plain.convergence(),
        questions,
        Collections.nCopies(80, "f".repeat(100)),
        plain.places(),
        false,
        plain.document());
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
