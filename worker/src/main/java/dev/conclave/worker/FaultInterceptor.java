package dev.conclave.worker;

import dev.conclave.activities.ActivityFailures;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor.ActivityInput;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor.ActivityOutput;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.failure.ApplicationFailure;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * Turns programming errors in activities into non-retryable failures. Several activities retry
 * forever, because a disk or a host may recover; a bug does not.
 */
final class FaultInterceptor extends WorkerInterceptorBase {
  private final DataFolder folder;

  FaultInterceptor(DataFolder folder) {
    this.folder = folder;
  }

  @Override
  public ActivityInboundCallsInterceptor interceptActivity(ActivityInboundCallsInterceptor next) {
    return new ActivityInboundCallsInterceptorBase(next) {
      @Override
      public ActivityOutput execute(ActivityInput input) {
        try {
          return super.execute(input);
        } catch (RuntimeException | StackOverflowError e) {
          if (ActivityFailures.isTransient(e)) {
            throw fullDisk(e).orElseThrow(() -> e instanceof RuntimeException r ? r : fault(e));
          }
          throw fault(e);
        }
      }
    };
  }

  private static RuntimeException fault(Throwable e) {
    return ApplicationFailure.newNonRetryableFailureWithCause(e.toString(), FailureTypes.FAULT, e);
  }

  private Optional<RuntimeException> fullDisk(Throwable e) {
    return e instanceof UncheckedIOException
        ? folder
            .fullDisk()
            .map(full -> full + ": retrying until there is space; " + e.getMessage())
            .map(said -> ApplicationFailure.newFailureWithCause(said, FailureTypes.DISK_FULL, e))
        : Optional.empty();
  }
}
