package dev.conclave.client.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Samples;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.text.Language;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LedgerViewTest {
  private static final Ledger LEDGER =
      Samples.read(
          Ledger.class,
          Stream.of("alpha.1.f1", "alpha.1.f2", "qwen3.5.1.f3", "beta.2.s1", "beta.2.s10")
              .map(
                  id ->
                      """
                      {"id": "%s", "agent": "%s", "round": 1, "type": "finding", "counts": true,
                       "text": {"en": "x"}}"""
                          .formatted(id, id.replaceFirst("\\.\\d\\.[a-z]\\d+$", "")))
              .collect(Collectors.joining(",", "{\"statements\": [", "]}")));

  @Test
  void statements_are_named_after_their_agents_and_stay_distinct() {
    assertThat(named("alpha.1.f1 contradicts alpha.1.f2, see (beta.2.s10)."))
        .isEqualTo(
            "alpha's finding 1.1 contradicts alpha's finding 1.2, see (beta's proposal 2.10).");
    assertThat(named("qwen3.5.1.f3 and qwen3.5.1.f4; v1.alpha.1.f1, alpha.1.f1x"))
        .isEqualTo("qwen3.5's finding 1.3 and qwen3.5.1.f4; v1.alpha.1.f1, alpha.1.f1x");
    assertThat(named("alpha.1.f1")).isEqualTo("alpha.1.f1"); // an id, not a sentence
  }

  @Test
  void statements_are_named_in_the_language_of_the_sentence() {
    assertThat(
            LedgerView.named(
                new LocalizedText("See alpha.1.f1", "见 alpha.1.f1"), LocalizedText.class, LEDGER))
        .isEqualTo(new LocalizedText("See alpha's finding 1.1", "见 alpha 的发现 1.1"));
    assertThat(named("# 计划\n\n采用 beta.2.s1。\n\nSee beta.2.s1\n"))
        .isEqualTo("# 计划\n\n采用 beta 的提案 2.1。\n\nSee beta's proposal 2.1\n");
  }

  @Test
  void a_conflict_is_the_question_and_names_the_side_that_won() {
    Ledger ledger =
        Samples.read(
            Ledger.class,
            """
            {"conflicts": [
              {"id": "C1", "question": {"en": "The moderator asks: \\"Is it \\"safe\\"?\\"",
                                        "zh": "主持人问：“安全吗？”"},
               "settled_by": "code", "state": "settled", "how": "all voters: ada", "winner": 2,
               "sides": [{"position": {"en": "yes"}}, {"position": {"en": "no"}}], "round": 1}]}""");

    LedgerView.Entry english = only(ledger, "en");
    assertThat(english.sentence()).isEqualTo("Is it \"safe\"?");
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

  private static LedgerView.Entry only(Ledger ledger, String language) {
    return LedgerView.of(ledger, List.of(language), false, "").sections().get(0).entries().get(0);
  }

  private static String named(String text) {
    return LedgerView.named(text, String.class, LEDGER);
  }
}
