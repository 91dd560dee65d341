package dev.conclave.worker;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.HostActivities;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.temporal.common.VersioningBehavior;
import io.temporal.common.WorkerDeploymentVersion;
import io.temporal.common.interceptors.WorkerInterceptor;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerDeploymentOptions;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers of one host: one for workflows, one for what needs the host's trees and documents,
 * one that answers whether the host is there however busy the others are, and one for each agent
 * with as many slots as it has, so that a slow agent starves no other.
 */
public final class WorkerProcess implements AutoCloseable {

  /** Sessions kept in memory between workflow tasks; the others are replayed when needed. */
  public static final int CACHED_SESSIONS = 200;

  /** Enough for a full cache: below Java 21 each session holds two platform threads or more. */
  public static final int WORKFLOW_THREADS = 4 * CACHED_SESSIONS;

  private static final Logger LOG = LoggerFactory.getLogger(WorkerProcess.class);

  /** A cancel reaches an agent's process with its next heartbeat. */
  private static final Duration HEARTBEAT_THROTTLE = Duration.ofSeconds(1);

  /** How long short activities may take to end; agent calls are left to the next worker. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** Several CPU-bound rules at once would only slow one another. */
  private static final int HOST_SLOTS = 8;

  private static final int PROBE_SLOTS = 2;

  /** Writing folders mostly waits for the disk. */
  private static final int FOLDER_SLOTS = 8;

  /** Each waits for webhooks, which takes no processor. */
  private static final int NOTIFICATION_SLOTS = 4;

  /** Next to four CLIs at work a laptop takes longer over a workflow task than a second. */
  private static final Duration DEADLOCK_TIMEOUT = Duration.ofSeconds(10);

  /** For workflow code alone: activities that compute would hold on to their carrier threads. */
  private static final boolean VIRTUAL_THREADS = Runtime.version().feature() >= 21;

  private final WorkerFactory factory;
  private final ScheduledExecutorService sweeping =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "orphaned calls");
            thread.setDaemon(true);
            return thread;
          });
  private final SortedSet<String> queues = new TreeSet<>();

  private WorkerProcess(WorkerFactory factory) {
    this.factory = factory;
  }

  /** Sweeps what earlier workers left, registers everything and begins to poll. */
  public static WorkerProcess start(
      HostContext host,
      TemporalConnection connection,
      Registrations registrations,
      WorkerInterceptor... observers) {
    List<WorkerInterceptor> interceptors =
        new ArrayList<>(List.of(new HeartbeatInterceptor(), new FaultInterceptor(host.folder())));
    interceptors.addAll(List.of(observers));
    WorkerProcess process =
        new WorkerProcess(
            WorkerFactory.newInstance(
                connection.client(),
                WorkerFactoryOptions.newBuilder()
                    .setUsingVirtualWorkflowThreads(VIRTUAL_THREADS)
                    .setWorkflowCacheSize(CACHED_SESSIONS)
                    .setMaxWorkflowThreadCount(WORKFLOW_THREADS)
                    .setWorkerInterceptors(interceptors.toArray(WorkerInterceptor[]::new))
                    .build()));
    process.sweepEveryMinute(registrations.orphans());
    process.register(host, registrations);
    process.factory.start();
    LOG.info("polling {} as host {} ({})", process.queues, host.id().name(), host.id().id());
    return process;
  }

  private void register(HostContext host, Registrations registrations) {
    Configuration configuration = host.configuration();
    String id = host.id().id();
    if (!configuration.ownHostOnly()) {
      WorkerOptions.Builder options = options(HOST_SLOTS);
      deployment(host.environment()).ifPresent(options::setDeploymentOptions);
      Worker shared = worker(TaskQueues.WORKFLOWS, options, registrations.anyHost());
      shared.registerWorkflowImplementationTypes(
          registrations.workflows().toArray(Class<?>[]::new));
    }
    HostActivities probe = () -> id;
    worker(TaskQueues.host(id), options(HOST_SLOTS), registrations.thisHost());
    worker(TaskQueues.folders(id), options(FOLDER_SLOTS), registrations.thisHost());
    worker(TaskQueues.probe(id), options(PROBE_SLOTS), List.of(probe));
    worker(
        TaskQueues.notifications(id), options(NOTIFICATION_SLOTS), registrations.notifications());
    worker(
        TaskQueues.checks(id), options(configuration.execution().slots()), registrations.checks());
    for (String agent : served(host.folder(), configuration)) {
      int slots = configuration.agent(agent).slots();
      worker(TaskQueues.agent(id, agent), options(slots), registrations.agentCalls());
    }
  }

  /** Worker versioning, as the worker controller asks; sessions move to the new build. */
  private static Optional<WorkerDeploymentOptions> deployment(Map<String, String> environment) {
    String build = environment.getOrDefault("TEMPORAL_WORKER_BUILD_ID", "");
    String name = environment.getOrDefault("TEMPORAL_DEPLOYMENT_NAME", "conclave");
    if (build.isBlank()) {
      return Optional.empty();
    }
    LOG.info(
        "versioned: deployment {}, build {}; it takes sessions while it is current", name, build);
    return Optional.of(
        WorkerDeploymentOptions.newBuilder()
            .setUseVersioning(true)
            .setVersion(new WorkerDeploymentVersion(name, build))
            .setDefaultVersioningBehavior(VersioningBehavior.AUTO_UPGRADE)
            .build());
  }

  /** Every agent that a session may name: those built in, and those that are configured. */
  public static SortedSet<String> agents(Configuration configuration) {
    SortedSet<String> names = new TreeSet<>(AgentProgram.builtIn());
    names.addAll(configuration.agents().keySet());
    return names;
  }

  /**
   * Those, and those that this host ever served: a call that waits for an agent that is no longer
   * configured is then refused, and its session asks the next one.
   */
  private static SortedSet<String> served(DataFolder folder, Configuration configuration) {
    SortedSet<String> names = agents(configuration);
    Path file = folder.root().resolve("agents-served");
    try {
      if (Files.exists(file)) {
        names.addAll(Files.readAllLines(file));
      }
      AtomicFiles.writeIfDifferent(file, String.join("\n", names).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      LOG.warn("{}: agents that are no longer configured are not served", file, e);
    }
    return names;
  }

  public List<String> queues() {
    return List.copyOf(queues);
  }

  /** Interrupts what runs on after a grace; the next worker adopts agent calls. */
  @Override
  public void close() {
    sweeping.shutdown();
    factory.shutdown();
    factory.awaitTermination(GRACE.toSeconds(), TimeUnit.SECONDS);
    if (!factory.isTerminated()) {
      factory.shutdownNow();
      factory.awaitTermination(GRACE.toSeconds(), TimeUnit.SECONDS);
    }
    sweeping.shutdownNow();
    LOG.info("worker stopped");
  }

  /** Sweeps before it returns. A sweep that fails costs money or disk space, not sessions. */
  private void sweepEveryMinute(Runnable orphans) {
    Runnable sweep =
        () -> {
          try {
            orphans.run();
          } catch (RuntimeException e) {
            LOG.warn("orphaned calls could not be looked for", e);
          }
        };
    sweep.run();
    var unused = sweeping.scheduleWithFixedDelay(sweep, 1, 1, TimeUnit.MINUTES);
  }

  private Worker worker(String queue, WorkerOptions.Builder options, List<Object> activities) {
    queues.add(queue);
    Worker worker = factory.newWorker(queue, options.build());
    worker.registerActivitiesImplementations(activities.toArray());
    return worker;
  }

  private static WorkerOptions.Builder options(int slots) {
    return WorkerOptions.newBuilder()
        .setMaxConcurrentActivityExecutionSize(slots)
        .setMaxConcurrentActivityTaskPollers(Math.min(slots, 2))
        .setMaxHeartbeatThrottleInterval(HEARTBEAT_THROTTLE)
        .setDefaultHeartbeatThrottleInterval(HEARTBEAT_THROTTLE)
        .setUsingVirtualThreadsOnWorkflowWorker(VIRTUAL_THREADS)
        .setDefaultDeadlockDetectionTimeout(DEADLOCK_TIMEOUT.toMillis());
  }
}
