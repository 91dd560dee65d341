package dev.conclave.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What newer JVMs say of libraries is nothing that a user could do anything about. */
@Timeout(900)
class QuietJvmTest {
  private static final String SAID_BY_THE_JVM = "WARNING:";

  @TempDir private Path folder;

  @Test
  void no_warning_of_the_jvm_reaches_a_user_or_a_log() throws Exception {
    try (Laptop laptop = new Laptop(folder)) {
      laptop.file("src/server.py", Script.SERVER).file("tests/test_server.py", Script.TEST);
      CountingAgent.on(laptop.commit("A server"), "alpha");

      Laptop.Said planned =
          laptop.conclave(
              "plan", "Add rate limiting to the server", "--tools", "alpha", "--max-rounds", "1");
      assertThat(planned.exit()).as(planned.toString()).isEqualTo(10);
      assertThat(planned.toString()).doesNotContain(SAID_BY_THE_JVM);
      Laptop.Said listed = laptop.conclave("list");
      assertThat(listed.exit()).as(listed.toString()).isZero();
      assertThat(listed.toString()).doesNotContain(SAID_BY_THE_JVM);

      List<Path> logs;
      try (Stream<Path> files = Files.walk(laptop.data())) {
        logs = files.filter(file -> file.getFileName().toString().startsWith("worker.")).toList();
      }
      assertThat(logs).extracting(log -> log.getFileName().toString()).contains("worker.out");
      assertThat(logs)
          .allSatisfy(
              log ->
                  assertThat(Files.readString(log)).as("" + log).doesNotContain(SAID_BY_THE_JVM));
    }
  }
}
