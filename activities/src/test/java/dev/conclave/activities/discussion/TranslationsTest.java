package dev.conclave.activities.discussion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.Resources;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.model.LocalizedText;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How Chinese text from agents is used, by the session's first language. */
class TranslationsTest {
  private SynthesisRecord round;
  private Translations translations;

  @BeforeEach
  void read() {
    round = Analyses.read(SynthesisRecord.class, Resources.text("session/synthesis-1.json"));
    translations = new Translations(round.analyses(), round.count().ledger());
  }

  @Test
  void a_solution_of_a_chinese_session_has_its_agents_chinese_and_english_where_there_is_none() {
    Solution first = translations.in(List.of("zh", "en"), round.count().solutions()).get(0);

    assertThat(first.name()).isEqualTo("令牌桶过滤器");
    assertThat(first.pros()).containsExactly("无需新依赖", "Allows short bursts");
    assertThat(first.technicalConcerns())
        .isEqualTo(round.count().solutions().get(0).technicalConcerns());
    assertThat(first.affectedFiles()).isEqualTo(round.count().solutions().get(0).affectedFiles());
  }

  @Test
  void a_session_in_english_with_chinese_beside_it_keeps_the_english() {
    assertThat(translations.in(List.of("en", "zh"), round.count().solutions()))
        .isEqualTo(round.count().solutions());
  }

  @Test
  void a_text_that_was_put_into_chinese_still_has_its_english_in_a_label() {
    assertThat(translations.label("令牌桶过滤器"))
        .isEqualTo(new LocalizedText("Token bucket filter", "令牌桶过滤器"));
    assertThat(translations.label("nobody translated this"))
        .isEqualTo(new LocalizedText("nobody translated this", "nobody translated this"));
  }
}
