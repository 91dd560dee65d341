package dev.conclave.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Offline;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.terminal.Output;
import dev.conclave.client.terminal.Screen;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.ServerException;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class FullDiskTest {
  private static final String FULL = "the disk of /data is full (3 MB free)";

  @TempDir private Path folder;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void a_silent_server_of_a_machine_whose_disk_is_full_is_told_by_its_cause() throws Exception {
    int code = failed("127.0.0.1:1", new ServerException("No worker answered."));

    assertThat(code).isEqualTo(ExitCodes.NO_SERVER);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("Nothing was taken: " + FULL, "Free some space")
        .doesNotContain("No worker answered.");
  }

  @Test
  void the_disk_here_says_nothing_of_a_server_elsewhere() throws Exception {
    failed("temporal.example.org:7233", new ServerException("No worker answered."));

    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("No worker answered.")
        .doesNotContain(FULL);
  }

  @Test
  void a_refusal_is_no_matter_of_the_disk() throws Exception {
    int code = failed("127.0.0.1:1", new Refusal("Not so."));

    assertThat(code).isEqualTo(ExitCodes.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("Not so.").doesNotContain(FULL);
  }

  private int failed(String address, Exception e) throws Exception {
    CommandContext own = new Offline(folder).context();
    Map<String, String> environment = new HashMap<>(own.environment());
    environment.put("TEMPORAL_ADDRESS", address);
    PrintStream out =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    CommandContext context =
        new CommandContext(
            environment,
            own.directory(),
            own.home(),
            own.user(),
            own.in(),
            new Output(
                out,
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Screen.PLAIN,
                new Screen(140, false)),
            Optional.empty(),
            HostServices.NONE,
            Clock.systemUTC(),
            own.pace());
    CommandLine command = CommandTree.of(context);
    return new Failures(context, () -> false, () -> Optional.of(FULL))
        .handleExecutionException(e, command, command.parseArgs("list"));
  }
}
