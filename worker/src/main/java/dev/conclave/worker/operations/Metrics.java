package dev.conclave.worker.operations;

import com.uber.m3.tally.RootScopeBuilder;
import com.uber.m3.tally.Scope;
import com.uber.m3.tally.ScopeCloseException;
import com.uber.m3.util.Duration;
import dev.conclave.worker.WorkerProcess;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.temporal.common.reporter.MicrometerClientStatsReporter;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The metrics of a worker process: Temporal SDK, JVM and agent calls. Thread-safe. */
public final class Metrics implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Metrics.class);

  /** Sufficient for Prometheus, which scrapes every 15 to 60 seconds. */
  private static final Duration EVERY = Duration.ofSeconds(5);

  /** Limit of values of caller-defined labels; further values are not counted. */
  private static final int MOST_VALUES = 100;

  private static final List<String> CHOSEN =
      List.of(
          "agent", "activity_type", "workflow_type", "signal_name", "query_type", "update_name");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Scope scope;

  public Metrics() {
    for (String label : CHOSEN) {
      registry
          .config()
          .meterFilter(
              MeterFilter.maximumAllowableTags("", label, MOST_VALUES, MeterFilter.deny()));
    }
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    // Limits for the SDK's metrics temporal_sticky_cache_size and
    // temporal_workflow_active_thread_count.
    Gauge.builder("conclave.workflow.cache.limit", () -> WorkerProcess.CACHED_SESSIONS)
        .register(registry);
    Gauge.builder("conclave.workflow.threads.limit", () -> WorkerProcess.WORKFLOW_THREADS)
        .register(registry);
    scope =
        new RootScopeBuilder()
            .reporter(new MicrometerClientStatsReporter(registry))
            .reportEvery(EVERY);
  }

  public Scope scope() {
    return scope;
  }

  MeterRegistry registry() {
    return registry;
  }

  String text() {
    return registry.scrape();
  }

  @Override
  public void close() {
    try {
      scope.close(); // closes its reporter, which closes the registry
    } catch (ScopeCloseException e) {
      LOG.warn("cannot report the last metrics", e);
    }
  }
}
