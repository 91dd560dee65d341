package dev.conclave.worker;

import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.HostId;
import dev.conclave.workflows.temporal.TemporalConnection;
import java.util.Map;

/**
 * Where a worker runs, for those who make its activities.
 *
 * @param environment of the process; a child sees of it what its adapter allows
 */
public record WorkerHost(
    HostId id,
    DataFolder folder,
    Configuration configuration,
    Map<String, String> environment,
    TemporalConnection connection) {

  public WorkerHost {
    environment = Map.copyOf(environment);
  }

  /** The same host on another connection to the same server. */
  public WorkerHost on(TemporalConnection other) {
    return new WorkerHost(id, folder, configuration, environment, other);
  }
}
