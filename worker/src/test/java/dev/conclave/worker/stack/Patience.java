package dev.conclave.worker.stack;

import dev.conclave.worker.HostContext;
import dev.conclave.worker.Registrations;
import dev.conclave.workflows.temporal.SearchAttributes;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.util.List;

/** A minimal session: waits for a signal, then has a host handle it. */
@WorkflowInterface
public interface Patience {

  @WorkflowMethod
  String run(String hostQueue);

  @SignalMethod
  void say(String word);

  /** The host's activity. */
  @ActivityInterface
  interface Host {
    String handle(String word);
  }

  static Registrations registered(HostContext host, TemporalConnection connection) {
    return new Registrations(
        List.of(PatienceImpl.class),
        List.of(),
        List.of((Host) word -> word + " from " + host.id().id()),
        List.of(),
        List.of(),
        List.of(),
        () -> {});
  }

  final class PatienceImpl implements Patience {
    private String word = "";

    @Override
    public String run(String hostQueue) {
      Workflow.upsertTypedSearchAttributes(SearchAttributes.PHASE.valueSet("awaiting-decision"));
      Workflow.await(() -> !word.isEmpty());
      ActivityOptions options =
          ActivityOptions.newBuilder()
              .setTaskQueue(hostQueue)
              .setStartToCloseTimeout(Duration.ofSeconds(10))
              .build();
      return Workflow.newActivityStub(Host.class, options).handle(word);
    }

    @Override
    public void say(String given) {
      word = given;
    }
  }
}
