package dev.conclave.workflows.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.session.KindSpec;
import org.junit.jupiter.api.Test;

class SessionKindsTest {

  @Test
  void an_id_reveals_its_kind_by_prefix_or_suffix() {
    assertThat(SessionKinds.ofId("MCP-a-2026-11-21")).isEqualTo(PlanState.KIND);
    assertThat(SessionKinds.ofId("uan-a-20261121")).isEqualTo(AnalyzeState.KIND);
    assertThat(SessionKinds.ofId("WFS-a-2026-11-21")).isEqualTo(ContextState.KIND);
    assertThat(SessionKinds.ofId("MCP-a-2026-11-21/context")).isEqualTo(ContextState.KIND);
    assertThat(SessionKinds.ofId("MCP-a-2026-11-21/context-2")).isEqualTo(ContextState.KIND);
    assertThat(SessionKinds.ofId("nightly")).isEqualTo(PlanState.KIND);
  }

  @Test
  void an_id_with_an_unknown_suffix_is_not_a_context() {
    assertThat(SessionKinds.ofId("WFS-a/execute")).isNotEqualTo(ContextState.KIND);
  }

  @Test
  void no_two_kinds_share_a_command_prefix_or_type() {
    assertThat(SessionKinds.ALL).extracting(KindSpec::command).doesNotHaveDuplicates();
    assertThat(SessionKinds.ALL).extracting(KindSpec::prefix).doesNotHaveDuplicates();
    assertThat(SessionKinds.ALL).extracting(KindSpec::type).doesNotHaveDuplicates();
    assertThat(SessionKinds.ALL)
        .allSatisfy(kind -> assertThat(SessionKinds.ofType(kind.type())).contains(kind));
  }

  @Test
  void a_workflow_name_is_its_type_and_its_implementation_implements_it() {
    assertThat(SessionKinds.ALL)
        .allSatisfy(kind -> assertThat(kind.workflow()).isAssignableFrom(kind.implementation()));
  }
}
