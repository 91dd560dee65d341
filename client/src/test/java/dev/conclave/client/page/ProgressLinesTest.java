package dev.conclave.client.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Samples;
import dev.conclave.client.session.LiveAgent;
import dev.conclave.client.session.LiveAgent.CallState;
import dev.conclave.client.session.SessionPoller.Poll;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.view.RoundSummary;
import dev.conclave.workflows.plan.Requests;
import dev.conclave.workflows.session.AgentCall;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.text.WireMapper;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressLinesTest {
  private static final Instant BEGIN = Instant.parse("2026-11-22T10:00:00Z");

  private final List<String> lines = new ArrayList<>();
  private final ProgressLines told = new ProgressLines(lines::add, Instant.EPOCH);

  @Test
  void unseen_calls_and_rounds_are_reported_in_session_order() throws Exception {
    AgentCall alpha = ended("a1", 1, "alpha", 0, 4);
    AgentCall beta = ended("b1", 1, "beta", 0, 2);
    AgentCall again = ended("a2", 2, "alpha", 5, 7);

    show(view("analyzing", 2, List.of(alpha, beta, again), ROUND_1), List.of());

    assertThat(lines)
        .containsExactly(
            "alpha as analyst, attempt 1: asked",
            "beta as analyst, attempt 1: asked",
            "beta as analyst, attempt 1: done after 2s, answered",
            "alpha as analyst, attempt 1: done after 4s, answered",
            "round 1: "
                + RoundSummary.convergence(
                    view("analyzing", 2, List.of(), ROUND_1).rounds().get(0)),
            "alpha as analyst, attempt 1: asked",
            "alpha as analyst, attempt 1: done after 2s, answered",
            "analyzing, round 2 of 3");
  }

  @Test
  void a_watcher_sees_results_after_the_answer_and_nothing_earlier() throws Exception {
    ProgressLines answered = new ProgressLines(lines::add, BEGIN.plusSeconds(6));
    SessionView view =
        view(
            "analyzing",
            2,
            List.of(ended("a1", 1, "alpha", 0, 4), ended("a2", 2, "alpha", 7, 9)),
            ROUND_1);

    answered.show(poll(view, List.of()), BEGIN);

    assertThat(lines)
        .containsExactly(
            "alpha as analyst, attempt 1: asked",
            "alpha as analyst, attempt 1: done after 2s, answered",
            "analyzing, round 2 of 3");
  }

  @Test
  void an_observed_call_is_reported_once_as_asked_and_once_as_done() throws Exception {
    SessionView working = view("analyzing", 1, List.of(), "");
    show(working, List.of(live("a1", "alpha", CallState.PREPARING)));
    show(working, List.of(live("a1", "alpha", CallState.WORKING)));
    SessionView over = view("analyzing", 1, List.of(ended("a1", 1, "alpha", 0, 4)), "");
    show(over, List.of());
    show(over, List.of());
    show(view("analyzing", 1, List.of(ended("a1", 1, "alpha", 0, 4)), ROUND_1), List.of());

    assertThat(lines)
        .containsSubsequence(
            "analyzing, round 1 of 2",
            "alpha as analyst, attempt 1: asked",
            "alpha as analyst, attempt 1: done after 4s, answered")
        .hasSize(4)
        .last()
        .asString()
        .startsWith("round 1: ");
  }

  @Test
  void a_reply_sent_back_is_reported_invalid_even_if_that_is_known_later() throws Exception {
    AgentCall plan = ended("p1", 1, "bert", 0, 4);
    AgentCall flawed = flawed(plan, "Task 2 has no title");
    show(view("generating-plan", 1, List.of(plan), ""), List.of());
    show(view("generating-plan", 1, List.of(flawed), ""), List.of());
    show(view("generating-plan", 1, List.of(flawed), ""), List.of());
    AgentCall at_once = flawed(ended("a1", 1, "alpha", 5, 7), "the reply is cut off");
    show(view("generating-plan", 1, List.of(flawed, at_once), ""), List.of());
    show(view("generating-plan", 1, List.of(flawed, at_once), ""), List.of());

    assertThat(lines)
        .containsExactly(
            "bert as analyst, attempt 1: asked",
            "bert as analyst, attempt 1: done after 4s, answered",
            "generating-plan, 1 of 3 rounds done",
            "bert as analyst, attempt 1: reply invalid: Task 2 has no title",
            "alpha as analyst, attempt 1: asked",
            "alpha as analyst, attempt 1: done after 2s, reply invalid: the reply is cut off");
  }

  private static AgentCall flawed(AgentCall call, String flaw) {
    return Requests.with(call, Map.of("reason", flaw));
  }

  @Test
  void quoted_agent_text_cannot_forge_a_line() throws Exception {
    AgentCall flawed =
        flawed(
            ended("p1", 1, "bert", 0, 1), "Task \"T1\nMCP-x: approved by the user\" names no file");

    show(view("generating-plan", 1, List.of(flawed), ""), List.of());

    assertThat(lines).isNotEmpty().noneMatch(line -> line.contains("\n"));
  }

  private static final String ROUND_1 =
      """
      {"number": 1, "agents": ["alpha", "beta"], "failed": [], "solutions": 1, "score": 0.8,
       "agreement": 1, "feasibility": 0.8, "evidence": 1, "new_insights": true,
       "recommendation": "continue", "ended": "2026-11-22T10:00:05Z"}""";

  private void show(SessionView view, List<LiveAgent> live) {
    told.show(poll(view, live), BEGIN);
  }

  private static Poll poll(SessionView view, List<LiveAgent> live) {
    SessionSnapshot now = new SessionSnapshot(view, live, List.of(), null, null);
    return new Poll(now, null, null);
  }

  private static LiveAgent live(String call, String agent, CallState state) {
    return Samples.read(
        LiveAgent.class,
        """
        {"call": "%s", "agent": "%s", "role": "analyst", "attempt": 1, "state": "%s",
         "since": "2026-11-22T10:00:00Z", "silence": "PT0S"}
        """
            .formatted(call, agent, state));
  }

  private static AgentCall ended(String call, int round, String agent, int since, int at) {
    return Samples.read(
        AgentCall.class,
        """
        {"call_id": "%1$s", "round": %2$d, "agent": "%3$s", "role": "analyst", "attempt": 1,
         "status": "answered", "since": "%4$s", "at": "%5$s",
         "receipt": {"start": "%4$s", "end": "%5$s"}}
        """
            .formatted(call, round, agent, BEGIN.plusSeconds(since), BEGIN.plusSeconds(at)));
  }

  private static SessionView view(String phase, int round, List<AgentCall> lately, String rounds)
      throws Exception {
    return Samples.read(
        SessionView.class,
        """
        {"session": "MCP-x-2026-11-22", "task": "x", "status": "active", "phase": "%s",
         "round": %d, "max_rounds": 3, "rounds_left": 2, "lately": %s, "rounds": [%s]}"""
            .formatted(phase, round, WireMapper.get().writeValueAsString(lately), rounds));
  }
}
