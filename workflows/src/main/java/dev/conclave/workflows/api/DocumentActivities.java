package dev.conclave.workflows.api;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** The documents of a host. */
@ActivityInterface
public interface DocumentActivities {

  /** Keeps a text that a session still knows on a host that it has moved to. */
  @ActivityMethod(name = "keepDocument")
  DocumentRef keep(String text);
}
