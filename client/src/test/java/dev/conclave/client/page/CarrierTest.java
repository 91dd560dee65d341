package dev.conclave.client.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.gate.ExecutionMethod;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CarrierTest {
  @TempDir private Path folder;

  @Test
  void only_an_installed_program_is_proposed_and_the_chosen_one_first() throws Exception {
    String path = "/no/such/folder" + File.pathSeparator + folder;
    assertThat(Carrier.command(ExecutionMethod.AGENT, path)).isEmpty();

    install("qwen");
    Files.writeString(folder.resolve("claude"), "a text, not a program");
    assertThat(Carrier.command(ExecutionMethod.CODEX, path)).contains("qwen -p");

    install("codex");
    install("claude");
    assertThat(Carrier.command(ExecutionMethod.AGENT, path)).contains("claude -p");
    assertThat(Carrier.command(ExecutionMethod.CODEX, path)).contains("codex exec");
  }

  @Test
  void what_agent_stands_for_is_told_on_the_page_about_steering() throws Exception {
    String page =
        Files.readString(
            Path.of(System.getProperty("conclave.root", "..")).resolve("docs/steering.md"));
    assertThat(page).contains("`agent` is " + Carrier.behind(ExecutionMethod.AGENT));
  }

  private void install(String program) throws Exception {
    Path file = Files.writeString(folder.resolve(program), "#!/bin/sh\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }
}
