package dev.conclave.worker;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.HostActivities;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.temporal.common.interceptors.WorkerInterceptor;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers of one host: one for workflows, one for what needs the host's trees and documents,
 * one that answers whether the host is there however busy the others are, and one for each agent
 * with as many slots as it has, so that a slow agent starves no other.
 */
public final class WorkerProcess implements AutoCloseable {
  /**
   * Sessions that are kept in memory between two of their workflow tasks; the least recent goes
   * first and is replayed from its history when something happens to it.
   */
  public static final int CACHED_SESSIONS = 200;

  /**
   * Below Java 21 a session at its gate holds two threads of the system and one at work may hold
   * more: there are enough for a full cache, so that no session waits for another's threads.
   */
  public static final int WORKFLOW_THREADS = 4 * CACHED_SESSIONS;

  private static final Logger LOG = LoggerFactory.getLogger(WorkerProcess.class);

  /** A cancel reaches an agent's process with its next heartbeat. */
  private static final Duration HEARTBEAT_THROTTLE = Duration.ofSeconds(1);

  /** How long short activities may take to end; agent calls are left to the next worker. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** A call whose session went on without it is ended after two of these. */
  private static final Duration SWEEPS = Duration.ofMinutes(1);

  /** Several CPU-bound rules at once would only slow one another. */
  private static final int HOST_SLOTS = 8;

  private static final int PROBE_SLOTS = 2;

  /** Each waits for webhooks, which takes no processor. */
  private static final int NOTIFICATION_SLOTS = 4;

  /** Next to four CLIs at work a laptop takes longer over a workflow task than a second. */
  private static final Duration DEADLOCK_TIMEOUT = Duration.ofSeconds(10);

  /**
   * For workflow code alone: a virtual thread that computes keeps its processor, so activities that
   * do (rules, trees, the built-in analyst) would leave none to workflow code.
   */
  private static final boolean VIRTUAL_THREADS = Runtime.version().feature() >= 21;

  private final WorkerFactory factory;
  private final List<String> queues;
  private final OrphanedCalls.Watch orphans;

  private WorkerProcess(WorkerFactory factory, List<String> queues, OrphanedCalls.Watch orphans) {
    this.factory = factory;
    this.queues = queues;
    this.orphans = orphans;
  }

  /**
   * Sweeps what earlier workers left, registers everything and begins to poll.
   *
   * @param observers see every activity of this worker
   */
  public static WorkerProcess start(
      HostContext host,
      TemporalConnection connection,
      Registrations registrations,
      WorkerInterceptor... observers) {
    OrphanedCalls.Watch orphans = new OrphanedCalls.Watch(registrations.orphans(), SWEEPS);
    WorkerFactory factory =
        WorkerFactory.newInstance(
            connection.client(),
            WorkerFactoryOptions.newBuilder()
                .setUsingVirtualWorkflowThreads(VIRTUAL_THREADS)
                .setWorkflowCacheSize(CACHED_SESSIONS)
                .setMaxWorkflowThreadCount(WORKFLOW_THREADS)
                .setWorkerInterceptors(
                    Stream.concat(
                            Stream.of(
                                new HeartbeatInterceptor(), new FaultInterceptor(host.folder())),
                            Stream.of(observers))
                        .toArray(WorkerInterceptor[]::new))
                .build());
    Configuration configuration = host.configuration();
    String id = host.id().id();
    TreeSet<String> queues = new TreeSet<>();
    if (!configuration.ownHostOnly()) {
      Worker shared = worker(factory, TaskQueues.WORKFLOWS, HOST_SLOTS, queues);
      shared.registerWorkflowImplementationTypes(
          registrations.workflows().toArray(Class<?>[]::new));
      register(shared, registrations.anyHost());
    }
    register(worker(factory, TaskQueues.host(id), HOST_SLOTS, queues), registrations.thisHost());
    HostActivities probe = () -> id;
    register(worker(factory, TaskQueues.probe(id), PROBE_SLOTS, queues), List.of(probe));
    register(
        worker(factory, TaskQueues.notifications(id), NOTIFICATION_SLOTS, queues),
        registrations.notifications());
    for (String agent : served(host.folder(), configuration)) {
      int slots = configuration.agent(agent).slots();
      register(
          worker(factory, TaskQueues.agent(id, agent), slots, queues), registrations.agentCalls());
    }
    factory.start();
    LOG.info("polling {} as host {} ({})", queues, host.id().name(), id);
    return new WorkerProcess(factory, List.copyOf(queues), orphans);
  }

  /** Every agent that a session may name: those built in, and those that are configured. */
  public static SortedSet<String> agents(Configuration configuration) {
    SortedSet<String> names = new TreeSet<>(AgentProgram.builtIn());
    names.addAll(configuration.agents().keySet());
    return names;
  }

  /**
   * Those, and those that this host ever served: a call that waits in the queue of an agent that is
   * configured no more is then refused and its session asks the next one, instead of waiting on.
   */
  private static SortedSet<String> served(DataFolder folder, Configuration configuration) {
    SortedSet<String> names = agents(configuration);
    Path file = folder.servedAgentsFile();
    try {
      if (Files.exists(file)) {
        names.addAll(Files.readAllLines(file));
      }
      AtomicFiles.writeIfDifferent(file, String.join("\n", names).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      LOG.warn("{}: agents that are configured no more are not served", file, e);
    }
    return names;
  }

  /** The task queues that are polled, sorted. */
  public List<String> queues() {
    return queues;
  }

  /**
   * Takes no more tasks, gives running ones a few seconds, then interrupts them. An interrupted
   * agent call leaves its process alone: the next worker adopts it.
   */
  @Override
  public void close() {
    orphans.close();
    factory.shutdown();
    factory.awaitTermination(GRACE.toSeconds(), TimeUnit.SECONDS);
    if (!factory.isTerminated()) {
      factory.shutdownNow();
      factory.awaitTermination(GRACE.toSeconds(), TimeUnit.SECONDS);
    }
    LOG.info("worker stopped");
  }

  private static Worker worker(
      WorkerFactory factory, String queue, int slots, Collection<String> queues) {
    queues.add(queue);
    return factory.newWorker(
        queue,
        WorkerOptions.newBuilder()
            .setMaxConcurrentActivityExecutionSize(slots)
            .setMaxConcurrentActivityTaskPollers(Math.min(slots, 2))
            .setMaxHeartbeatThrottleInterval(HEARTBEAT_THROTTLE)
            .setDefaultHeartbeatThrottleInterval(HEARTBEAT_THROTTLE)
            .setUsingVirtualThreadsOnWorkflowWorker(VIRTUAL_THREADS)
            .setDefaultDeadlockDetectionTimeout(DEADLOCK_TIMEOUT.toMillis())
            .build());
  }

  private static void register(Worker worker, List<Object> activities) {
    if (!activities.isEmpty()) {
      worker.registerActivitiesImplementations(activities.toArray());
    }
  }
}
