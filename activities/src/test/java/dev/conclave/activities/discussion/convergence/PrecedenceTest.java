package dev.conclave.activities.discussion.convergence;

import static dev.conclave.activities.discussion.Analyses.approach;
import static dev.conclave.activities.discussion.Analyses.proposing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.discussion.ranking.Ranking;
import dev.conclave.activities.discussion.verification.ApproachGrouping;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Position;
import dev.conclave.workflows.discussion.Solution;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PrecedenceTest {
  private static final List<Analysis> ANALYSES =
      List.of(
          proposing(
              "gemini",
              approach(
                  "Token bucket", List.of(), List.of(), Level.LOW, Level.LOW, "src/server.py")));
  private static final List<Solution> OPTIONS =
      Ranking.of(ANALYSES, ApproachGrouping.of(ANALYSES), List.of()).best();

  private static Disagreement on(String topic, List<CheckedLocation> places, String... agents) {
    return new Disagreement(
        topic,
        "polarity",
        Stream.of(agents).map(agent -> new Position(agent, agent + ": " + topic, places)).toList(),
        "",
        true);
  }

  private static List<CheckedLocation> at(String file, Evidence verdict) {
    return List.of(new CheckedLocation(file, 3, verdict));
  }

  @Test
  void an_option_s_files_and_name_come_before_many_agents_and_tests_come_last() {
    Disagreement tests = on("no tests", at("src/server.py", Evidence.VERIFIED), "a", "b", "c", "d");
    Disagreement chinese = on("缺少test覆盖", List.of(), "a", "b", "c");
    Disagreement two = on("the log is rotated", at("ops/log.py", Evidence.VERIFIED), "a", "b");
    Disagreement absent = on("no such file", at("src/server.py", Evidence.MISSING), "a", "b");
    Disagreement four = on("the latest attestation is kept", List.of(), "a", "b", "c", "d");
    Disagreement named = on("Effort of approach \"Token bucket\"", List.of(), "a", "b");
    Disagreement shared = on("the lock is held", at("src/server.py", Evidence.VERIFIED), "a", "b");
    Disagreement shared3 =
        on("it is async", at("src/server.py", Evidence.UNSUPPORTED), "a", "b", "c");

    assertThat(
            Precedence.of(
                List.of(tests, chinese, two, absent, four, named, shared, shared3), OPTIONS))
        .containsExactly(shared3, named, shared, four, two, absent, tests, chinese);
  }
}
