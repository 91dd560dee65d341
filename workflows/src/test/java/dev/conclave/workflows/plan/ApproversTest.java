package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.model.ApproverKey;
import dev.conclave.workflows.session.SessionTrust;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.text.WireMapper;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Who may approve with named approvers, and whose name is recorded. */
@Execution(ExecutionMode.CONCURRENT)
class ApproversTest {
  private static final ApproverKey.Pair ADA = ApproverKey.make("ada");
  private static final ApproverKey.Pair BO = ApproverKey.make("bo");
  private static final ApproverKey.Pair EVE = ApproverKey.make("ada");
  private static final Map<String, String> KEYS =
      Map.of("ada", ADA.publicKey(), "bo", BO.publicKey());

  @Test
  void only_a_signed_answer_of_an_approver_approves_and_executes() {
    try (SessionDriver driver = begun(List.of("ada"))) {
      GateAnswer approve = approve("1-decision");
      refused(driver, approve, "is not signed", "CONCLAVE_APPROVER_KEY");
      refused(driver, signed(approve, EVE), "wrong signature", "only ada may approve");
      refused(driver, signed(approve, BO), "is signed by bo");
      driver.signal(json(approve));
      assertThat(driver.view(v -> !v.refused().isEmpty()).refused().get(0).reason())
          .contains("only ada may approve");

      driver.answer(json(signed(approve, ADA)));
      driver.gate("2-confirmation");
      assertThatThrownBy(() -> driver.answer("2-confirmation", "execute"))
          .rootCause()
          .hasMessageContaining("only ada may execute");
      driver.answer(json(signed(read("2-confirmation", "execute"), ADA)));

      PlanState end = driver.end();
      assertThat(end.decisions()).extracting(Decision::by).containsExactly("ada", "ada");
      assertThat(end.phase()).isEqualTo(Phase.COMPLETE);
      assertThat(end.view().approvers()).containsExactly("ada");
      SealedSessionTest.assertReplays(driver, ConclaveDataConverter.of(Optional.empty()));
    }
  }

  @Test
  void a_signature_covers_one_session_one_gate_and_the_whole_answer() {
    try (SessionDriver driver = begun(List.of("ada"))) {
      GateAnswer signed = signed(approve("1-decision"), ADA);
      refused(driver, with(signed, Map.of("solution", 2)), "wrong signature");
      refused(driver, with(signed, Map.of("text", "and more")), "wrong signature");
      refused(driver, with(signed, Map.of("answer_id", "7")), "wrong signature");
      refused(driver, with(signed, Map.of("signature", "x")), "wrong signature");
      refused(
          driver,
          approve("1-decision").signedFor("MCP-another", ApproverKey.read(ADA.file())),
          "wrong signature");

      driver.answer("1-decision", "more-analysis");
      driver.gate("2-decision");
      refused(driver, signed, "gate 1-decision is not open");
      refused(driver, with(signed, Map.of("gate", "2-decision")), "wrong signature");
      driver.answer(json(signed(approve("2-decision"), ADA)));
      driver.gate("3-confirmation");
    }
  }

  @Test
  void other_answers_need_no_signature_and_an_unproven_key_name_is_marked() {
    try (SessionDriver driver = begun(List.of("ada"))) {
      driver.answer("1-decision", "more-analysis", "'by':'eve'");
      driver.answer("2-decision", "more-analysis", "'by':'ada'");
      driver.gate("3-decision");
      driver.answer(json(signed(read("3-decision", "cancel"), BO)));

      assertThat(driver.end().decisions())
          .extracting(Decision::by)
          .containsExactly("eve", "ada (unsigned)", "bo");
    }
  }

  @Test
  void anybody_approves_without_approvers_and_a_key_still_gives_its_name() {
    try (SessionDriver driver = begun(List.of())) {
      driver.answer("1-decision", "approve", "'by':'eve'");
      driver.gate("2-confirmation");
      driver.answer(json(signed(read("2-confirmation", "save"), BO)));

      assertThat(driver.end().decisions()).extracting(Decision::by).containsExactly("eve", "bo");
    }
  }

  @Test
  void a_file_without_a_key_is_not_quoted() {
    assertThatThrownBy(() -> ApproverKey.read("ada:c2VjcmV0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasNoCause()
        .hasMessageNotContaining("c2VjcmV0");
    assertThat(ApproverKey.isPublicKey("c2VjcmV0")).isFalse();
    assertThat(ApproverKey.isPublicKey(ADA.publicKey())).isTrue();
  }

  private static SessionDriver begun(List<String> approvers) {
    SessionDriver driver = new SessionDriver();
    driver.start(
        SessionDriver.request()
            .with(
                SessionDriver.request()
                    .terms()
                    .trusting(new SessionTrust(false, KEYS, approvers))));
    driver.gate("1-decision");
    return driver;
  }

  private static GateAnswer approve(String gate) {
    return with(read(gate, "approve"), Map.of("solution", 1));
  }

  private static GateAnswer read(String gate, String kind) {
    return GateAnswer.read(WireMapper.get().valueToTree(Map.of("gate", gate, "kind", kind)));
  }

  private static GateAnswer signed(GateAnswer answer, ApproverKey.Pair pair) {
    return answer.signedFor(SessionDriver.ID, ApproverKey.read(pair.file()));
  }

  private static String json(GateAnswer answer) {
    return WireMapper.get().valueToTree(answer).toString();
  }

  private static GateAnswer with(GateAnswer answer, Map<String, ?> fields) {
    ObjectNode json = WireMapper.get().valueToTree(answer);
    fields.forEach(json::putPOJO);
    return GateAnswer.read(WireMapper.get().valueToTree(json));
  }

  private static void refused(SessionDriver driver, GateAnswer answer, String... why) {
    assertThatThrownBy(() -> driver.answer(json(answer))).rootCause().message().contains(why);
  }
}
