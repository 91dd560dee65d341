package dev.conclave.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.conclave.activities.agent.cli.Programs;
import java.nio.file.Path;
import java.util.Optional;

/** Programs of the machine that a test needs beyond a JDK and Git. */
public final class Tool {
  private Tool() {}

  /** The program; without it the test is skipped, or fails when tools are required. */
  public static Path needed(String name) {
    Optional<Path> found = new Programs().find(name, System.getenv());
    if ("require".equals(System.getProperty("conclave.tools"))) {
      assertThat(found).as(name + " is missing on PATH").isPresent();
    }
    assumeTrue(found.isPresent(), "skipped: " + name + " is not on PATH");
    return found.get();
  }
}
