package dev.conclave.client.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.text.Language;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SystemTerminalTest {
  @Test
  void no_prompt_sets_raw_mode_after_the_terminal_was_restored() throws Exception {
    ReentrantLock modes = new ReentrantLock();
    DumbTerminal real =
        new DumbTerminal(new ByteArrayInputStream(new byte[0]), new ByteArrayOutputStream());
    Attributes restored = new Attributes();
    restored.setLocalFlag(LocalFlag.ICANON, true);
    real.setAttributes(restored);
    Terminal guarded = SystemTerminal.guarded(real, modes);

    modes.lock(); // permanently, as the hook does
    CompletableFuture<Attributes> prompt = CompletableFuture.supplyAsync(guarded::enterRawMode);
    while (!modes.hasQueuedThreads() && !prompt.isDone()) {
      Thread.onSpinWait();
    }
    assertThat(prompt).isNotDone();
    assertThat(real.getAttributes().getLocalFlag(LocalFlag.ICANON)).isTrue();

    modes.unlock();
    prompt.get(1, TimeUnit.MINUTES);
    assertThat(real.getAttributes().getLocalFlag(LocalFlag.ICANON)).isFalse();
  }

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
