package dev.conclave.worker.command;

import dev.conclave.activities.notification.Webhooks;
import dev.conclave.activities.notification.Webhooks.Delivery;
import dev.conclave.activities.notification.Webhooks.Result;
import dev.conclave.worker.HostContext;
import dev.conclave.worker.command.LocalCommand.JsonOutput;
import dev.conclave.worker.stack.StackStatus;
import dev.conclave.workflows.api.Notification;
import dev.conclave.workflows.api.Notification.NotificationEvent;
import dev.conclave.workflows.config.NotificationConfiguration.Webhook;
import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.LocalCommands;
import dev.conclave.workflows.temporal.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code conclave notify}. */
@Command(
    name = "notify",
    description = "Say whom this machine's sessions notify, and try whether it works.",
    footer = {
      "",
      "Webhooks are set in config.yaml, under notifications; a running worker reads",
      "it at its start.",
      "",
      "Examples:",
      "  conclave notify",
      "  conclave notify --test",
      "",
      "Exit codes: 0 done, 1 a webhook did not take the test, 2 the configuration is",
      "wrong."
    })
final class NotifyCommand extends LocalCommand {
  @Option(names = "--test", description = "Send a test to every webhook, now.")
  private boolean test;

  @Mixin private JsonOutput json = new JsonOutput();

  /**
   * A webhook, without its address and key.
   *
   * @param signed whether what it is sent is signed
   * @param test what came of the test: {@code told}, or a sentence
   */
  record Line(
      String name,
      String format,
      boolean signed,
      List<NotificationEvent> events,
      Optional<String> test) {}

  @Override
  int run(HostContext host) throws Exception {
    List<Webhook> configured = host.configuration().notifications().webhooks();
    Webhooks webhooks =
        HostRegistrations.webhooks(
            host, host.settings(), SecretFilter.of(host.configuration(), host.environment()));
    List<Delivery> deliveries =
        test ? webhooks.send(notification(host.id().name()), Set.of()) : List.of();
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < configured.size(); i++) {
      Optional<String> came = test ? Optional.of(outcome(deliveries.get(i))) : Optional.empty();
      lines.add(line(webhooks.name(i), configured.get(i), came));
    }
    print(lines);
    StackStatus.outdatedWorker(host)
        .ifPresent(old -> say("! " + old + ": `" + LocalCommands.READ_ANEW + "`."));
    return deliveries.stream().allMatch(one -> one.result() == Result.DELIVERED)
        ? ExitCodes.DONE
        : ExitCodes.FAILED;
  }

  private void print(List<Line> lines) throws Exception {
    if (json.wanted()) {
      json.print(out(), lines);
    } else if (lines.isEmpty()) {
      say("Nobody is notified: name webhooks under notifications in config.yaml.");
    } else {
      lines.forEach(
          line ->
              out()
                  .printf(
                      "%s: %s, %s, %s%n%s",
                      line.name(),
                      line.format(),
                      line.signed() ? "signed" : "not signed",
                      line.events().stream().map(Words::of).collect(Collectors.joining(", ")),
                      line.test().map(came -> "  " + came + System.lineSeparator()).orElse("")));
    }
  }

  private static Line line(String name, Webhook webhook, Optional<String> came) {
    return new Line(
        name,
        Words.of(webhook.format()),
        webhook.key().isPresent(),
        Stream.of(NotificationEvent.values())
            .filter(event -> event != NotificationEvent.TEST && webhook.wants(event))
            .toList(),
        came);
  }

  private static String outcome(Delivery delivery) {
    return delivery.result() == Result.DELIVERED ? "told" : delivery.reason();
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
