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
  void a_chinese_session_shows_its_agents_chinese_and_falls_back_to_english() {
    Solution first = translations.in(List.of("zh", "en"), round.count().solutions()).get(0);

    assertThat(first.name()).isEqualTo("令牌桶过滤器");
    assertThat(first.pros()).containsExactly("无需新依赖", "Allows short bursts");
    assertThat(first.technicalConcerns())
        .isEqualTo(round.count().solutions().get(0).technicalConcerns());
    assertThat(first.affectedFiles()).isEqualTo(round.count().solutions().get(0).affectedFiles());
  }

  @Test
  void an_english_session_with_chinese_keeps_the_english() {
    assertThat(translations.in(List.of("en", "zh"), round.count().solutions()))
        .isEqualTo(round.count().solutions());
  }

  @Test
  void a_translated_text_keeps_its_english_in_a_label() {
    assertThat(translations.label("令牌桶过滤器"))
        .isEqualTo(new LocalizedText("Token bucket filter", "令牌桶过滤器"));
    assertThat(translations.label("nobody translated this"))
        .isEqualTo(new LocalizedText("nobody translated this", "nobody translated this"));
  }
}
