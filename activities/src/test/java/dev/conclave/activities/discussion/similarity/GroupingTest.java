package dev.conclave.activities.discussion.similarity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GroupingTest {
  private static final Pattern POINT = Pattern.compile("\\R\\R");

  /** The points of each round in small-files.txt, each as its agents put it. */
  static Stream<Named<List<List<Said>>>> roundsAboutASmallFile() throws IOException {
    try (InputStream stream =
        GroupingTest.class.getResourceAsStream("/similarity/small-files.txt")) {
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(text.split("(?m)^## ", -1)).skip(1).map(GroupingTest::round);
    }
  }

  private static Named<List<List<Said>>> round(String text) {
    String[] titled = text.split("\\R", 2);
    return Named.of(
        titled[0],
        POINT
            .splitAsStream(titled[1].strip())
            .map(point -> point.lines().map(GroupingTest::said).toList())
            .toList());
  }

  private static Said said(String line) {
    String[] parts = line.split(": ", 2);
    return new Said(parts[0], parts[1], true);
  }

  @ParameterizedTest
  @MethodSource("roundsAboutASmallFile")
  void points_that_lie_close_in_one_small_file_stay_apart(List<List<Said>> points) {
    assertThat(points).hasSizeGreaterThanOrEqualTo(4);
    assertThat(sorted(Grouping.of(points.stream().flatMap(List::stream).toList())))
        .containsExactlyInAnyOrderElementsOf(sorted(points));
  }

  private static List<List<Said>> sorted(List<List<Said>> groups) {
    return groups.stream().map(group -> group.stream().sorted().toList()).toList();
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

  @Test
  void one_sentence_of_an_agent_never_makes_one_of_two_points_another_tells_apart() {
    Said limit = new Said("codex", "The upload has no limit on its size [up.go:22]", true);
    Said type = new Said("codex", "The upload has no check of its content type [up.go:23]", true);
    Said both =
        new Said(
            "gemini",
            "The upload checks neither its size limit nor its content type [up.go:22]",
            true);
    assertThat(Grouping.of(List.of(limit, type, both)))
        .hasSize(2)
        .noneMatch(group -> group.contains(limit) && group.contains(type));
  }

  @Test
  void what_an_agent_endorses_may_lie_in_one_group_with_its_own_words() {
    Said own = new Said("codex", "Connections leak when mapping throws [src/Repo.java:88]", true);
    Said endorsed =
        new Said("codex", "On a mapping exception the connection is not released, a leak", false);
    Said other =
        new Said(
            "gemini",
            "Connection leak: on a mapping exception nothing is released [src/Repo.java:90]",
            true);
    assertThat(Grouping.of(List.of(own, endorsed, other))).hasSize(1);
  }

  @Test
  void points_of_one_wording_about_different_files_are_different_voices() {
    Said session = new Said("codex", "The session leaks handles on failure [session.ts:1]", true);
    Said parser = new Said("codex", "The parser leaks handles on failure [parser.ts:1]", true);
    assertThat(Grouping.of(List.of(session, parser))).hasSize(2);
  }
}
