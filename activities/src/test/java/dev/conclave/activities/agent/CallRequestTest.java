package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.Role;
import dev.conclave.workflows.temporal.Digests;
import dev.conclave.workflows.temporal.WireMapper;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallRequestTest {
  private static final AskRequest FULL =
      Requests.repair(
          Requests.request(
              "gemini",
              "/home/ada/repo",
              Role.PLANNER,
              2,
              Map.of("ledger", new DocumentRef("b".repeat(64), 2), "context", ref('a')),
              Map.of("feedback", "不要 Redis", "constraints", "no new port")),
          List.of("findings: missing"),
          ref('d'));

  /** A digest that changes here lets the next version buy again what this one has bought. */
  @Test
  void the_digest_of_a_question_never_changes() {
    assertThat(Digests.sha256(bytes(FULL)))
        .isEqualTo("bccca8cef184e07df82ae59d328f892dff83f6403ece4749a89205d8612de433");
  }

  @Test
  void other_words_and_other_documents_are_another_question() {
    AskRequest once = Requests.repair(FULL, List.of("findings: missing"), ref('d'));

    assertThat(bytes(Requests.repair(FULL, List.of("findings: missing"), ref('e'))))
        .isNotEqualTo(bytes(once));
    assertThat(bytes(Requests.repair(FULL, List.of("findings: empty"), ref('d'))))
        .isNotEqualTo(bytes(once));
  }

  /** Who adds to the record says here whether it belongs to the question, and under which name. */
  @Test
  void every_component_of_a_request_has_a_part_or_is_known_to_need_none() throws Exception {
    Map<String, String> names =
        Map.of("callId", "call", "previousReply", "previous", "contextBytes", "excerpts");
    List<String> components =
        Arrays.stream(AskRequest.class.getRecordComponents())
            .map(RecordComponent::getName)
            .filter(name -> !name.equals("timeout"))
            .map(name -> names.getOrDefault(name, name))
            .toList();

    assertThat(WireMapper.get().readTree(bytes(FULL)).fieldNames())
        .toIterable()
        .containsExactlyInAnyOrderElementsOf(components);
  }

  private static byte[] bytes(AskRequest request) {
    return CallRequest.question(request);
  }

  private static DocumentRef ref(char digit) {
    return new DocumentRef(String.valueOf(digit).repeat(64), 7);
  }
}
