package dev.conclave.workflows.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.model.Receipt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoundRecordTest {
  private static final Instant AT = Instant.parse("2026-11-21T00:00:00Z");

  @Test
  void a_round_keeps_its_answers_and_its_newest_failures() {
    List<AgentRun> runs = new ArrayList<>();
    runs.add(run("late", "failed", 99));
    runs.add(new AgentRun("absent", "absent", "not-installed", Optional.empty(), Optional.empty()));
    IntStream.range(0, 15).forEach(minute -> runs.add(run("f" + minute, "failed", minute)));
    runs.add(run("first", "answered", 0));

    assertThat(RoundRecord.kept(runs))
        .extracting(AgentRun::agent)
        .containsExactly(
            "first", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12", "f13", "f14", "late");
  }

  @Test
  void kept_runs_stay_in_seat_order() {
    List<AgentRun> runs =
        List.of(run("late", "failed", 99), run("early", "failed", 1), run("ada", "answered", 50));

    assertThat(RoundRecord.kept(runs))
        .extracting(AgentRun::agent)
        .containsExactly("ada", "late", "early");
  }

  private static AgentRun run(String agent, String status, int minutes) {
    Receipt receipt =
        new Receipt(
            "r1-" + agent + "-1",
            agent,
            agent,
            Optional.empty(),
            List.of(),
            Optional.empty(),
            "a".repeat(40),
            AT,
            AT.plusSeconds(60L * minutes),
            Optional.of(0),
            Optional.empty(),
            1,
            1,
            Optional.empty(),
            1,
            1,
            Optional.empty(),
            "unknown",
            Optional.empty(),
            List.of());
    return new AgentRun(agent, agent, status, Optional.empty(), Optional.of(receipt));
  }
}
