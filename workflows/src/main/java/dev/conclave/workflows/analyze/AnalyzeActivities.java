package dev.conclave.workflows.analyze;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Rules of an analysis. */
@ActivityInterface
public interface AnalyzeActivities {

  /** Configures a topic by its words, where no agent did. */
  @ActivityMethod(name = "configureTopic")
  TopicConfiguration configure(String topic);
}
