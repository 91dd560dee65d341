package dev.conclave.client.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When lines tell of work beside the agents'. */
class OtherWorkTest {
  private static final Instant BEGIN = Instant.parse("2026-11-22T10:00:00Z");

  private final ProgressLines lines = new ProgressLines(line -> {}, BEGIN);

  @Test
  void what_is_over_soon_is_not_told() {
    assertThat(at(0, "the plan is checked")).isEmpty();
    assertThat(at(19, "the plan is checked")).isEmpty();
    assertThat(at(21)).isEmpty();
    assertThat(at(22, "the tree is named")).isEmpty();
    assertThat(at(41, "the tree is named")).isEmpty();
  }

  @Test
  void what_takes_long_is_told_now_and_then_as_long_as_there_is_news() {
    assertThat(at(0, "indexing 100 of 900")).isEmpty();
    assertThat(at(20, "indexing 200 of 900")).containsExactly("indexing 200 of 900");
    assertThat(at(30, "indexing 300 of 900")).isEmpty();
    assertThat(at(41, "indexing 400 of 900", "a tree is named"))
        .containsExactly("indexing 400 of 900", "a tree is named");
    assertThat(at(99, "indexing 400 of 900", "a tree is named")).isEmpty();
    assertThat(at(100, "indexing 500 of 900")).containsExactly("indexing 500 of 900");
  }

  private List<String> at(int second, String... underWay) {
    return lines.otherWork(List.of(underWay), BEGIN.plusSeconds(second));
  }
}
