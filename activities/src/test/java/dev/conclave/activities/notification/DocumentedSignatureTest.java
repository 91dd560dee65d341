package dev.conclave.activities.notification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.notification.Receiver.Received;
import dev.conclave.activities.tool.Tool;
import dev.conclave.workflows.config.NotificationConfiguration;
import dev.conclave.workflows.config.NotificationConfiguration.Format;
import dev.conclave.workflows.config.NotificationConfiguration.Webhook;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command of docs/steering.md that verifies what a webhook was sent. */
class DocumentedSignatureTest {
  private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?openssl.*?)```", Pattern.DOTALL);

  @TempDir Path folder;

  @Test
  void the_documented_command_computes_the_signature_that_was_sent() throws Exception {
    Tool.needed("openssl");
    String key =
        Base64.getEncoder()
            .encodeToString("0123456789abcdef%'\"\n89abcdef".getBytes(StandardCharsets.UTF_8));
    Files.writeString(folder.resolve("webhook.key"), key + "\n");
    Received request = sent();
    Files.writeString(folder.resolve("body.json"), request.body());

    ProcessBuilder shell =
        new ProcessBuilder("sh", "-c", command())
            .directory(folder.toFile())
            .redirectErrorStream(true);
    shell.environment().put("id", request.header("webhook-id"));
    shell.environment().put("time", request.header("webhook-timestamp"));
    Process process = shell.start();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();

    assertThat("v1," + said).isEqualTo(request.header("webhook-signature"));
  }

  private Received sent() throws Exception {
    try (Receiver receiver = new Receiver()) {
      Webhook webhook =
          new Webhook(
              Optional.empty(),
              receiver.url(),
              Format.JSON,
              Optional.of("file:" + folder.resolve("webhook.key")),
              List.of());
      new Webhooks(
              new NotificationConfiguration(List.of(webhook), Optional.empty()),
              Map.of(),
              Optional::empty,
              text -> text,
              Clock.systemUTC())
          .send(Notifications.awaiting("限流 100 % of\\n it"), Set.of());
      return receiver.received.get(0);
    }
  }

  private static String command() throws Exception {
    Path root = Path.of(System.getProperty("conclave.root", ".."));
    Matcher block = BLOCK.matcher(Files.readString(root.resolve("docs/steering.md")));
    assertThat(block.find()).isTrue();
    return block.group(1);
  }
}
