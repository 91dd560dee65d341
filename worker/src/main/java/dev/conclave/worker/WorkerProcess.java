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
 * The workers of one host: one for workflows, one for activities with the host's trees and
 * documents, one for liveness probes even if the others are busy, and one per agent with its own
 * slots, so that a slow agent does not starve the others.
 */
public final class WorkerProcess implements AutoCloseable {

  /** Sticky cache size in sessions; other sessions are replayed when needed. */
  public static final int CACHED_SESSIONS = 200;

  /** Enough for a full cache: before Java 21 each session uses at least two platform threads. */
  public static final int WORKFLOW_THREADS = 4 * CACHED_SESSIONS;

  private static final Logger LOG = LoggerFactory.getLogger(WorkerProcess.class);

  /** Short, because a cancellation reaches an agent's process with its next heartbeat. */
  private static final Duration HEARTBEAT_THROTTLE = Duration.ofSeconds(1);

  /** Grace period for short activities; agent calls are left to the next worker. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** Few, because rules are CPU-bound. */
  private static final int HOST_SLOTS = 8;

  private static final int PROBE_SLOTS = 2;

  /** Writing folders is I/O-bound. */
  private static final int FOLDER_SLOTS = 8;

  /** Webhooks are I/O-bound. */
  private static final int NOTIFICATION_SLOTS = 4;

  /**
   * With four CLIs running, a workflow task on a laptop may take longer than the default second.
   */
  private static final Duration DEADLOCK_TIMEOUT = Duration.ofSeconds(10);

  /** For workflow code only: CPU-bound activities would block their carrier threads. */
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

  /** Sweeps orphaned calls, registers everything and starts to poll. */
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

  /** Enables worker versioning if set by the worker controller; sessions move to the new build. */
  private static Optional<WorkerDeploymentOptions> deployment(Map<String, String> environment) {
    String build = environment.getOrDefault("TEMPORAL_WORKER_BUILD_ID", "");
    String name = environment.getOrDefault("TEMPORAL_DEPLOYMENT_NAME", "conclave");
    if (build.isBlank()) {
      return Optional.empty();
    }
    LOG.info(
        "versioned: deployment {}, build {}; accepts sessions while it is current", name, build);
    return Optional.of(
        WorkerDeploymentOptions.newBuilder()
            .setUseVersioning(true)
            .setVersion(new WorkerDeploymentVersion(name, build))
            .setDefaultVersioningBehavior(VersioningBehavior.AUTO_UPGRADE)
            .build());
  }

  public static SortedSet<String> agents(Configuration configuration) {
    SortedSet<String> names = new TreeSet<>(AgentProgram.builtIn());
    names.addAll(configuration.agents().keySet());
    return names;
  }

  /**
   * Adds all agents that this host ever served, so that a pending call to a removed agent is
   * refused and its session asks the next one.
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
      LOG.warn("{}: agents that are no longer configured will not be served", file, e);
    }
    return names;
  }

  public List<String> queues() {
    return List.copyOf(queues);
  }

  /** Interrupts activities after a grace period; the next worker adopts agent calls. */
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

  /**
   * Runs the first sweep before returning. A failed sweep costs money or disk space, but no
   * session.
   */
  private void sweepEveryMinute(Runnable orphans) {
    Runnable sweep =
        () -> {
          try {
            orphans.run();
          } catch (RuntimeException e) {
            LOG.warn("cannot sweep orphaned calls", e);
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
