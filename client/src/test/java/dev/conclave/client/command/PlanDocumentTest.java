package dev.conclave.client.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.client.session.UsageException;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.text.WireMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanDocumentTest {

  private static PlanDocument read(String json) throws Exception {
    return PlanDocument.read(WireMapper.get().readTree(json.replace('\'', '"')));
  }

  @Test
  void a_plan_of_a_session_is_read_with_its_terms_and_tree() throws Exception {
    String golden = "activities/src/test/resources/golden/session/plan.json";
    String json = Files.readString(Path.of(System.getProperty("conclave.root", ".."), golden));

    PlanDocument document = PlanDocument.read(WireMapper.get().readTree(json));

    assertThat(document.plan().tasks()).extracting(PlanTask::id).contains("TASK-001", "TASK-002");
    assertThat(document.plan().degraded()).isFalse();
    assertThat(document.task()).isNotBlank();
    assertThat(document.tree()).matches("[0-9a-f]{40}");
    assertThat(document.terms().constraints())
        .hasSameSizeAs(WireMapper.get().readTree(json).path("constraints"));
  }

  @Test
  void a_handwritten_plan_needs_only_ids_and_titles() throws Exception {
    PlanDocument document =
        read(
            """
            {'tasks': [
              {'id': 'T1', 'title': 'Add it', 'files': ['src/a.py']},
              {'id': 'T2', 'title': 'Use it', 'depends_on': ['T1'], 'files': [{'path': 'b.py'}]},
              {'id': 'T3', 'title': 'Say it', 'files': ['README.md'], 'checks': ['make docs']}]}
            """);

    assertThat(document.plan().tasks())
        .extracting(PlanTask::executionGroup)
        .containsExactly(1, 2, 1);
    assertThat(document.plan().tasks().get(0).files().get(0).action()).isEqualTo("modify");
    assertThat(document.task()).isEqualTo("Carry out a plan");
    assertThat(document.tree()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[] | The plan has no list \"tasks\".",
        "{'tasks': []} | It has no task.",
        "{'tasks': [{'title': 'x'}]} | \"\" is not a task id",
        "{'tasks': [{'id': '../x', 'title': 'x'}]} | \"../x\" is not a task id",
        "{'tasks': [{'id': 'A'}]} | A has no title.",
        "{'tasks': [{'id': 'A', 'title': 'x'}, {'id': 'A', 'title': 'y'}]} | Two tasks have the id A.",
        "{'tasks': [{'id': 'A', 'title': 'x', 'depends_on': ['B']}]} | A depends on \"B\", which is not a task",
        "{'tasks': [{'id': 'A', 'title': 'x', 'depends_on': ['B']}, {'id': 'B', 'title': 'y', 'depends_on': ['A']}]} | depends_on has a cycle through A, B",
        "{'tasks': [{'id': 'A', 'title': 'x', 'files': ['../up.py']}]} | A: \"../up.py\" is not a path inside",
        "{'tasks': [{'id': 'A', 'title': 'x', 'files': ['/etc/passwd']}]} | A: \"/etc/passwd\" is not a path inside",
        "{'tasks': [{'id': 'A', 'title': 'x', 'checks': ['']}]} | A has a check that is not one command line",
        "{'tasks': ['do it']} | an invalid value at /tasks/0",
        "{'tasks': [{'id': 'A', 'title': 'x', 'execution_group': 'first'}]} | invalid value at /tasks/0/execution_group",
      })
  void errors_are_described_in_sentences(String json, String why) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(why);
  }

  @Test
  void a_plan_without_constraints_uses_those_of_the_file() throws Exception {
    PlanDocument document =
        read(
            "{'constraints': ['no new library', {'constraint': 'keep the API', 'tasks': ['A']}],"
                + " 'scope': {'excluded': ['docs']}, '_metadata': {'degraded': true, 'check_errors': ['no']},"
                + " 'tasks': [{'id': 'A', 'title': 'x'}]}");

    assertThat(document.terms().constraints()).containsExactly("no new library", "keep the API");
    assertThat(document.terms().scope().excluded()).containsExactly("docs");
    assertThat(document.plan().tasksForConstraint(2)).containsExactly("A");
    assertThat(document.plan().degraded()).isTrue();
    assertThat(document.errors()).containsExactly("no");
  }
}
