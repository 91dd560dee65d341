package dev.conclave.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.conclave.client.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the command does when its standard output fails. */
@Timeout(900)
@Tag("e2e")
class StandardOutputTest {

  @TempDir Path folder;

  @Test
  void a_full_disk_is_reported_and_fails_the_command() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")), "skipped: no /dev/full");

    Run help = shell("\"$@\" --help >/dev/full").ended(1);
    assertThat(help.err().lines()).hasSize(1);
    assertThat(help.err()).contains("Cannot write to standard output");
    shell("\"$@\" list --json >/dev/full").ended(1);
  }

  @Test
  void a_closed_reader_ends_the_command_quietly() throws Exception {
    // The reader is gone once nothing more can be written.
    Run ended =
        shell(
            "{ trap '' PIPE; while echo more 2>/dev/null; do sleep 0.1; done;"
                + " \"$@\" completion; echo $? >&2; } | exec true");

    assertThat(ended.err()).isEqualTo("141\n");
  }

  private Run shell(String line) {
    List<String> command = new ArrayList<>(List.of("sh", "-c", line, "sh"));
    command.addAll(Installation.here().command(List.of()));
    return Run.of(new ProcessBuilder(command), folder);
  }
}
