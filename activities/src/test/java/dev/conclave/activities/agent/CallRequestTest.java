package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.text.Digests;
import dev.conclave.workflows.text.WireMapper;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallRequestTest {
  @TempDir static Path folder;
  private final DocumentStore documents = DocumentStore.in(new DataFolder(folder));

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

  /** If a digest changes here, the next version repeats calls that are already paid for. */
  @Test
  void the_digest_of_a_request_is_stable() {
    assertThat(Digests.sha256(bytes(FULL)))
        .isEqualTo("c014c337efc030761478d13922a273fc53bae81db4ba410894d17510f5ae37a3");
  }

  @Test
  void different_words_or_documents_give_a_different_digest() {
    AskRequest once = Requests.repair(FULL, List.of("findings: missing"), ref('d'));

    assertThat(bytes(Requests.repair(FULL, List.of("findings: missing"), ref('e'))))
        .isNotEqualTo(bytes(once));
    assertThat(bytes(Requests.repair(FULL, List.of("findings: empty"), ref('d'))))
        .isNotEqualTo(bytes(once));
  }

  /** A reset repeats the call at another time, in another run and perhaps in a moved folder. */
  @Test
  void values_that_vary_between_runs_do_not_affect_the_digest() {
    byte[] before = bytes(asked("/home/ada/repo", round("2026-11-27T10:00:00Z", "keep it"), 'a'));

    assertThat(bytes(asked("/srv/moved/repo", round("2026-11-28T11:22:33.444Z", "keep it"), 'c')))
        .as("the times of a round, what the search found and measured, where the tree is")
        .isEqualTo(before);
    assertThat(bytes(asked("/home/ada/repo", round("2026-11-27T10:00:00Z", "drop it"), 'a')))
        .as("what was said")
        .isNotEqualTo(before);
  }

  private DocumentRef round(String started, String said) {
    return documents.put(
        "{\"started\":\"%s\",\"runs\":[{\"ms\":7}],\"ledger\":{\"statements\":[\"%s\"]}}"
            .formatted(started, said));
  }

  private static AskRequest asked(String path, DocumentRef round, char found) {
    return Requests.request(
        "gemini",
        path,
        Role.ANALYST,
        2,
        Map.of("ledger", round, "context", ref(found), "briefing", ref(found)),
        Map.of());
  }

  /** A new component must be listed here, with its name in the digest or as exempt. */
  @Test
  void every_request_component_is_part_of_the_digest_or_explicitly_exempt() throws Exception {
    Map<String, String> names =
        Map.of("callId", "call", "previousReply", "previous", "contextBytes", "excerpts");
    List<String> components =
        Arrays.stream(AskRequest.class.getRecordComponents())
            .map(RecordComponent::getName)
            .filter(name -> !Set.of("timeout", "workspace").contains(name))
            .map(name -> names.getOrDefault(name, name))
            .toList();

    assertThat(WireMapper.get().readTree(bytes(FULL)).fieldNames())
        .toIterable()
        .containsExactlyInAnyOrderElementsOf(components);
  }

  private byte[] bytes(AskRequest request) {
    return CallRequest.question(request, documents);
  }

  private static DocumentRef ref(char digit) {
    return new DocumentRef(String.valueOf(digit).repeat(64), 7);
  }
}
