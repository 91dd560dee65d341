package dev.conclave.workflows.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.session.KindSpec;
import org.junit.jupiter.api.Test;

class SessionKindsTest {

  @Test
  void an_id_says_its_kind_by_its_prefix_or_by_what_it_was_begun_as() {
    assertThat(SessionKinds.ofId("MCP-a-2026-11-21")).isEqualTo(PlanState.KIND);
    assertThat(SessionKinds.ofId("uan-a-20261121")).isEqualTo(AnalyzeState.KIND);
    assertThat(SessionKinds.ofId("WFS-a-2026-11-21")).isEqualTo(ContextState.KIND);
    assertThat(SessionKinds.ofId("MCP-a-2026-11-21/context")).isEqualTo(ContextState.KIND);
    assertThat(SessionKinds.ofId("MCP-a-2026-11-21/context-2")).isEqualTo(ContextState.KIND);
    assertThat(SessionKinds.ofId("nightly")).isEqualTo(PlanState.KIND);
  }

  @Test
  void what_was_begun_as_something_unknown_is_no_context() {
    assertThat(SessionKinds.ofId("WFS-a/execute")).isNotEqualTo(ContextState.KIND);
  }

  @Test
  void no_two_kinds_have_a_command_a_prefix_or_a_type_in_common() {
    assertThat(SessionKinds.ALL).extracting(KindSpec::command).doesNotHaveDuplicates();
    assertThat(SessionKinds.ALL).extracting(KindSpec::prefix).doesNotHaveDuplicates();
    assertThat(SessionKinds.ALL).extracting(KindSpec::type).doesNotHaveDuplicates();
    assertThat(SessionKinds.ALL)
        .allSatisfy(kind -> assertThat(SessionKinds.ofType(kind.type())).contains(kind));
  }

  @Test
  void the_name_of_a_workflow_is_its_type_and_its_implementation_implements_it() {
    assertThat(SessionKinds.ALL)
        .allSatisfy(kind -> assertThat(kind.workflow()).isAssignableFrom(kind.implementation()));
  }
}
