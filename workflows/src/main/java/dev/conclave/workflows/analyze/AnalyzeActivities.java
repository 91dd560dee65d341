package dev.conclave.workflows.analyze;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Rules of an analysis. */
@ActivityInterface
public interface AnalyzeActivities {

  @ActivityMethod(name = "configureTopic")
  TopicConfiguration configure(String topic);
}
