package dev.conclave.worker;

import dev.conclave.activities.Passing;
import dev.conclave.workflows.host.FailureTypes;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.failure.ApplicationFailure;

/**
 * Lets no activity try again what only a new program mends. Several are tried without end, because
 * a disk or a host comes back; a fault of ours among them would hold its session for ever.
 */
final class Faults extends WorkerInterceptorBase {

  @Override
  public ActivityInboundCallsInterceptor interceptActivity(ActivityInboundCallsInterceptor next) {
    return new ActivityInboundCallsInterceptorBase(next) {
      @Override
      public ActivityOutput execute(ActivityInput input) {
        try {
          return super.execute(input);
        } catch (RuntimeException | StackOverflowError e) {
          if (Passing.is(e)) {
            throw e;
          }
          throw ApplicationFailure.newNonRetryableFailureWithCause(
              e.toString(), FailureTypes.FAULT, e);
        }
      }
    };
  }
}
