package dev.conclave.client.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Samples;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.WireMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerViewTest {
  @Test
  void a_conflict_is_the_question_and_names_the_side_that_won() {
    Ledger ledger =
        Samples.read(
            Ledger.class,
            """
            {"conflicts": [
              {"id": "C1", "question": {"en": "The moderator asks: \\"Is it safe?\\"",
                                        "zh": "主持人问：“安全吗？”"},
               "asked": {"en": "Is it safe?", "zh": "安全吗？"},
               "settled_by": "code", "state": "settled", "how": "all voters: ada", "winner": 2,
               "sides": [{"position": {"en": "yes"}}, {"position": {"en": "no"}}], "round": 1}]}""");

    LedgerView.Entry english = only(ledger, "en");
    assertThat(english.sentence()).isEqualTo("Is it safe?");
    assertThat(english.lines(Language.EN))
        .last()
        .extracting(Line::text)
        .isEqualTo("settled: side 2 (all voters: ada)");
    assertThat(only(ledger, "zh").sentence()).isEqualTo("安全吗？");
    assertThat(english.lines(Language.ZH))
        .last()
        .extracting(Line::text)
        .isEqualTo("已解决：立场 2（全部投票者：ada）");
  }

  @Test
  void a_conflict_of_an_earlier_version_has_only_the_marked_question() {
    Ledger ledger =
        Samples.read(
            Ledger.class,
            """
            {"conflicts": [{"id": "C1", "question": {"en": "The moderator asks: \\"Why?\\""},
                            "settled_by": "code", "state": "open", "round": 1}]}""");

    assertThat(only(ledger, "en").sentence()).isEqualTo("The moderator asks: \"Why?\"");
    assertThat(WireMapper.get().valueToTree(ledger).at("/conflicts/0").has("asked")).isFalse();
  }

  private static LedgerView.Entry only(Ledger ledger, String language) {
    return LedgerView.of(ledger, List.of(language), false, "").sections().get(0).entries().get(0);
  }
}
