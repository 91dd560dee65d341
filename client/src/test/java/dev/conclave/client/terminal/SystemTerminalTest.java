package dev.conclave.client.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.Test;

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
}
