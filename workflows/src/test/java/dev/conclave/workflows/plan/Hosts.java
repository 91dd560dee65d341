package dev.conclave.workflows.plan;

import dev.conclave.workflows.temporal.TaskQueues;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.WorkerFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Simulated hosts that start, die partly or completely, and return. */
public final class Hosts implements AutoCloseable {
  private final TestWorkflowEnvironment environment;
  private final List<Host> all = new ArrayList<>();

  public Hosts(TestWorkflowEnvironment environment) {
    this.environment = environment;
  }

  /** Starts a polling host. */
  Host start(String name) {
    return start(new ScriptedHost("id-" + name, name));
  }

  public Host start(ScriptedHost script) {
    Host host = new Host(script);
    all.add(host);
    host.comesBack();
    return host;
  }

  /** One host and the workers of its queues. */
  public final class Host {
    final ScriptedHost script;
    final ScriptedContext context = new ScriptedContext();
    private final Map<String, WorkerFactory> workers = new LinkedHashMap<>();

    private Host(ScriptedHost script) {
      this.script = script;
    }

    /** Resumes polling every queue. */
    void comesBack() {
      List<String> queues = new ArrayList<>(SessionDriver.queues(script.id));
      queues.add(TaskQueues.probe(script.id));
      queues.add(TaskQueues.WORKFLOWS);
      queues.stream().filter(queue -> !workers.containsKey(queue)).forEach(this::poll);
    }

    void poll(String queue) {
      WorkerFactory factory = WorkerFactory.newInstance(environment.getWorkflowClient());
      factory
          .newWorker(queue, SessionDriver.alert())
          .registerActivitiesImplementations(script, context);
      factory.start();
      workers.put(queue, factory);
    }

    public void dies() {
      stops(List.copyOf(workers.keySet()));
    }

    /** Dies, except for one agent's call, which completes. */
    void diesBehind(String agent) {
      stops(workers.keySet().stream().filter(queue -> !queue.equals(queueOf(agent))).toList());
    }

    String queueOf(String agent) {
      return TaskQueues.agent(script.id, agent);
    }

    void stops(List<String> queues) {
      List<WorkerFactory> stopped =
          queues.stream().map(workers::remove).filter(Objects::nonNull).toList();
      stopped.forEach(WorkerFactory::shutdownNow);
      stopped.forEach(factory -> factory.awaitTermination(20, TimeUnit.SECONDS));
    }
  }

  @Override
  public void close() {
    all.forEach(Host::dies);
  }
}
