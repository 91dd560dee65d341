package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.DiscussionActivities.CountRequest;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.session.AgentCall;
import dev.conclave.workflows.session.CallLog;
import dev.conclave.workflows.session.Clarifications;
import dev.conclave.workflows.session.RoundRecord;
import dev.conclave.workflows.session.SessionTerms;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.WireMapper;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BoundsTest {
  private static final Instant AT = Instant.parse("2026-11-21T00:00:00Z");

  @Test
  void a_maximal_round_is_carried_in_sixteen_kibibytes() {
    assertThat(bytes(maximalRound())).isLessThanOrEqualTo(16 << 10);
    assertThat(maximalRound().runs()).hasSize(12);
  }

  @Test
  void twenty_maximal_rounds_and_two_hundred_long_decisions_fit_in_one_mebibyte() {
    List<RoundRecord> rounds = Collections.nCopies(PlanRequest.MAX_ROUNDS_IN_ALL, maximalRound());
    List<Decision> decisions = Decision.fitted(maximalDecisions(200));

    List<AgentCall> calls = Collections.nCopies(CallLog.KEPT, maximalCall());

    // The state also has the last round (256 KiB), the plan (64 KiB), the task (64 KiB) and a copy
    // of the newest approval's text (16 KiB).
    int rest = (256 << 10) + (64 << 10) + SessionTerms.MAX_TASK_BYTES + (16 << 10);
    assertThat(bytes(rounds) + bytes(decisions) + bytes(calls) + rest).isLessThan(1 << 20);
    assertThat(decisions).hasSize(200);
    assertThat(decisions.get(199).answer().text()).isPresent();
    assertThat(decisions.get(0).answer().text()).isEmpty();
  }

  @Test
  void the_request_of_a_round_fits_with_all_maxima() {
    String long1 = "很长的主题 \"long topic\"\n".repeat(200);
    CountRequest largest =
        new CountRequest(
            SessionDriver.ID,
            Texts.filled(SessionTerms.MAX_TASK_BYTES),
            20,
            new ScriptedHost().open(SessionDriver.request().workspace()).workspace(),
            "a".repeat(40),
            ScriptedHost.document("ledger"),
            Optional.of(ScriptedHost.document("moderation")),
            true,
            Collections.nCopies(6, ScriptedHost.document("analysis")),
            RoundRecord.fitted(
                Collections.nCopies(200, run(long1, Collections.nCopies(40, "x".repeat(900))))),
            false,
            10,
            9,
            Clarifications.answers(answers()),
            Optional.of(ScriptedHost.document("context")),
            Optional.of(Bounds.shortened(long1)),
            List.of("en", "zh"),
            AT,
            null);

    assertThat(bytes(largest)).isLessThanOrEqualTo(250 << 10);
    assertThat(largest.runs()).isNotEmpty();
    assertThat(largest.answers()).hasSizeGreaterThan(40);
  }

  /** Returns four questions at each gate of every round, all with long answers. */
  private static List<Decision> answers() {
    List<Decision> decisions = new ArrayList<>();
    for (int gate = 1; gate <= PlanRequest.MAX_ROUNDS_IN_ALL; gate++) {
      List<Ledger.Question> questions = new ArrayList<>();
      ObjectNode json =
          WireMapper.get()
              .createObjectNode()
              .put("gate", gate + "-clarification")
              .put("kind", "clarify");
      ObjectNode answers = json.putObject("answers");
      for (int number = 1; number <= 4; number++) {
        String text = "问题".repeat(300);
        questions.add(Ledgers.question("Q" + (4 * gate + number), text, text, text).shortened());
        answers.put("" + number, "答案".repeat(300));
      }
      decisions.add(
          new Decision(
              AT,
              gate + "-clarification",
              "0123456789abcdef",
              "ada",
              AnswerKind.CLARIFY,
              Optional.empty(),
              List.of(),
              WireMapper.get().convertValue(json, GateAnswer.class).shortened(),
              gate,
              questions));
    }
    return decisions;
  }

  @Test
  void a_long_text_keeps_its_beginning_and_the_digest_of_the_whole() {
    String text = "读写锁".repeat(2000);

    assertThat(Bounds.shortened(text))
        .startsWith("读写锁读写锁")
        .contains("sha256 ")
        .satisfies(s -> assertThat(bytes(s)).isLessThan(Bounds.ANSWER_TEXT_BYTES));
  }

  private static RoundRecord maximalRound() {
    String long1 = "很长的主题 long topic ".repeat(200);
    AgentRun run = run(long1, Collections.nCopies(40, "--argument=" + "x".repeat(90)));
    return RoundRecord.of(
        ScriptedHost.converged(),
        0,
        "a".repeat(40),
        AT,
        AT,
        Collections.nCopies(200, run),
        Bounds.shortened(long1),
        List.of("en"));
  }

  private static AgentCall maximalCall() {
    String longest = "x".repeat(2_000);
    return new AgentCall(
        "r20.199-opencode-10-repair",
        20,
        "analyst",
        "opencode",
        10,
        true,
        "wrote-to-workspace",
        Bounds.topic(longest),
        run(longest, List.of("-p", longest)).receipt().orElseThrow().lean(),
        100,
        "opencode",
        AT,
        AT,
        null);
  }

  private static AgentRun run(String reason, List<String> argv) {
    Receipt receipt =
        new Receipt(
            "r1-gemini-1",
            "gemini",
            "/usr/bin/gemini",
            Optional.of("0.61.0"),
            argv,
            Optional.of("gemini-2.5-pro"),
            "a".repeat(40),
            AT,
            AT,
            Optional.of(0),
            Optional.empty(),
            1,
            1000,
            Optional.of(ScriptedHost.document("out")),
            1,
            1,
            Optional.of(0.1),
            "reported",
            Optional.empty(),
            List.of());
    return new AgentRun("gemini", "gemini", "answered", Optional.of(reason), Optional.of(receipt));
  }

  private static List<Decision> maximalDecisions(int count) {
    GateAnswer answer =
        GateAnswer.read(
            WireMapper.get()
                .valueToTree(
                    Map.of(
                        "gate", "1-confirmation",
                        "kind", "modify",
                        "by", "ada",
                        "text", "y".repeat(2000))));
    return Collections.nCopies(
        count,
        new Decision(
            AT,
            "1-confirmation",
            "0123456789abcdef",
            "ada",
            AnswerKind.MODIFY,
            Optional.empty(),
            List.of(),
            answer,
            1,
            List.of(Ledgers.question("Q1", "Which limit?", "10", "100"))));
  }

  private static int bytes(Object record) {
    return WireMapper.get().valueToTree(record).toString().getBytes(StandardCharsets.UTF_8).length;
  }
}
