package dev.conclave.activities.tool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Counts tests skipped for a missing tool, in the file {@code conclave.skipped} that all modules of
 * a build share. The last module prints it.
 */
public final class SkippedTests implements TestExecutionListener {
  private final TreeMap<String, Long> counts = new TreeMap<>();
  private final Optional<Path> file;
  private Optional<TestPlan> plan = Optional.empty();

  /** Called by JUnit. Without the property, as in an editor, nothing is written. */
  public SkippedTests() {
    this(Optional.ofNullable(System.getProperty("conclave.skipped")).map(Path::of));
  }

  SkippedTests(Optional<Path> file) {
    this.file = file;
  }

  @Override
  public void testPlanExecutionStarted(TestPlan started) {
    plan = Optional.of(started);
  }

  @Override
  public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getThrowable().orElse(null) instanceof Tool.Missing missing) {
      counts.merge(missing.tool(), tests(test), Long::sum);
    }
  }

  /** Counts all tests of a class skipped as a whole, and a parameterized test as one. */
  private long tests(TestIdentifier test) {
    return test.isTest()
        ? 1
        : Math.max(
            1,
            plan.orElseThrow().getDescendants(test).stream()
                .filter(TestIdentifier::isTest)
                .count());
  }

  @Override
  public void testPlanExecutionFinished(TestPlan finished) {
    if (file.isEmpty() || counts.isEmpty()) {
      return;
    }
    try {
      add(file.get());
      counts.clear();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
      String[] entry = line.split("=", 2);
      counts.merge(entry[0], Long.valueOf(entry[1]), Long::sum);
    }
    Files.write(file, counts.entrySet().stream().map(Object::toString).toList());
  }
}
