package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Timestamp;
import dev.conclave.workflows.config.NotificationConfiguration.NotificationEvent;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.session.DeadlinePolicy;
import dev.conclave.workflows.session.Notification;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a session notifies, without ever waiting for it. */
@Execution(ExecutionMode.CONCURRENT)
class NotifyingTest {
  private static final String ACCEPT = "{\"gate\":\"2-confirmation\",\"kind\":\"accept\"}";

  @AutoClose private final SessionDriver driver = new SessionDriver();

  @Test
  void every_gate_and_the_end_are_notified_once() {
    driver.start();
    driver.answer("1-decision", "approve");
    driver.gate("2-confirmation");
    driver.answer(ACCEPT);
    driver.end();

    assertThat(events())
        .containsExactlyInAnyOrder("awaiting 1-decision", "awaiting 2-confirmation", "ended");
    Notification first = told("awaiting 1-decision");
    assertThat(first.session()).isEqualTo(SessionDriver.ID);
    assertThat(first.task()).isEqualTo("Add rate limiting");
    assertThat(first.repo()).isEqualTo("/repo");
    assertThat(first.gate().orElseThrow().shown().options()).hasSize(2);
    Notification last = told("ended");
    assertThat(last.phase()).isEqualTo("complete");
    assertThat(last.ending()).contains("the plan is in IMPL_PLAN.md in the session folder");
    assertThat(driver.host.told.stream().map(Notification::id)).doesNotHaveDuplicates();
  }

  @Test
  void nothing_is_sent_without_webhooks() {
    driver.host.listens = false;
    driver.start();
    driver.answer("1-decision", "approve");
    driver.answer("2-confirmation", "execute");
    driver.end();

    assertThat(driver.host.told).isEmpty();
  }

  @Test
  void a_gate_reopened_after_drift_is_notified_again() {
    driver.host.drifts.add(List.of("src/limit.py"));
    driver.start();
    driver.answer("1-decision", "approve");
    driver.answer("2-decision", "cancel");
    driver.end();

    assertThat(events())
        .containsExactlyInAnyOrder("awaiting 1-decision", "awaiting 2-decision", "ended");
    assertThat(told("awaiting 2-decision").gate().orElseThrow().shown().drift())
        .containsExactly("src/limit.py");
  }

  @Test
  void a_gate_that_answers_itself_is_not_notified() {
    driver.start(Requests.yes(SessionDriver.request()));
    driver.end();

    assertThat(events()).containsExactly("ended");
  }

  @Test
  void reminders_come_at_half_and_nine_tenths_of_the_deadline() {
    driver.start(Requests.deadline(SessionDriver.request(), DeadlinePolicy.SAVE));
    driver.gate("1-decision");
    driver.pass(Duration.ofDays(4));
    PlanState end = driver.end();

    assertThat(end.phase()).isEqualTo(Phase.SAVED);
    assertThat(events())
        .containsExactly("awaiting 1-decision", "reminder 50", "reminder 90", "ended");
    Notification half = driver.host.told.get(1);
    Instant deadline = half.deadlineAt().orElseThrow();
    assertThat(Duration.between(half.at(), deadline))
        .isBetween(Duration.ofHours(35), Duration.ofHours(36).plusMinutes(1));
    assertThat(half.gate()).isPresent();
  }

  @Test
  void a_permanently_failing_webhook_delays_no_session_and_is_noted() {
    driver.host.onTell =
        notification -> {
          throw ApplicationFailure.newFailure(
              "webhook 1 could not be reached: Connection refused", FailureTypes.NOT_NOTIFIED);
        };
    driver.start();
    driver.answer("1-decision", "approve");
    driver.gate("2-confirmation");
    driver.answer(ACCEPT);
    PlanState end = driver.end();

    assertThat(end.phase()).isEqualTo(Phase.COMPLETE);
    assertThat(end.notes())
        .contains(
            "webhook 1 could not be reached: Connection refused; the session has ended, so there are no further attempts");
    assertThat(Duration.between(answered(), closed())).isLessThan(Duration.ofMinutes(1));
    assertThat(attempts()).hasSize(3);
  }

  @Test
  void a_notification_is_retried_for_about_an_hour_then_noted_once() {
    Set<Instant> tried = ConcurrentHashMap.newKeySet();
    driver.host.onTell =
        notification -> {
          tried.add(Instant.ofEpochMilli(driver.environment.currentTimeMillis()));
          throw ApplicationFailure.newFailure("webhook 1 answered 503", FailureTypes.NOT_NOTIFIED);
        };
    driver.start();
    driver.gate("1-decision");
    driver.pass(Duration.ofHours(3));

    assertThat(driver.view(v -> !v.notes().isEmpty()).notes())
        .containsExactly("webhook 1 answered 503");
    Instant first = tried.stream().min(Instant::compareTo).orElseThrow();
    Instant last = tried.stream().max(Instant::compareTo).orElseThrow();
    assertThat(Duration.between(first, last))
        .isBetween(Duration.ofMinutes(50), Duration.ofMinutes(75));
    assertThat(attempts()).hasSize(1);
  }

  @Test
  void a_permanent_notification_failure_is_noted_at_once() {
    driver.host.onTell = notification -> List.of("webhook team answered 404");
    driver.start();

    assertThat(driver.view(v -> !v.notes().isEmpty()).notes())
        .containsExactly("webhook team answered 404");
    assertThat(driver.details()).contains("- webhook team answered 404");
  }

  @Test
  void pending_notifications_are_sent_by_the_next_run_under_the_same_id() {
    driver.start();
    driver.gate("1-decision");
    PlanState state = driver.session.fullState();
    driver.view(v -> !driver.host.told.isEmpty());
    Notification first = driver.host.told.get(0);
    Notification left =
        Requests.with(first, Map.of("event", "reminder", "gate", Optional.empty(), "percent", 50));
    driver.answer("1-decision", "cancel");
    driver.end();
    driver.host.told.clear();

    Notification stale = Requests.with(first, Map.of("id", "stale"));
    driver.start(new SessionInput<>(state.request(), Optional.of(state), List.of(left, stale)));
    driver.answer("2-decision", "cancel");
    driver.end();
    assertThat(driver.host.told).contains(left);
    assertThat(events()).containsExactlyInAnyOrder("reminder 50", "awaiting 2-decision", "ended");
  }

  @Test
  void an_answered_gate_sends_no_more_notifications() {
    driver.host.onTell =
        notification -> {
          if (notification.gate().map(Gate::id).equals(Optional.of("1-decision"))) {
            throw ApplicationFailure.newFailure(
                "webhook 1 answered 503", FailureTypes.NOT_NOTIFIED);
          }
          return List.of();
        };
    driver.start();
    driver.gate("1-decision");
    driver.view(v -> !driver.host.told.isEmpty());
    driver.answer("1-decision", "approve");
    driver.gate("2-confirmation");
    driver.quiet();
    long before = events().stream().filter("awaiting 1-decision"::equals).count();
    driver.pass(Duration.ofHours(2));

    assertThat(events().stream().filter("awaiting 1-decision"::equals).count()).isEqualTo(before);
    assertThat(driver.session.state().notes()).isEmpty();
  }

  /** Returns when the last answer entered history. */
  private Instant answered() {
    return history()
        .filter(HistoryEvent::hasWorkflowExecutionUpdateAcceptedEventAttributes)
        .map(NotifyingTest::time)
        .reduce((earlier, later) -> later)
        .orElseThrow();
  }

  private Instant closed() {
    return history().map(NotifyingTest::time).reduce((earlier, later) -> later).orElseThrow();
  }

  private Stream<HistoryEvent> history() {
    return driver
        .environment
        .getWorkflowClient()
        .fetchHistory(SessionDriver.ID)
        .getEvents()
        .stream();
  }

  private static Instant time(HistoryEvent event) {
    Timestamp at = event.getEventTime();
    return Instant.ofEpochSecond(at.getSeconds(), at.getNanos());
  }

  private List<String> events() {
    return driver.host.told.stream().map(NotifyingTest::event).toList();
  }

  private static String event(Notification told) {
    return switch (told.event()) {
      case AWAITING -> "awaiting " + told.gate().orElseThrow().id();
      case REMINDER -> "reminder " + told.percent().orElseThrow();
      case ENDED -> "ended";
    };
  }

  private Notification told(String event) {
    return driver.host.told.stream()
        .filter(told -> event(told).equals(event))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the distinct notifications over all attempts. */
  private Set<String> attempts() {
    Set<String> ids = ConcurrentHashMap.newKeySet();
    driver.host.told.stream().map(Notification::id).forEach(ids::add);
    assertThat(driver.host.told).hasSizeGreaterThanOrEqualTo(ids.size());
    assertThat(driver.host.told.stream().map(Notification::event))
        .isSubsetOf(NotificationEvent.AWAITING, NotificationEvent.ENDED);
    return ids;
  }
}
