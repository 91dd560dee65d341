package dev.conclave.workflows.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.discussion.Ledger.Statement.StatementType;
import dev.conclave.workflows.model.LocalizedText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StatementNamesTest {
  private static final StatementNames NAMES =
      new StatementNames(
          Stream.of(
                  said("alpha", 1, StatementType.FINDING, "f1"),
                  said("alpha", 1, StatementType.FINDING, "f2"),
                  said("qwen3.5", 1, StatementType.FINDING, "f3"),
                  said("beta", 2, StatementType.APPROACH, "s1"),
                  said("beta", 2, StatementType.APPROACH, "s10"))
              .collect(Collectors.toMap(Statement::id, Function.identity())));

  private static Statement said(String agent, int round, StatementType type, String number) {
    return new Statement(
        agent + "." + round + "." + number,
        agent,
        round,
        type,
        LocalizedText.of("x"),
        List.of(),
        true,
        false,
        Optional.empty(),
        null);
  }

  private static String named(String text) {
    return NAMES.in(text, String.class);
  }

  @Test
  void statements_are_named_after_their_agents_and_stay_distinct() {
    assertThat(named("alpha.1.f1 contradicts alpha.1.f2, see (beta.2.s10)."))
        .isEqualTo(
            "alpha's finding 1.1 contradicts alpha's finding 1.2, see (beta's proposal 2.10).");
    assertThat(named("qwen3.5.1.f3 and qwen3.5.1.f4; v1.alpha.1.f1, alpha.1.f1x"))
        .isEqualTo("qwen3.5's finding 1.3 and qwen3.5.1.f4; v1.alpha.1.f1, alpha.1.f1x");
    assertThat(named("alpha.1.f1")).isEqualTo("alpha.1.f1"); // an id, not a sentence
    assertThat(named("in docs/alpha.1.f1/x and docs/alpha.1.f1"))
        .isEqualTo("in docs/alpha.1.f1/x and docs/alpha.1.f1");
  }

  @Test
  void statements_are_named_in_the_language_of_the_sentence() {
    assertThat(NAMES.in(new LocalizedText("See alpha.1.f1", "见 alpha.1.f1"), LocalizedText.class))
        .isEqualTo(new LocalizedText("See alpha's finding 1.1", "见 alpha 的发现 1.1"));
    assertThat(named("# 计划\n\n采用 beta.2.s1。\n\nSee beta.2.s1\n"))
        .isEqualTo("# 计划\n\n采用 beta 的提案 2.1。\n\nSee beta's proposal 2.1\n");
  }

  @Test
  void keys_and_ids_of_a_document_stay() {
    assertThat(NAMES.in(Map.of("alpha.1.f1", List.of("alpha.1.f1", "as alpha.1.f1")), Map.class))
        .isEqualTo(Map.of("alpha.1.f1", List.of("alpha.1.f1", "as alpha's finding 1.1")));
  }
}
