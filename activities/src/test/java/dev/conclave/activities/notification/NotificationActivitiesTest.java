package dev.conclave.activities.notification;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.notification.Receiver.Received;
import dev.conclave.activities.notification.Webhooks.Delivery;
import dev.conclave.activities.tool.Tool;
import dev.conclave.workflows.config.NotificationConfiguration;
import dev.conclave.workflows.config.NotificationConfiguration.NotificationEvent;
import dev.conclave.workflows.config.NotificationConfiguration.Webhook;
import dev.conclave.workflows.config.NotificationConfiguration.WebhookFormat;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.session.Notification;
import dev.conclave.workflows.session.NotificationActivities;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.UiPages;
import dev.conclave.workflows.text.WireMapper;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Notifications posted to real loopback servers, through Temporal where retries matter. */
class NotificationActivitiesTest {
  /** The command in docs/steering.md that verifies a webhook's signature. */
  private static final Pattern COMMAND =
      Pattern.compile("```sh\n(.*?openssl.*?)```", Pattern.DOTALL);

  private static final String KEY =
      Base64.getEncoder()
          .encodeToString("0123456789abcdef%'\"\n89abcdef".getBytes(StandardCharsets.UTF_8));
  private static final String QUEUE = "notifications";

  @TempDir Path folder;
  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  @Test
  void the_json_has_the_gate_its_options_the_commands_and_the_page() throws Exception {
    Receiver receiver = receiver();

    send(json(receiver.url()));

    Received request = receiver.received.get(0);
    assertThat(request.header("webhook-id")).isEqualTo("0b2f7c1e-0000-3000-8000-000000000001");
    assertThat(request.header("content-type")).startsWith("application/json");
    assertThat(request.headers()).doesNotContainKeys("Webhook-signature", "Upgrade");
    JsonNode json = request.json();
    Map.of(
            "/event", "awaiting",
            "/title", "Conclave is waiting for your input: 给服务器加限流",
            "/session", Notifications.SESSION,
            "/phase", "awaiting-decision",
            "/deadline_at", "2026-11-21T09:00:00Z",
            "/gate/shown/options/1/score", "81.5",
            "/gate/shown/questions/0/question/en", "Per user or per key?",
            "/answer_with/conclave/0",
                "conclave answer MCP-限流-2026-11-21 approve --solution 1 --gate 2-decision"
                    + " --digest 7d3ad14464d2ed54",
            "/answer_with/temporal/0",
                "temporal workflow signal -w MCP-限流-2026-11-21 --name submitAnswer --input"
                    + " '{\"gate\":\"2-decision\",\"digest\":\"7d3ad14464d2ed54\","
                    + "\"kind\":\"approve\",\"solution\":1}'",
            "/ui",
                "http://127.0.0.1:8233/namespaces/default/workflows/"
                    + "MCP-%E9%99%90%E6%B5%81-2026-11-21")
        .forEach((field, value) -> assertThat(json.at(field).asText()).isEqualTo(value));
  }

  @Test
  void slack_gets_escaped_markup_that_cannot_notify_a_channel() throws Exception {
    Receiver receiver = receiver();

    send(webhook(receiver.url(), WebhookFormat.SLACK, Optional.empty()));

    JsonNode json = receiver.received.get(0).json();
    assertThat(json.properties()).hasSize(1);
    String text = json.path("text").asText();
    assertThat(text.lines().toList())
        .startsWith(
            "*Conclave is waiting for your input: 给服务器加限流*",
            "`MCP-限流-2026-11-21` · /home/ada/my repo · awaiting-decision, round 2",
            "Gate `2-decision`: Choose among 2 options.",
            "1. *Token bucket* (score 82, effort low, risk medium, by gemini, codex)",
            "2. *Sliding &lt;!channel&gt; window &amp; log* (score 82, effort low, risk medium, by"
                + " gemini, codex)",
            "Question a: Per user or per key? (1: per user; 2: per key)")
        .contains("> score 0.71", "Deadline: 2026-11-21 09:00 UTC")
        .endsWith(
            "<http://127.0.0.1:8233/namespaces/default/workflows/MCP-%E9%99%90%E6%B5%81-2026-11-21|Open"
                + " in the Temporal UI>");
    assertThat(text).contains("```conclave answer MCP-限流-2026-11-21 approve --solution 1");
  }

  @Test
  void the_message_is_in_the_sessions_language() throws IOException {
    Notification chinese = Notifications.awaiting("Add rate limiting", "zh");

    String body =
        NotificationMessage.of(chinese, Optional.empty(), text -> text).body(WebhookFormat.SLACK);

    assertThat(WireMapper.get().readTree(body).path("text").asText().lines())
        .startsWith(
            "*Conclave 在等待您的输入: Add rate limiting*",
            "`MCP-限流-2026-11-21` · /home/ada/my repo · 等待决定, 第 2 轮",
            "关口 `2-decision`: 请在 2 个方案中选择。",
            "1. *Token bucket* （得分 82，工作量低，风险中，提出者 gemini, codex）")
        .contains("期限：2026-11-21 09:00 UTC")
        .anyMatch(line -> line.startsWith("可回答: approve, "));
  }

  @Test
  void the_documented_command_computes_the_sent_signature() throws Exception {
    Tool.needed("openssl");
    Receiver receiver = receiver();
    Path key = Files.writeString(folder.resolve("webhook.key"), KEY + "\n");
    send(webhook(receiver.url(), WebhookFormat.JSON, Optional.of("file:" + key)));
    Received request = receiver.received.get(0);
    Files.writeString(folder.resolve("body.json"), request.body());
    Path root = Path.of(System.getProperty("conclave.root", ".."));
    Matcher command = COMMAND.matcher(Files.readString(root.resolve("docs/steering.md")));
    assertThat(command.find()).isTrue();

    ProcessBuilder shell =
        new ProcessBuilder("sh", "-c", command.group(1))
            .directory(folder.toFile())
            .redirectErrorStream(true);
    String time = request.header("webhook-timestamp");
    shell.environment().putAll(Map.of("id", request.header("webhook-id"), "time", time));
    String said =
        new String(shell.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();

    assertThat("v1," + said).isEqualTo(request.header("webhook-signature"));
    assertThat(Duration.between(Instant.ofEpochSecond(Long.parseLong(time)), Instant.now()).abs())
        .isLessThan(Duration.ofMinutes(5));
  }

  @Test
  void a_hanging_or_busy_webhook_does_not_delay_others() throws Exception {
    assertThat(
            send(
                json(receiver().hangs().url()),
                json(receiver().url()),
                json(receiver().answers(429).url())))
        .containsExactly(
            new Delivery("webhook 1", true, "webhook 1 did not answer within 3 s"),
            new Delivery("webhook 2", false, ""),
            new Delivery("webhook 3", true, "webhook 3 answered 429"));
  }

  @Test
  void an_address_may_come_from_the_environment_and_is_never_quoted() throws Exception {
    Receiver receiver = receiver();
    Map<String, String> environment =
        Map.of("SLACK_URL", receiver.url(), "FTP_URL", "ftp://example.org/T0SECRET");

    assertThat(
            webhooks(environment, json("env:SLACK_URL"), json("env:OTHER_URL"), json("env:FTP_URL"))
                .send(Notifications.awaiting("x"), Set.of()))
        .extracting(Delivery::reason)
        .containsExactly(
            "",
            "webhook 2: its address (env:OTHER_URL) is not set",
            "webhook 3: its address is not an http or https address");
  }

  @Test
  void a_webhook_gets_only_its_chosen_events_and_no_secrets() throws Exception {
    Receiver receiver = receiver();
    String token = "ghp_" + "a1B2".repeat(9);
    Webhook atTheEnd =
        new Webhook(
            Optional.of("team"),
            receiver.url(),
            WebhookFormat.JSON,
            Optional.empty(),
            List.of(NotificationEvent.ENDED));

    webhooks(Map.of(), atTheEnd, json(receiver.url()))
        .send(Notifications.awaiting("use " + token), Set.of());

    assertThat(receiver.received).hasSize(1);
    assertThat(receiver.received.get(0).body()).doesNotContain(token).contains("redacted");
    assertThat(receiver.received.get(0).json().at("/gate/digest").asText())
        .isEqualTo("7d3ad14464d2ed54");
  }

  @Test
  void only_the_failed_webhook_is_retried_and_no_secret_enters_history() throws Exception {
    Receiver down = receiver().answers(503, 429).with("location", "http://example.org/T0SECRET");
    Receiver up = receiver();
    Receiver gone = receiver().answers(404);
    Path key = Files.writeString(folder.resolve("key"), KEY);
    Path broken = Files.writeString(folder.resolve("broken"), "no-base-64-secret!");

    assertThat(
            tell(
                webhook(down.url(), WebhookFormat.JSON, Optional.of("file:" + key)),
                json(up.url()),
                json(gone.url()),
                json(receiver().answers(302).with("location", up.url()).url()),
                json(receiver().answers(403).url()),
                webhook(up.url(), WebhookFormat.JSON, Optional.of("file:" + broken))))
        .containsExactly(
            "webhook 3 answered 404; check its address and its key",
            "webhook 4 answered 302; check its address and its key",
            "webhook 5 answered 403; check its address and its key",
            "webhook 6: its key is not Base64; make one with `openssl rand -base64 32`");

    assertThat(down.received).hasSize(3);
    assertThat(down.received.stream().map(r -> r.header("webhook-id")).distinct()).hasSize(1);
    assertThat(up.received).hasSize(1);
    assertThat(gone.received).hasSize(1);
    assertThat(history)
        .contains("notifications")
        .doesNotContain("T0SECRET", down.url(), KEY, "no-base-64-secret");
  }

  @Test
  void an_unreachable_address_is_given_up_eventually() throws Exception {
    Receiver nobody = receiver();
    nobody.close();

    assertThat(tell(json(nobody.url())))
        .containsExactly(
            "gave up: webhook 1 could not be reached; check its address and certificate, and"
                + " that it is running");
  }

  private Receiver receiver() throws IOException {
    Receiver receiver = new Receiver();
    opened.add(receiver);
    return receiver;
  }

  private static Webhook json(String url) {
    return webhook(url, WebhookFormat.JSON, Optional.empty());
  }

  private static Webhook webhook(String url, WebhookFormat format, Optional<String> key) {
    return new Webhook(Optional.empty(), url, format, key, List.of());
  }

  private static Webhooks webhooks(Map<String, String> environment, Webhook... webhooks) {
    return new Webhooks(
        new NotificationConfiguration(List.of(webhooks), Optional.empty()),
        environment,
        () -> Optional.of(new UiPages("http://127.0.0.1:8233/namespaces/default")),
        new SecretFilter()::redact,
        Duration.ofSeconds(3)); // of a busy machine
  }

  private static List<Delivery> send(Webhook... webhooks) {
    return webhooks(Map.of(), webhooks).send(Notifications.awaiting("给服务器加限流"), Set.of());
  }

  /** Sends notifications and waits. */
  @WorkflowInterface
  public interface Teller {
    /** Returns the failed webhooks. */
    @WorkflowMethod
    List<String> tell(Notification notification);
  }

  /** Uses the activity options of a session. */
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

  private String history = "";

  /** Sends through Temporal with its retries; the time between them is skipped. */
  private List<String> tell(Webhook... webhooks) {
    TestWorkflowEnvironment environment =
        TestWorkflowEnvironment.newInstance(
            TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(
                    WorkflowClientOptions.newBuilder()
                        .setDataConverter(ConclaveDataConverter.of(Optional.empty()))
                        .build())
                .build());
    opened.add(environment::close);
    Worker worker = environment.newWorker(QUEUE);
    worker.registerWorkflowImplementationTypes(TellerImpl.class);
    worker.registerActivitiesImplementations(
        new NotificationActivitiesImpl(webhooks(Map.of(), webhooks)));
    environment.start();
    Teller teller =
        environment
            .getWorkflowClient()
            .newWorkflowStub(
                Teller.class,
                WorkflowOptions.newBuilder().setWorkflowId("teller").setTaskQueue(QUEUE).build());
    List<String> failures = teller.tell(Notifications.awaiting("给服务器加限流"));
    history = environment.getWorkflowClient().fetchHistory("teller").getEvents().toString();
    return failures;
  }
}
