package dev.conclave.activities.notification;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.notification.Receiver.Received;
import dev.conclave.activities.notification.Webhooks.Delivery;
import dev.conclave.activities.notification.Webhooks.Result;
import dev.conclave.workflows.api.Notification;
import dev.conclave.workflows.api.NotificationActivities;
import dev.conclave.workflows.api.NotificationEvent;
import dev.conclave.workflows.config.NotificationConfiguration;
import dev.conclave.workflows.config.NotificationConfiguration.Format;
import dev.conclave.workflows.config.NotificationConfiguration.Webhook;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.UiPages;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.client.ActivityCanceledException;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Notifications as Temporal runs them, posted to real servers on loopback. */
@Execution(ExecutionMode.CONCURRENT)
class NotificationActivitiesTest {
  private static final byte[] KEY =
      "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8);
  private static final String QUEUE = "notifications";

  @TempDir Path folder;
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final TestWorkflowEnvironment environment =
      TestWorkflowEnvironment.newInstance(
          TestEnvironmentOptions.newBuilder()
              .setWorkflowClientOptions(
                  WorkflowClientOptions.newBuilder()
                      .setDataConverter(ConclaveDataConverter.of(Optional.empty()))
                      .build())
              .build());

  @AfterEach
  void close() throws Exception {
    environment.close();
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  /** Tells and waits. */
  @WorkflowInterface
  public interface Teller {
    /** What could not be told. */
    @WorkflowMethod
    List<String> tell(Notification notification);
  }

  /** With the options that a session uses. */
  public static final class TellerImpl implements Teller {
    @Override
    public List<String> tell(Notification notification) {
      try {
        return Workflow.newActivityStub(
                NotificationActivities.class, ActivityProfile.NOTIFY.on(QUEUE, "tell"))
            .send(notification);
      } catch (ActivityFailure e) {
        return List.of(
            "gave up: "
                + (e.getCause() instanceof ApplicationFailure failure
                    ? failure.getOriginalMessage()
                    : String.valueOf(e.getCause())));
      }
    }
  }

  /** Tells, until it is told to take it back. */
  @WorkflowInterface
  public interface Fickle {
    @WorkflowMethod
    String tell(Notification notification);

    /** Nobody needs to hear it any more. */
    @SignalMethod
    void takeBack();

    /** What came of it was seen. */
    @SignalMethod
    void end();
  }

  /** As a session takes a call to a gate back. */
  public static final class FickleImpl implements Fickle {
    private boolean stale;
    private boolean over;

    @Override
    public String tell(Notification notification) {
      CancellationScope sending =
          Workflow.newDetachedCancellationScope(
              () ->
                  Async.function(
                          Workflow.newActivityStub(
                                  NotificationActivities.class,
                                  ActivityProfile.NOTIFY.on(QUEUE, "tell"))
                              ::send,
                          notification)
                      .handle((refused, failure) -> refused));
      sending.run();
      Workflow.await(() -> stale);
      sending.cancel("stale");
      Workflow.await(() -> over);
      return "ended";
    }

    @Override
    public void takeBack() {
      stale = true;
    }

    @Override
    public void end() {
      over = true;
    }
  }

  @Test
  void an_attempt_that_begins_when_the_notification_was_taken_back_posts_nothing()
      throws Exception {
    Receiver receiver = receiver();
    NotificationActivities real =
        new NotificationActivitiesImpl(webhooks(json(receiver.url(), Optional.empty())));
    CompletableFuture<Throwable> came = new CompletableFuture<>();
    WorkflowClient client = environment.getWorkflowClient();
    Fickle fickle =
        client.newWorkflowStub(
            Fickle.class,
            WorkflowOptions.newBuilder().setWorkflowId("fickle").setTaskQueue(QUEUE).build());
    NotificationActivities late =
        notification -> {
          fickle.takeBack();
          awaitCancelRequested(WorkflowStub.fromTyped(fickle));
          try {
            return real.send(notification);
          } catch (RuntimeException e) {
            came.complete(e);
            throw e;
          }
        };
    var worker = environment.newWorker(QUEUE);
    worker.registerWorkflowImplementationTypes(FickleImpl.class);
    worker.registerActivitiesImplementations(late);
    environment.start();
    WorkflowClient.start(fickle::tell, Notifications.awaiting("x"));

    assertThat(came.get(60, TimeUnit.SECONDS)).isInstanceOf(ActivityCanceledException.class);
    assertThat(receiver.received).isEmpty();
    fickle.end();
    assertThat(WorkflowStub.fromTyped(fickle).getResult(String.class)).isEqualTo("ended");
  }

  private static void awaitCancelRequested(WorkflowStub session) {
    while (session.describe().getRawDescription().getPendingActivitiesList().stream()
        .noneMatch(
            activity ->
                activity.getState()
                    == PendingActivityState.PENDING_ACTIVITY_STATE_CANCEL_REQUESTED)) {
      Thread.onSpinWait();
    }
  }

  @Test
  void a_signature_is_what_a_receiver_computes_from_id_time_and_body() throws Exception {
    Receiver receiver = receiver();
    Path key =
        Files.writeString(folder.resolve("key"), Base64.getEncoder().encodeToString(KEY) + "\n");

    assertThat(tell(json(receiver.url(), Optional.of("file:" + key)))).isEmpty();

    Received request = receiver.received.get(0);
    String id = request.header("webhook-id");
    String time = request.header("webhook-timestamp");
    assertThat(id).isEqualTo("0b2f7c1e-0000-3000-8000-000000000001");
    assertThat(Duration.between(Instant.ofEpochSecond(Long.parseLong(time)), Instant.now()).abs())
        .isLessThan(Duration.ofMinutes(5));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
    byte[] expected =
        mac.doFinal((id + "." + time + "." + request.body()).getBytes(StandardCharsets.UTF_8));
    assertThat(request.header("webhook-signature"))
        .isEqualTo("v1," + Base64.getEncoder().encodeToString(expected));
    assertThat(request.header("content-type")).startsWith("application/json");
    assertThat(request.headers()).doesNotContainKey("Upgrade");
  }

  @Test
  void the_json_holds_the_gate_its_options_the_commands_and_the_page() throws Exception {
    Receiver receiver = receiver();

    assertThat(tell(json(receiver.url(), Optional.empty()))).isEmpty();

    assertThat(receiver.received.get(0).headers()).doesNotContainKey("Webhook-signature");
    JsonNode json = receiver.received.get(0).json();
    assertThat(json.path("event").asText()).isEqualTo("awaiting");
    assertThat(json.path("title").asText()).isEqualTo("Conclave awaits you: 给服务器加限流");
    assertThat(json.path("session").asText()).isEqualTo(Notifications.SESSION);
    assertThat(json.path("repo").asText()).isEqualTo("/home/ada/my repo");
    assertThat(json.path("phase").asText()).isEqualTo("awaiting-decision");
    assertThat(json.path("round").asInt()).isEqualTo(2);
    assertThat(json.path("deadline_at").asText()).isEqualTo("2026-11-21T09:00:00Z");
    assertThat(json.at("/gate/id").asText()).isEqualTo("2-decision");
    assertThat(json.at("/gate/shown/options/1/score").asDouble()).isEqualTo(81.5);
    assertThat(json.at("/gate/shown/questions/0/question/en").asText())
        .isEqualTo("Per user or per key?");
    assertThat(json.at("/answer_with/conclave/0").asText())
        .isEqualTo(
            "conclave answer MCP-限流-2026-11-21 approve --solution 1 --gate 2-decision --digest"
                + " 7d3ad14464d2ed54");
    assertThat(json.at("/answer_with/temporal/0").asText())
        .isEqualTo(
            "temporal workflow signal -w MCP-限流-2026-11-21 --name submitAnswer --input"
                + " '{\"gate\":\"2-decision\",\"digest\":\"7d3ad14464d2ed54\",\"kind\":\"approve\",\"solution\":1}'");
    assertThat(json.path("ui").asText())
        .isEqualTo(
            "http://127.0.0.1:8233/namespaces/default/workflows/MCP-%E9%99%90%E6%B5%81-2026-11-21");
  }

  @Test
  void slack_gets_a_text_in_its_markup_in_which_no_agent_can_call_a_channel() throws Exception {
    Receiver receiver = receiver();

    assertThat(tell(webhook(receiver.url(), Format.SLACK, Optional.empty()))).isEmpty();

    JsonNode json = receiver.received.get(0).json();
    assertThat(json.properties()).hasSize(1);
    String text = json.path("text").asText();
    assertThat(text.lines().toList())
        .startsWith(
            "*Conclave awaits you: 给服务器加限流*",
            "`MCP-限流-2026-11-21` · /home/ada/my repo · awaiting-decision, round 2",
            "Gate `2-decision`: Choose among 2 options.",
            "1. *Token bucket* (score 82, effort low, risk medium, by gemini, codex): + simple,"
                + " - memory",
            "2. *Sliding &lt;!channel&gt; window &amp; log* (score 82, effort low, risk medium, by"
                + " gemini, codex): + simple, - memory",
            "Question 1: Per user or per key? (1: per user; 2: per key)")
        .contains("> score 0.71", "Deadline: 2026-11-21 09:00 UTC")
        .endsWith(
            "<http://127.0.0.1:8233/namespaces/default/workflows/MCP-%E9%99%90%E6%B5%81-2026-11-21|Open"
                + " in the Temporal UI>");
    assertThat(text).contains("```conclave answer MCP-限流-2026-11-21 approve --solution 1");
    assertThat(text).contains("```temporal workflow signal -w MCP-限流-2026-11-21");
  }

  @Test
  void a_webhook_that_is_down_for_a_while_is_told_later_and_the_other_one_once() throws Exception {
    Receiver down = receiver().answers(503, 429);
    Receiver up = receiver();

    assertThat(tell(json(down.url(), Optional.empty()), json(up.url(), Optional.empty())))
        .isEmpty();

    assertThat(down.received).hasSize(3);
    assertThat(down.received.stream().map(r -> r.header("webhook-id")).distinct()).hasSize(1);
    assertThat(up.received).hasSize(1);
  }

  @Test
  void what_will_never_work_is_tried_once_and_said() throws Exception {
    Receiver gone = receiver().answers(404);
    Receiver moved = receiver().answers(302).with("location", receiver().url());
    Receiver closed = receiver().answers(403);

    assertThat(
            tell(
                json(gone.url(), Optional.empty()),
                json(moved.url(), Optional.empty()),
                json(closed.url(), Optional.empty())))
        .containsExactly(
            "webhook 1 answered 404: there is no webhook at this address any more",
            "webhook 2 answered 302: redirects are not followed; name the address it leads to",
            "webhook 3 answered 403: it does not let us in; is the address or the key the right"
                + " one?");
    assertThat(gone.received).hasSize(1);
    assertThat(moved.received).hasSize(1);
  }

  @Test
  void a_webhook_that_hangs_delays_no_other_and_is_given_up_at_last() throws Exception {
    Receiver hangs = receiver().hangs();
    Receiver up = receiver();
    Webhooks webhooks =
        webhooks(json(hangs.url(), Optional.empty()), json(up.url(), Optional.empty()));
    Instant start = Instant.now();

    List<Delivery> deliveries = webhooks.send(Notifications.awaiting("x"), java.util.Set.of());

    assertThat(deliveries.get(0))
        .isEqualTo(
            new Delivery(
                "webhook 1",
                Result.FAILED,
                "webhook 1 did not answer within 10 s",
                Optional.empty()));
    assertThat(deliveries.get(1))
        .isEqualTo(new Delivery("webhook 2", Result.DELIVERED, "", Optional.empty()));
    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofMinutes(3));
  }

  @Test
  void a_webhook_that_asks_for_a_pause_gets_it() throws Exception {
    Receiver busy = receiver().answers(429).with("retry-after", "120");

    assertThat(
            webhooks(json(busy.url(), Optional.empty()))
                .send(Notifications.awaiting("x"), java.util.Set.of()))
        .containsExactly(
            new Delivery(
                "webhook 1",
                Result.FAILED,
                "webhook 1 answered 429",
                Optional.of(Duration.ofMinutes(2))));
  }

  @Test
  void an_address_where_nobody_listens_is_given_up_after_an_hour_and_never_quoted()
      throws Exception {
    Receiver nobody = receiver();
    String url = nobody.url();
    nobody.close();

    assertThat(tell(json(url, Optional.empty())))
        .containsExactly(
            "gave up: webhook 1 could not be reached: nothing takes connections at its address");
  }

  @Test
  void nothing_secret_enters_the_history() throws Exception {
    Receiver down = receiver().answers(503).with("location", "http://example.org/T0SECRET");
    String key = Base64.getEncoder().encodeToString(KEY);
    Path file = Files.writeString(folder.resolve("key"), key);
    Path broken = Files.writeString(folder.resolve("broken"), "no-base-64-secret!");

    assertThat(
            tell(
                json(down.url(), Optional.of("file:" + file)),
                json(down.url(), Optional.of("file:" + broken))))
        .containsExactly(
            "webhook 2: its key is not Base64; make one with `openssl rand -base64 32`");

    assertThat(down.received).hasSize(2);
    String history =
        environment.getWorkflowClient().fetchHistory("teller").toJson(true)
            + environment.getWorkflowClient().fetchHistory("teller").getEvents();
    assertThat(history)
        .contains(
            Base64.getEncoder()
                .encodeToString("awaiting".getBytes(StandardCharsets.UTF_8))
                .substring(0, 6))
        .doesNotContain("T0SECRET")
        .doesNotContain(down.url())
        .doesNotContain(key)
        .doesNotContain("no-base-64-secret");
  }

  @Test
  void an_address_may_be_kept_in_the_environment() throws Exception {
    Receiver receiver = receiver();
    Webhooks webhooks =
        new Webhooks(
            new NotificationConfiguration(
                List.of(
                    webhook("env:SLACK_URL", Format.SLACK, Optional.empty()),
                    webhook("env:OTHER_URL", Format.SLACK, Optional.empty()),
                    webhook("env:FTP_URL", Format.SLACK, Optional.empty())),
                Optional.empty()),
            Map.of("SLACK_URL", receiver.url(), "FTP_URL", "ftp://example.org/T0SECRET"),
            Optional::empty,
            text -> text,
            Clock.systemUTC());

    assertThat(webhooks.send(Notifications.awaiting("x"), java.util.Set.of()))
        .containsExactly(
            new Delivery("webhook 1", Result.DELIVERED, "", Optional.empty()),
            new Delivery(
                "webhook 2",
                Result.REFUSED,
                "webhook 2: its address (env:OTHER_URL) is not set",
                Optional.empty()),
            new Delivery(
                "webhook 3",
                Result.REFUSED,
                "webhook 3: its address is no http or https address",
                Optional.empty()));
  }

  @Test
  void a_webhook_hears_only_of_what_it_wants() throws Exception {
    Receiver receiver = receiver();
    Webhook atTheEnd =
        new Webhook(
            Optional.of("team"),
            receiver.url(),
            Format.JSON,
            Optional.empty(),
            List.of(NotificationEvent.ENDED));

    assertThat(webhooks(atTheEnd).send(Notifications.awaiting("x"), java.util.Set.of())).isEmpty();
    assertThat(receiver.received).isEmpty();
  }

  @Test
  void secrets_in_what_people_wrote_are_not_passed_on() throws Exception {
    Receiver receiver = receiver();
    String token = "ghp_" + "a1B2".repeat(9);

    webhooks(json(receiver.url(), Optional.empty()))
        .send(Notifications.awaiting("use " + token), java.util.Set.of());

    assertThat(receiver.received.get(0).body()).doesNotContain(token).contains("redacted");
    assertThat(receiver.received.get(0).json().at("/gate/digest").asText())
        .isEqualTo("7d3ad14464d2ed54");
  }

  private Receiver receiver() throws IOException {
    Receiver receiver = new Receiver();
    opened.add(receiver);
    return receiver;
  }

  private static Webhook json(String url, Optional<String> key) {
    return webhook(url, Format.JSON, key);
  }

  private static Webhook webhook(String url, Format format, Optional<String> key) {
    return new Webhook(Optional.empty(), url, format, key, List.of());
  }

  private static Webhooks webhooks(Webhook... webhooks) {
    return new Webhooks(
        new NotificationConfiguration(List.of(webhooks), Optional.empty()),
        Map.of(),
        () -> Optional.of(new UiPages("http://127.0.0.1:8233/namespaces/default")),
        new SecretFilter()::redact,
        Clock.systemUTC());
  }

  /** Tells through Temporal, with its retries; time between them is skipped. */
  private List<String> tell(Webhook... webhooks) {
    var worker = environment.newWorker(QUEUE);
    worker.registerWorkflowImplementationTypes(TellerImpl.class);
    worker.registerActivitiesImplementations(new NotificationActivitiesImpl(webhooks(webhooks)));
    environment.start();
    Teller teller =
        environment
            .getWorkflowClient()
            .newWorkflowStub(
                Teller.class,
                WorkflowOptions.newBuilder().setWorkflowId("teller").setTaskQueue(QUEUE).build());
    List<String> failures = teller.tell(Notifications.awaiting("给服务器加限流"));
    assertThat(WorkflowStub.fromTyped(teller).getExecution().getWorkflowId()).isEqualTo("teller");
    return failures;
  }
}
