package dev.conclave.worker.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.temporal.LocalCommands;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class WorkerCommandsTest {

  @Test
  void a_client_alone_knows_the_name_of_every_command_that_is_not_there() {
    assertThat(new WorkerCommands().commands())
        .extracting(command -> new CommandLine(command).getCommandName())
        .containsExactlyInAnyOrderElementsOf(LocalCommands.NAMES);
  }
}
