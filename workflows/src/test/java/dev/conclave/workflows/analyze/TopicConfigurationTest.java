package dev.conclave.workflows.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.text.Words;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicConfigurationTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Where are sessions kept? | implementation | technical | 1 | quick",
        "Is the cache slow, and is it safe from injection attacks? | performance security | technical | 3 | quick",
        "Should the whole system move to another module structure? | architecture decision | technical architectural | 6 | standard",
        "Compare both designs for security, cost and performance across all services | architecture performance security comparison | technical business | 10 | deep",
        "整个系统的架构和性能应该如何选择 | architecture performance decision | technical architectural | 8 | deep"
      })
  void a_topic_is_configured_by_its_words(
      String topic, String dimensions, String perspectives, int complexity, String mode) {
    var found = TopicConfiguration.fromKeywords(topic);

    assertThat(String.join(" ", found.dimensions())).isEqualTo(dimensions);
    assertThat(String.join(" ", found.perspectives())).isEqualTo(perspectives);
    assertThat(found.complexity()).isEqualTo(complexity);
    assertThat(Words.of(found.mode())).isEqualTo(mode);
  }
}
