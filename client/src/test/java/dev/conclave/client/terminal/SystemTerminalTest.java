package dev.conclave.client.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.text.Language;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SystemTerminalTest {
  @ParameterizedTest
  @CsvSource({
    "zh_CN.UTF-8, '', '', ZH",
    "'', zh_TW, en_US.UTF-8, ZH",
    "'', '', zh, ZH",
    "C.UTF-8, zh_CN.UTF-8, zh_CN.UTF-8, EN",
    "'', '', '', EN"
  })
  void a_terminal_speaks_the_language_of_its_locale_and_then_of_the_session(
      String all, String messages, String lang, Language language) {
    Map<String, String> environment = Map.of("LC_ALL", all, "LC_MESSAGES", messages, "LANG", lang);
    try (SystemTerminal terminal = new SystemTerminal(environment)) {
      Output output = terminal.output();
      assertThat(output.resultScreen().language()).isEqualTo(language);
      output.speak(Language.ZH);
      assertThat(output.progressScreen().ours("no plan: see `conclave list --all`"))
          .isEqualTo("no plan: see `conclave list --all`");
      assertThat(output.progressScreen().ours("No sessions yet.")).isEqualTo("还没有会话。");
    }
  }
}
