package dev.conclave.activities.tool;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * Programs that tests need beyond a JDK, Git and the POSIX tools. Where one is missing, the test is
 * skipped, or fails with {@code -Dconclave.tools=require}.
 *
 * <p>Ask before the code under test runs: a test that expects an exception would catch the skip.
 */
public final class Tool {
  private Tool() {}

  /** The program on PATH. */
  public static Path needed(String name) {
    return needed(name, find(name));
  }

  /** The program at a place of its own; empty where it is missing. */
  public static Path needed(String name, Optional<Path> found) {
    return needed(name, found, "require".equals(System.getProperty("conclave.tools")));
  }

  static Path needed(String name, Optional<Path> found, boolean required) {
    if (found.isEmpty() && required) {
      throw new AssertionError(name + " is missing, and conclave.tools=require");
    }
    return found.orElseThrow(() -> new Missing(name));
  }

  /** The program on PATH, for tests that can do without it. */
  public static Optional<Path> find(String name) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder).resolve(name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Skips the test. It has no stack trace: where the test began is not of interest. */
  static final class Missing extends TestAbortedException {
    private static final long serialVersionUID = 1;

    private final String tool;

    Missing(String tool) {
      super("skipped for lack of " + tool);
      this.tool = tool;
      setStackTrace(new StackTraceElement[0]);
    }

    String tool() {
      return tool;
    }
  }
}
