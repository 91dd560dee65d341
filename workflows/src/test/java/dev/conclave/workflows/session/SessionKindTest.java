package dev.conclave.workflows.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionKindTest {

  @Test
  void a_server_is_asked_for_sessions_of_every_kind() {
    assertThat(SessionKind.query())
        .isEqualTo(
            "WorkflowType IN ('PlanWorkflow', 'ContextWorkflow', 'AnalyzeWorkflow',"
                + " 'ExecuteWorkflow')");
  }

  @ParameterizedTest
  @CsvSource({
    "PlanWorkflow,PLAN",
    "ContextWorkflow,CONTEXT",
    "AnalyzeWorkflow,ANALYZE",
    "ExecuteWorkflow,EXECUTE"
  })
  void a_session_s_kind_is_told_by_its_workflow_type(String type, SessionKind kind) {
    assertThat(SessionKind.ofType(type)).contains(kind);
  }

  @Test
  void another_workflow_of_the_namespace_is_no_session() {
    assertThat(SessionKind.ofType("OrderWorkflow")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "MCP-limits-2026-11-21,MCP-lim,true",
    "MCP-limits-2026-11-21,lim,true",
    "uan-限流-20261121,限,true",
    "MCP-limits-2026-11-21,uan-lim,false",
    "MCP-limits-2026-11-21,2026,false"
  })
  void a_person_may_leave_out_what_the_ids_of_a_kind_begin_with(
      String id, String words, boolean begins) {
    assertThat(SessionKind.begins(id, words)).isEqualTo(begins);
  }

  @Test
  void what_is_begun_for_a_session_is_named_after_it() {
    assertThat(SessionKind.ofAnother("MCP-limits-2026-11-21/context")).isTrue();
    assertThat(SessionKind.ofAnother("MCP-limits-2026-11-21")).isFalse();
  }
}
