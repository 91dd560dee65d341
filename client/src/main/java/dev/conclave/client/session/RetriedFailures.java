package dev.conclave.client.session;

import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.api.failure.v1.Failure;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import io.temporal.failure.ApplicationFailure;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Failures of pending activities that somebody may mend meanwhile: what a disk refuses, or a remote
 * out of reach, is tried again.
 *
 * @param payloads reads what failures say, which may be encrypted as all that a session keeps
 */
record RetriedFailures(DataConverter payloads) {
  private static final int LONGEST = 300;

  private static final Set<String> MENDED =
      Set.of(
          FailureTypes.DISK_FULL, FailureTypes.CLONE_FAILED, UncheckedIOException.class.getName());

  /** What the first of them says; empty when there is none. */
  Optional<String> in(WorkflowExecutionDescription description) {
    return description.getRawDescription().getPendingActivitiesList().stream()
        .filter(PendingActivityInfo::hasLastFailure)
        .flatMap(p -> said(p.getLastFailure()))
        .filter(failure -> MENDED.contains(failure.getType()))
        .map(failure -> Cut.shown(failure.getOriginalMessage(), LONGEST))
        .findFirst();
  }

  /** The server wraps a failure whose trace is long into one of its own. */
  private Stream<ApplicationFailure> said(Failure last) {
    try {
      return Stream.<Throwable>iterate(
              payloads.failureToException(last), Objects::nonNull, Throwable::getCause)
          .filter(ApplicationFailure.class::isInstance)
          .map(ApplicationFailure.class::cast);
    } catch (DataConverterException e) {
      return Stream.empty(); // written with a key that is not ours; it is tried again all the same
    }
  }
}
