package dev.conclave.client.session;

import com.google.protobuf.Timestamp;
import dev.conclave.client.session.LiveAgent.CallState;
import dev.conclave.client.session.Workers.Presence;
import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.CallProgress.CallStage;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.session.AgentCall;
import dev.conclave.workflows.session.NotificationActivities;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.text.Cut;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.failure.v1.Failure;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import io.temporal.failure.ApplicationFailure;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Polls a session. Each poll describes the session, which needs no worker, and queries it only when
 * its history has grown. Not thread-safe.
 */
public final class Watch {
  /** A worker with a free slot takes a call within this time. */
  private static final Duration AT_ONCE = Duration.ofSeconds(2);

  /** Heartbeats are sent every second; a busy machine may be late. */
  private static final Duration LATE = Duration.ofSeconds(8);

  private static final int LONGEST = 300;

  /** Failures that a user can fix while the activity is retried. */
  private static final Set<String> MENDED =
      Set.of(
          FailureTypes.DISK_FULL, FailureTypes.CLONE_FAILED, UncheckedIOException.class.getName());

  private final Session session;
  private final Workers workers;
  private final DataConverter payloads;

  /** Local arrival time of each activity's newest heartbeat. */
  private final Map<String, Beat> beats = new HashMap<>();

  private String seenAt = "";
  private Optional<SessionView> seen = Optional.empty();

  private record Beat(Timestamp reported, long at) {}

  public Watch(Session session, Workers workers) {
    this.session = session;
    this.workers = workers;
    this.payloads = session.converter();
  }

  /**
   * Polls once: one server call, two when the session has advanced, rarely three.
   *
   * @throws UsageException.UnknownSession when there is no such session
   * @throws dev.conclave.workflows.temporal.ServerException when server or worker do not respond,
   *     or no worker can replay it
   */
  public SessionSnapshot poll() {
    WorkflowExecutionDescription description = session.describe();
    String at =
        description.getExecution().getRunId()
            + " "
            + description.getHistoryLength()
            + " "
            + description.getStatus();
    if (seen.isEmpty() || !at.equals(seenAt)) {
      seen = Optional.of(session.state(description));
      seenAt = at;
    }
    SessionView view = seen.get();
    List<PendingActivityInfo> pending = pending(description);
    return new SessionSnapshot(
        view,
        live(view.live(), pending, Instant.now()),
        pending.stream().flatMap(one -> otherWork(one, payloads).stream()).distinct().toList(),
        waitsFor(description, view).orElse(null),
        Session.ended(description).orElse(null));
  }

  static List<PendingActivityInfo> pending(WorkflowExecutionDescription description) {
    return description.getRawDescription().getPendingActivitiesList();
  }

  /** Returns the running calls with the state from their heartbeats. */
  List<LiveAgent> live(List<AgentCall> calls, List<PendingActivityInfo> pending, Instant now) {
    List<PendingActivityInfo> free =
        new ArrayList<>(
            pending.stream()
                .filter(
                    one -> one.getActivityType().getName().equalsIgnoreCase(AgentActivities.ASK))
                .toList());
    List<LiveAgent> live = new ArrayList<>();
    for (AgentCall call : calls) {
      Optional<PendingActivityInfo> found =
          free.stream()
              .filter(one -> call.pausedUntil() == null && agent(one).equals(call.agent()))
              .findFirst();
      found.ifPresent(free::remove);
      live.add(live(call, found, now));
    }
    return live;
  }

  /**
   * Returns the agent from the task queue; the in-memory server omits it, so then from the
   * heartbeat.
   */
  private String agent(PendingActivityInfo activity) {
    String queue = activity.getActivityOptions().getTaskQueue().getName();
    return queue.isEmpty()
        ? heartbeat(activity, CallProgress.class, payloads).map(CallProgress::agent).orElse("")
        : queue.substring(queue.lastIndexOf('/') + 1);
  }

  private LiveAgent live(AgentCall call, Optional<PendingActivityInfo> activity, Instant now) {
    Optional<PendingActivityInfo> started =
        activity.filter(a -> a.getState() == PendingActivityState.PENDING_ACTIVITY_STATE_STARTED);
    Duration silence = started.map(this::silence).orElse(Duration.ZERO);
    Optional<CallProgress> progress =
        activity.flatMap(a -> heartbeat(a, CallProgress.class, payloads));
    CallState state;
    if (started.isPresent()) {
      state = silence.isZero() ? state(progress) : CallState.SILENT;
    } else if (activity.isPresent() && Duration.between(call.since(), now).compareTo(AT_ONCE) > 0) {
      state = activity.get().getAttempt() > 1 ? CallState.ORPHANED : CallState.QUEUED;
    } else {
      state = call.pausedUntil() != null ? CallState.PAUSED : CallState.ASKED;
    }
    return new LiveAgent(
        call.callId(),
        call.agent(),
        call.role(),
        call.attempt(),
        call.repair(),
        state,
        progress
            .filter(p -> p.pid() > 0)
            .map(p -> now.minusSeconds(p.seconds()))
            .orElse(call.since()),
        call.pausedUntil(),
        silence,
        progress.orElse(null));
  }

  /** Maps the reported stage; a worker reports as soon as it takes a call. */
  private static CallState state(Optional<CallProgress> progress) {
    return switch (progress.map(CallProgress::stage).orElse(CallStage.PREPARING)) {
      case QUEUED -> CallState.QUEUED;
      case PREPARING -> CallState.PREPARING;
      case WORKING ->
          progress.filter(CallProgress::adopted).isPresent()
              ? CallState.ADOPTED
              : CallState.WORKING;
    };
  }

  /** Returns the time since the last heartbeat if it is late; else zero. */
  private Duration silence(PendingActivityInfo activity) {
    long now = System.nanoTime();
    Beat last =
        beats.merge(
            activity.getActivityId() + " " + activity.getAttempt(),
            new Beat(activity.getLastHeartbeatTime(), now),
            (old, fresh) -> old.reported().equals(fresh.reported()) ? old : fresh);
    Duration silence = Duration.ofNanos(now - last.at());
    return silence.compareTo(LATE) > 0 ? silence : Duration.ZERO;
  }

  /** Describes an activity other than agent calls; empty for those that users do not wait for. */
  static Optional<String> otherWork(PendingActivityInfo activity, DataConverter payloads) {
    String type = activity.getActivityType().getName();
    String what =
        switch (type.toLowerCase(Locale.ROOT)) {
          case AgentActivities.ASK, NotificationActivities.NOTIFY, "projectfolder" -> "";
          case "openworkspace" -> "opening the workspace";
          case "probehost" -> "checking whether the host responds";
          case "listagents" -> "checking which agents are usable";
          case "gathercontext" ->
              "searching the repository for context"
                  + heartbeat(activity, String.class, payloads)
                      .map(words -> ": " + words)
                      .orElse("");
          case "nametree" -> "reading the workspace files";
          case "mergereplies" -> "merging replies";
          case "count", "recount" -> "counting votes";
          case "checkplan" -> "checking the plan against the workspace";
          case "degradedplan" -> "building a plan by rules";
          case "probedrift" -> "checking the workspace for changes";
          case "detectcontext" -> "looking for an earlier context package";
          case "draftedits" -> "preparing changes to planning documents";
          case "writemodifications" -> "updating planning documents";
          case "assemblecontext" -> "writing the context package";
          case "writeplanningnotes" -> "writing planning-notes.md";
          case "openchange" -> "reading the change";
          case "replaybranch" -> "replaying the commits on the target";
          case "openexecution" -> "creating the execution repository";
          case "runcheck" ->
              "running a check"
                  + heartbeat(activity, String.class, payloads)
                      .map(words -> ": " + words)
                      .orElse("");
          case "inspectchange" -> "inspecting the changes an agent made";
          case "mergetrees" -> "merging the changes of a task";
          case "committask" -> "committing a task";
          case "openbyhand", "takebyhand" -> "checking a folder for work by hand";
          case "allowcommands" -> "recording the commands you allowed";
          case "inspecttarget" -> "checking where the branch can be delivered";
          case "deliverbranch" -> "delivering the branch";
          default -> type;
        };
    if (what.isEmpty()) {
      return Optional.empty();
    }
    int attempt = activity.getAttempt();
    return Optional.of(
        what
            + (activity.getState() == PendingActivityState.PENDING_ACTIVITY_STATE_SCHEDULED
                ? attempt > 1 ? ", retrying after a failure" : ", waiting for a worker"
                : attempt > 1 ? " (attempt " + attempt + ")" : ""));
  }

  /** Returns the last heartbeat details; empty also when another version wrote them. */
  private static <T> Optional<T> heartbeat(
      PendingActivityInfo activity, Class<T> type, DataConverter payloads) {
    if (!activity.hasHeartbeatDetails()) {
      return Optional.empty();
    }
    try {
      // An activity that has nothing to report yet sends null.
      return Optional.ofNullable(
          payloads.fromPayloads(0, Optional.of(activity.getHeartbeatDetails()), type, type));
    } catch (DataConverterException e) {
      return Optional.empty();
    }
  }

  /** Returns what blocks the session, other than a human, as a sentence. */
  private Optional<String> waitsFor(WorkflowExecutionDescription description, SessionView view) {
    if (Session.ended(description).isPresent()) {
      return Optional.empty();
    }
    return view.hindrance()
        .or(() -> retried(pending(description), payloads))
        .or(() -> waits(description) ? absent(view) : Optional.empty());
  }

  private static boolean waits(WorkflowExecutionDescription description) {
    return pending(description).stream()
        .anyMatch(p -> p.getState() == PendingActivityState.PENDING_ACTIVITY_STATE_SCHEDULED);
  }

  private Optional<String> absent(SessionView view) {
    if (view.host().isEmpty()) {
      return workers.ofAnyHost() == Presence.ABSENT
          ? Optional.of("waiting for a worker for workspaces by URL: none is running")
          : Optional.empty();
    }
    String id = view.host().get();
    return workers.ofHost(id) == Presence.ABSENT
        ? Optional.of(
            "waiting for host %s: its worker is not running; start it there with `conclave up`"
                .formatted(view.hostName().orElse(id)))
        : Optional.empty();
  }

  /** Returns the message of the first pending failure that a user can fix. */
  static Optional<String> retried(List<PendingActivityInfo> pending, DataConverter payloads) {
    return pending.stream()
        .filter(PendingActivityInfo::hasLastFailure)
        .flatMap(p -> causes(p.getLastFailure(), payloads))
        .filter(failure -> MENDED.contains(failure.getType()))
        .map(failure -> Cut.shorten(failure.getOriginalMessage(), LONGEST))
        .findFirst();
  }

  /** Unwraps failures: the server wraps those with long stack traces. */
  private static Stream<ApplicationFailure> causes(Failure failure, DataConverter payloads) {
    try {
      return Stream.<Throwable>iterate(
              payloads.failureToException(failure), Objects::nonNull, Throwable::getCause)
          .filter(ApplicationFailure.class::isInstance)
          .map(ApplicationFailure.class::cast);
    } catch (DataConverterException e) {
      return Stream.empty(); // encrypted with another key; it is retried anyway
    }
  }

  /** Returns what blocks the session, with few server calls; empty also when unknown. */
  public Optional<String> hindrance() {
    try {
      WorkflowExecutionDescription description = session.describe();
      Optional<String> stuck = session.stuck(description);
      boolean suspected =
          waits(description)
              || pending(description).stream()
                  .anyMatch(p -> p.getActivityType().getName().equals(WorkspaceActivities.OPEN));
      return stuck.isPresent() || !suspected
          ? stuck
          : waitsFor(description, session.state(description));
    } catch (UsageException | ServerException e) {
      return Optional.empty();
    }
  }
}
