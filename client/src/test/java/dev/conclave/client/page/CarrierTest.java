package dev.conclave.client.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.gate.GateAnswer.CodeReview;
import dev.conclave.workflows.gate.GateAnswer.ExecutionMethod;
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
    assertThat(Carrier.of(ExecutionMethod.AGENT, path)).isEmpty();

    install("qwen");
    Files.writeString(folder.resolve("claude"), "a text, not a program");
    assertThat(Carrier.of(ExecutionMethod.CODEX, path)).map(AgentProgram::id).contains("qwen");

    install("codex");
    install("claude");
    assertThat(Carrier.of(ExecutionMethod.AGENT, path)).map(AgentProgram::id).contains("claude");
    assertThat(Carrier.of(ExecutionMethod.CODEX, path)).map(AgentProgram::id).contains("codex");
  }

  @Test
  void a_review_is_proposed_when_one_was_chosen_and_by_whom_it_was() throws Exception {
    install("claude");
    assertThat(Carrier.of(CodeReview.SKIP, folder.toString())).isEmpty();
    assertThat(Carrier.of(CodeReview.GEMINI, folder.toString()))
        .map(AgentProgram::id)
        .contains("claude");
    install("gemini");
    assertThat(Carrier.of(CodeReview.GEMINI, folder.toString()))
        .map(AgentProgram::id)
        .contains("gemini");
  }

  private void install(String program) throws Exception {
    Path file = Files.writeString(folder.resolve(program), "#!/bin/sh\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }
}
