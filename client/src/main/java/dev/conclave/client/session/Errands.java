package dev.conclave.client.session;

import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.api.NotificationActivities;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What is done for a session beside asking agents, in words for people who wait for it. */
final class Errands {
  private Errands() {}

  /** One entry for each activity under way that people wait for. */
  static List<String> of(List<PendingActivityInfo> pending, DataConverter converter) {
    return pending.stream()
        .flatMap(activity -> words(activity, converter).stream())
        .distinct()
        .toList();
  }

  private static Optional<String> words(PendingActivityInfo activity, DataConverter converter) {
    String type = activity.getActivityType().getName();
    Optional<String> what =
        switch (type.toLowerCase(Locale.ROOT)) {
          case AgentActivities.ASK, NotificationActivities.NOTIFY, "projectfolder" ->
              Optional.empty();
          case "openworkspace" -> Optional.of("the workspace is opened");
          case "probehost" -> Optional.of("it is looked whether the host is there");
          case "listagents" -> Optional.of("agents are looked for");
          case "gathercontext" ->
              Optional.of("the repository is searched for context" + told(activity, converter));
          case "nametree" -> Optional.of("the files of the workspace are read, to name their tree");
          case "enter" -> Optional.of("the replies are entered into the ledger");
          case "count", "recount" -> Optional.of("the votes are counted");
          case "checkplan" -> Optional.of("the plan is checked against the tree");
          case "degradedplan" -> Optional.of("a plan is made by rules");
          case "probedrift" -> Optional.of("the workspace is compared with what was analyzed");
          default -> Optional.of(type);
        };
    return what.map(words -> words + trouble(activity));
  }

  /** How far it is, in its worker's words. */
  private static String told(PendingActivityInfo activity, DataConverter converter) {
    if (!activity.hasHeartbeatDetails()) {
      return "";
    }
    try {
      Optional<Payloads> details = Optional.of(activity.getHeartbeatDetails());
      // Null is the beat of an activity that has told nothing yet.
      return Optional.ofNullable(converter.fromPayloads(0, details, String.class, String.class))
          .map(words -> ": " + words)
          .orElse("");
    } catch (DataConverterException e) {
      return ""; // of a newer worker
    }
  }

  private static String trouble(PendingActivityInfo activity) {
    if (activity.getState() == PendingActivityState.PENDING_ACTIVITY_STATE_SCHEDULED) {
      return activity.getAttempt() > 1 ? ", again after a failure" : ", once a worker takes it";
    }
    return activity.getAttempt() > 1 ? " (attempt " + activity.getAttempt() + ")" : "";
  }
}
