package dev.conclave.activities.tool;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * Programs that tests need besides a JDK, Git and the POSIX tools. A missing program skips the
 * test, or fails it with {@code -Dconclave.tools=require}.
 *
 * <p>Call this before the code under test: a test that expects an exception would catch the skip.
 */
public final class Tool {
  private Tool() {}

  /** Returns the program on PATH. */
  public static Path needed(String name) {
    return needed(name, find(name));
  }

  /** Returns the program at a special location; skips the test if it is empty. */
  public static Path needed(String name, Optional<Path> found) {
    return needed(name, found, "require".equals(System.getProperty("conclave.tools")));
  }

  static Path needed(String name, Optional<Path> found, boolean required) {
    if (found.isEmpty() && required) {
      throw new AssertionError(name + " is missing, and conclave.tools=require");
    }
    return found.orElseThrow(() -> new Missing(name));
  }

  /** Returns the program on PATH, for tests that can do without it. */
  public static Optional<Path> find(String name) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder).resolve(name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Skips the test. The stack trace is omitted because it is of no interest. */
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
