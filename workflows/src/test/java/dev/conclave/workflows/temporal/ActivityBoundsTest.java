package dev.conclave.workflows.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Through a real worker, since what matters is what a refusal does there. */
@org.junit.jupiter.api.Timeout(60)
class ActivityBoundsTest {
  private static final AtomicInteger CALLS = new AtomicInteger();

  public record Letter(String subject, List<String> lines) {}

  @ActivityInterface
  public interface Post {
    Letter answer(Letter letter, int length);
  }

  @WorkflowInterface
  public interface Correspondence {
    /** Sends a letter of one length, is answered by one of another, and returns what it met. */
    @WorkflowMethod
    String run(int sent, int answered);
  }

  public static final class CorrespondenceImpl implements Correspondence {
    private final Post post =
        Workflow.newActivityStub(
            Post.class,
            ActivityOptions.newBuilder().setStartToCloseTimeout(Duration.ofSeconds(10)).build());

    @Override
    public String run(int sent, int answered) {
      try {
        return "answered with " + post.answer(letter(sent), answered).lines().get(0).length();
      } catch (ApplicationFailure e) {
        return "not sent: " + e.getType() + ": " + e.getOriginalMessage();
      } catch (ActivityFailure e) {
        ApplicationFailure cause = (ApplicationFailure) e.getCause();
        return "no answer: " + cause.getType() + ": " + cause.getOriginalMessage();
      }
    }
  }

  public static final class PostImpl implements Post {
    @Override
    public Letter answer(Letter letter, int length) {
      CALLS.incrementAndGet();
      return letter(length);
    }
  }

  private TestWorkflowEnvironment environment;

  @BeforeEach
  void start() {
    CALLS.set(0);
    environment =
        TestWorkflowEnvironment.newInstance(
            TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(
                    WorkflowClientOptions.newBuilder()
                        .setDataConverter(ConclaveDataConverter.of(Optional.empty()))
                        .build())
                .build());
    Worker worker = environment.newWorker("bounds");
    worker.registerWorkflowImplementationTypes(CorrespondenceImpl.class);
    worker.registerActivitiesImplementations(new PostImpl());
    environment.start();
  }

  @AfterEach
  void stop() {
    environment.close();
  }

  @Test
  void up_to_256_KiB_pass_both_ways() {
    assertThat(run(255 << 10, 255 << 10)).isEqualTo("answered with " + (255 << 10));
  }

  @Test
  void an_oversized_result_fails_its_activity_once_and_names_type_field_and_size() {
    assertThat(run(10, 300 << 10))
        .startsWith("no answer: " + FailureTypes.OVERSIZED)
        .contains("Letter has 300 KiB")
        .contains("256 KiB")
        .contains("Letter.lines[1]");
    assertThat(CALLS).hasValue(1);
  }

  @Test
  void an_oversized_argument_is_a_failure_that_the_workflow_can_catch() {
    assertThat(run(300 << 10, 10)).startsWith("not sent: " + FailureTypes.OVERSIZED);
    assertThat(CALLS).hasValue(0);
  }

  private String run(int sent, int answered) {
    return environment
        .getWorkflowClient()
        .newWorkflowStub(
            Correspondence.class, WorkflowOptions.newBuilder().setTaskQueue("bounds").build())
        .run(sent, answered);
  }

  private static Letter letter(int length) {
    return new Letter("hello", List.of("x".repeat(length)));
  }
}
