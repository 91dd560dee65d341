package dev.conclave.activities.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.api.ContextPackage.Pattern;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopicSectionTest {
  @Test
  void the_title_is_the_first_sentence() {
    assertThat(SynthesisFile.title("Add v1.2 limits. Then more.")).isEqualTo("Add v1.2 limits");
    assertThat(SynthesisFile.title("为接口限流。然后测试。")).isEqualTo("为接口限流");
    assertThat(SynthesisFile.title("One line\nand another")).isEqualTo("One line");
    assertThat(SynthesisFile.title("...odd")).isEqualTo("...odd");
  }

  @Test
  void a_long_title_is_fifty_characters_and_three_dots() {
    assertThat(SynthesisFile.title("x".repeat(50))).hasSize(50);
    assertThat(SynthesisFile.title("x".repeat(51))).isEqualTo("x".repeat(50) + "...");
    String emoji = "🚦".repeat(60);
    assertThat(SynthesisFile.title(emoji)).isEqualTo("🚦".repeat(50) + "...");
  }

  @Test
  void tags_are_topics_and_keywords_of_the_task_and_three_patterns() {
    List<Pattern> patterns =
        List.of(
            new Pattern("maven", "", ""),
            new Pattern("api", "", ""),
            new Pattern("junit", "", ""),
            new Pattern("fourth", "", ""));
    assertThat(SynthesisFile.tags("Refactoring the API's authentication: fix the UI bug", patterns))
        .containsExactly(
            "auth", "api", "ui", "refactor", "bug", "authentication", "maven", "junit");
    assertThat(SynthesisFile.tags("rapid builds of the suite", List.of()))
        .doesNotContain("api", "ui");
    assertThat(SynthesisFile.tags("重构数据库接口的性能", List.of()))
        .startsWith("api", "database", "performance", "refactor");
  }
}
