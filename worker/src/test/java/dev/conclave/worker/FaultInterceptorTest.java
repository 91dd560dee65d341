package dev.conclave.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Activities that are tried without end, under the worker's interceptor. */
class FaultInterceptorTest {
  /** A file system of Linux without any room. */
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

  /** Something that fails. */
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

  @Test
  void a_fault_of_ours_ends_what_would_be_tried_for_ever() {
    ApplicationFailure cause = failure(new StringIndexOutOfBoundsException("begin 3, end 2"));

    assertThat(cause.getType()).isEqualTo(FailureTypes.FAULT);
    assertThat(cause.isNonRetryable()).isTrue();
    assertThat(cause.getOriginalMessage()).contains("begin 3, end 2");
  }

  @Test
  void a_text_that_is_no_json_is_a_fault_and_no_trouble_of_the_disk() {
    assertThat(failure(new UncheckedIOException(new JsonParseException(null, "'x'"))).getType())
        .isEqualTo(FailureTypes.FAULT);
  }

  @Test
  void what_the_disk_refuses_is_tried_again() {
    ApplicationFailure cause =
        failure(new UncheckedIOException(new IOException("No space left on device")));

    assertThat(cause.getType()).isEqualTo(UncheckedIOException.class.getName());
    assertThat(cause.isNonRetryable()).isFalse();
  }

  @Test
  void what_fails_on_a_full_disk_names_the_disk_and_is_tried_again() {
    assumeTrue(Files.isDirectory(FULL.getParent()), "skipped: no /proc");
    close();
    on(FULL);
    ApplicationFailure cause =
        failure(new UncheckedIOException(new IOException("unable to write symref for HEAD")));

    assertThat(cause.getType()).isEqualTo(FailureTypes.DISK_FULL);
    assertThat(cause.isNonRetryable()).isFalse();
    assertThat(cause.getOriginalMessage())
        .startsWith("the disk of /proc/conclave is full (0 MB free): tried again")
        .endsWith("unable to write symref for HEAD");
  }

  @Test
  void a_failure_that_says_by_itself_whether_it_is_tried_again_stays_as_it_is() {
    ApplicationFailure cause =
        failure(ApplicationFailure.newFailure("it is down", FailureTypes.CLONE_FAILED));

    assertThat(cause.getType()).isEqualTo(FailureTypes.CLONE_FAILED);
    assertThat(cause.isNonRetryable()).isFalse();
  }

  private ApplicationFailure failure(RuntimeException thrown) {
    Failing failing = new Failing(thrown);
    environment.registerActivitiesImplementations(failing);
    Task task = environment.newActivityStub(Task.class, ActivityProfile.PROJECT.on("any", "it"));
    return (ApplicationFailure)
        catchThrowableOfType(ActivityFailure.class, task::attempt).getCause();
  }
}
