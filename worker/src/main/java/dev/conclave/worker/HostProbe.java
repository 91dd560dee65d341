package dev.conclave.worker;

import dev.conclave.workflows.host.HostActivities;

/** Says that this host is there. */
record HostProbe(String id) implements HostActivities {
  @Override
  public String probe() {
    return id;
  }
}
