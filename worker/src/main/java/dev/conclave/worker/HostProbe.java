package dev.conclave.worker;

import dev.conclave.workflows.temporal.HostActivities;

/** Says that this host is there. */
record HostProbe(String id) implements HostActivities {
  @Override
  public String probe() {
    return id;
  }
}
