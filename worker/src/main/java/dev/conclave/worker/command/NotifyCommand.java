package dev.conclave.worker.command;

import dev.conclave.activities.notification.Webhooks;
import dev.conclave.activities.notification.Webhooks.Delivery;
import dev.conclave.activities.notification.Webhooks.PostResult;
import dev.conclave.worker.HostContext;
import dev.conclave.workflows.api.Notification;
import dev.conclave.workflows.api.Notification.NotificationEvent;
import dev.conclave.workflows.config.NotificationConfiguration.Webhook;
import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.Words;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code conclave notify}. */
@Command(
    name = "notify",
    description = "Show and test the webhooks that are told of this machine's sessions.",
    footer = {
      "",
      "Webhooks are set in config.yaml, under notifications; a worker reads them when",
      "it starts.",
      "",
      "Examples:",
      "  conclave notify",
      "  conclave notify --test",
      "",
      "Exit codes: 0 done, 1 a webhook did not accept the test, 2 the configuration is",
      "wrong."
    })
final class NotifyCommand extends LocalCommand {
  @Option(names = "--test", description = "Send a test to every webhook, now.")
  private boolean test;

  @Override
  int run(HostContext host) {
    List<Webhook> configured = host.configuration().notifications().webhooks();
    if (configured.isEmpty()) {
      say("Nobody is notified: name webhooks under notifications in config.yaml.");
    }
    SecretFilter secrets = SecretFilter.of(host.configuration(), host.environment());
    Webhooks webhooks = HostRegistrations.webhooks(host, host.settings(), secrets);
    List<Delivery> deliveries =
        test ? webhooks.send(notification(host.id().name()), Set.of()) : List.of();
    int exit = ExitCodes.DONE;
    for (int i = 0; i < configured.size(); i++) {
      Webhook webhook = configured.get(i);
      String events =
          Stream.of(NotificationEvent.values())
              .filter(event -> event != NotificationEvent.TEST && webhook.wants(event))
              .map(Words::of)
              .collect(Collectors.joining(", "));
      String signed = webhook.key().isPresent() ? "signed" : "not signed";
      out()
          .printf("%s: %s, %s, %s%n", webhooks.name(i), Words.of(webhook.format()), signed, events);
      if (test) {
        boolean told = deliveries.get(i).result() == PostResult.DELIVERED;
        out().println("  " + (told ? "told" : deliveries.get(i).reason()));
        exit = told ? exit : ExitCodes.FAILED;
      }
    }
    return exit;
  }

  private static Notification notification(String host) {
    return new Notification(
        UUID.randomUUID().toString(),
        NotificationEvent.TEST,
        Instant.now(),
        "MCP-test",
        "a test from " + host,
        host,
        Words.of(Phase.INITIALIZING),
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
