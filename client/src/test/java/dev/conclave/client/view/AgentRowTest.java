package dev.conclave.client.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Samples;
import dev.conclave.client.session.LiveAgent;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.text.Language;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentRowTest {
  private static final Instant NOW = Instant.parse("2026-11-22T10:05:00Z");

  @Test
  void a_silent_agent_is_shown_with_the_limit_of_its_silence() {
    String quiet =
        AgentRow.doing(
            live(
                "WORKING",
                "PT0S",
                """
                , "progress": {"agent": "alpha", "pid": 7, "seconds": 90, "last_event": "reads a.go",
                 "stage": "working", "quiet_seconds": 70, "quiet_limit": 180}"""),
            NOW);

    assertThat(quiet).isEqualTo("reads a.go, silent for 1m 10s (limit 3m 00s)");
    assertThat(Language.ZH.sentence(quiet)).contains("reads a.go", "上限 3m 00s");
    assertThat(AgentRow.doing(live("SILENT", "PT9S", ""), NOW))
        .isEqualTo("last heartbeat from its worker 9s ago (limit 15s)");
  }

  @Test
  void an_agent_with_two_roles_shows_both_and_attempts_of_each() {
    SessionView view =
        Samples.read(
            SessionView.class,
            """
            {"session": "MCP-x-2026-11-22", "task": "x", "status": "active", "phase": "analyzing",
             "round": 1, "max_rounds": 3, "rounds_left": 2, "rounds": [], "tools": ["alpha"],
             "lately": [{"call_id": "a1", "round": 1, "agent": "alpha", "role": "analyst", "attempt": 1,
               "status": "failed", "since": "2026-11-22T10:00:00Z", "at": "2026-11-22T10:00:04Z"}]}""");
    SessionSnapshot now =
        new SessionSnapshot(view, List.of(live("WORKING", "PT0S", "")), List.of(), null, null);

    assertThat(AgentRow.of(now, NOW).get(0).activity()).isEqualTo("started");
    assertThat(AgentCard.of(now, NOW).get(0).fields())
        .contains(new Field("Role", "analyst, moderator"));
  }

  @Test
  void a_role_is_listed_once_and_a_call_that_was_not_made_has_none() {
    String call =
        """
        {"call_id": "%s", "round": 1, "agent": "alpha", "role": "%s", "attempt": 1,
         "status": "answered", "since": "2026-11-22T10:00:00Z", "at": "2026-11-22T10:00:04Z"}""";
    SessionView view =
        Samples.read(
            SessionView.class,
            """
            {"session": "MCP-x-2026-11-22", "task": "x", "status": "active", "phase": "executing",
             "round": 1, "max_rounds": 3, "rounds_left": 2, "rounds": [], "tools": ["alpha"],
             "lately": [%s, %s, %s]}"""
                .formatted(
                    call.formatted("a1", "reviewer"),
                    call.formatted("", ""),
                    call.formatted("t1-TASK-001", "moderator")));
    LiveAgent now =
        Samples.read(
            LiveAgent.class,
            """
            {"call": "t1-TASK-002", "agent": "alpha", "role": "moderator", "attempt": 1,
             "state": "WORKING", "since": "2026-11-22T10:00:00Z", "silence": "PT0S"}""");

    assertThat(
            AgentCard.of(new SessionSnapshot(view, List.of(now), List.of(), null, null), NOW)
                .get(0)
                .fields())
        .contains(new Field("Role", "reviewer, moderator TASK-002"));
  }

  private static LiveAgent live(String state, String silence, String progress) {
    return Samples.read(
        LiveAgent.class,
        """
        {"call": "m1", "agent": "alpha", "role": "moderator", "attempt": 1, "state": "%s",
         "since": "2026-11-22T10:00:00Z", "silence": "%s"%s}"""
            .formatted(state, silence, progress));
  }
}
