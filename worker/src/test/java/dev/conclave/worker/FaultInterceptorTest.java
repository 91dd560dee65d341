package dev.conclave.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.core.JsonParseException;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.activity.ActivityInterface;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testing.TestActivityEnvironment;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.worker.WorkerFactoryOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Activities with unlimited retries under the worker's interceptor. */
class FaultInterceptorTest {
  /** A Linux file system without any space. */
  private static final Path FULL = Path.of("/proc/conclave");

  @TempDir Path folder;
  private TestActivityEnvironment environment;

  @BeforeEach
  void open() {
    on(folder);
  }

  private void on(Path data) {
    environment =
        TestActivityEnvironment.newInstance(
            TestEnvironmentOptions.newBuilder()
                .setWorkerFactoryOptions(
                    WorkerFactoryOptions.newBuilder()
                        .setWorkerInterceptors(new FaultInterceptor(new DataFolder(data)))
                        .build())
                .build());
  }

  @ActivityInterface
  public interface Task {
    void attempt();
  }

  private record Failing(RuntimeException thrown) implements Task {
    @Override
    public void attempt() {
      throw thrown;
    }
  }

  @AfterEach
  void close() {
    environment.close();
  }

  static Stream<Arguments> thrown() {
    String full = "No space left on device";
    return Stream.of(
        arguments(new StringIndexOutOfBoundsException("end 2"), FailureTypes.FAULT, "end 2"),
        arguments( // malformed JSON is not a disk problem
            new UncheckedIOException(new JsonParseException(null, "'x'")),
            FailureTypes.FAULT,
            "'x'"),
        arguments(
            new UncheckedIOException(new IOException(full)),
            UncheckedIOException.class.getName(),
            full),
        arguments( // the message already says so
            ApplicationFailure.newFailure("it is down", FailureTypes.CLONE_FAILED),
            FailureTypes.CLONE_FAILED,
            "it is down"));
  }

  @ParameterizedTest
  @MethodSource("thrown")
  void a_bug_ends_the_activity_and_other_failures_are_retried(
      RuntimeException thrown, String type, String words) {
    ApplicationFailure cause = failure(thrown);

    assertThat(cause.getType()).isEqualTo(type);
    assertThat(cause.isNonRetryable()).isEqualTo(type.equals(FailureTypes.FAULT));
    assertThat(cause.getOriginalMessage()).contains(words);
  }

  @Test
  void a_failure_on_a_full_disk_names_the_disk_and_is_retried() {
    assumeTrue(Files.isDirectory(FULL.getParent()), "skipped: no /proc");
    close();
    on(FULL);
    ApplicationFailure cause =
        failure(new UncheckedIOException(new IOException("unable to write symref for HEAD")));

    assertThat(cause.getType()).isEqualTo(FailureTypes.DISK_FULL);
    assertThat(cause.isNonRetryable()).isFalse();
    assertThat(cause.getOriginalMessage())
        .startsWith("the disk of /proc/conclave is full (0 MB free): retrying")
        .endsWith("unable to write symref for HEAD");
  }

  private ApplicationFailure failure(RuntimeException thrown) {
    Failing failing = new Failing(thrown);
    environment.registerActivitiesImplementations(failing);
    Task task = environment.newActivityStub(Task.class, ActivityProfile.PROJECT.on("any", "it"));
    return (ApplicationFailure)
        catchThrowableOfType(ActivityFailure.class, task::attempt).getCause();
  }
}
