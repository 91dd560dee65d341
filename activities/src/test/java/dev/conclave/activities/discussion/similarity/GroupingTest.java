package dev.conclave.activities.discussion.similarity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupingTest {
  /** Four points about one small file, each said by two agents in words of their own. */
  private static final List<List<String>> POINTS =
      List.of(
          List.of(
              "Server.handle calls the handler without any limit on the request rate"
                  + " [src/server.py:10]",
              "No rate limit guards the handler call in Server.handle [src/server.py:10]"),
          List.of(
              "The Server takes its clock as a constructor argument, so time can be faked in tests"
                  + " [src/server.py:5]",
              "The clock is a constructor argument of Server, tests can fake time"
                  + " [src/server.py:5]"),
          List.of(
              "The handlers dictionary is looked up by request path [src/server.py:9]",
              "handle looks the handler up in the handlers dictionary by request path"
                  + " [src/server.py:9]"),
          List.of(
              "The existing test covers only the handler call [tests/test_server.py:4]",
              "Only the handler call is covered by the existing test [tests/test_server.py:4]"));

  @Test
  void points_that_lie_close_in_one_small_file_stay_apart() {
    List<Said> round = new ArrayList<>();
    for (List<String> point : POINTS) {
      round.add(new Said("gemini", point.get(0), true));
      round.add(new Said("codex", point.get(1), true));
    }

    assertThat(Grouping.of(round))
        .extracting(group -> group.stream().map(Said::text).sorted().toList())
        .containsExactlyInAnyOrderElementsOf(
            POINTS.stream().map(point -> point.stream().sorted().toList()).toList());
  }

  @Test
  void a_point_that_one_agent_says_twice_is_one() {
    assertThat(
            Grouping.of(
                List.of(
                    new Said("gemini", "No rate limit guards the handler call [a.py:10]", true),
                    new Said(
                        "gemini",
                        "The handler call is guarded by no rate limit at all [a.py:10]",
                        true),
                    new Said("codex", "No rate limit guards the handler call [a.py:10]", true))))
        .hasSize(1);
  }
}
