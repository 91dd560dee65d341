package dev.conclave.workflows.config;

import dev.conclave.workflows.api.NotificationEvent;
import dev.conclave.workflows.config.NotificationConfiguration.Webhook;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What a webhook's settings must be like. No message quotes an address: it may be a secret. */
public final class WebhookRules {
  private static final int MOST = 16;
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N} ._-]{0,39}");

  private final YamlDocument document;

  WebhookRules(YamlDocument document) {
    this.document = document;
  }

  void check(List<Webhook> webhooks) {
    document.require(
        webhooks.size() <= MOST, "/notifications/webhooks", "at most " + MOST + " webhooks");
    Set<String> names = new HashSet<>();
    for (int i = 0; i < webhooks.size(); i++) {
      check("/notifications/webhooks/" + i, webhooks.get(i), names);
    }
  }

  private void check(String at, Webhook webhook, Set<String> names) {
    webhook
        .name()
        .ifPresent(
            name -> {
              document.require(
                  NAME.matcher(name).matches(),
                  at + "/name",
                  "a name has 1-40 letters, digits, spaces and . _ -");
              document.require(names.add(name), at + "/name", "another webhook has this name");
            });
    if (!SecretSource.isOne(webhook.url())) {
      problem(webhook.url()).ifPresent(problem -> document.require(false, at + "/url", problem));
    }
    document.require(
        webhook.key().map(SecretSource::isOne).orElse(true),
        at + "/key",
        "name where the key is kept, env:NAME or file:PATH; the key itself does not belong here");
    document.require(
        !webhook.events().contains(NotificationEvent.TEST),
        at + "/events",
        "of awaiting, reminder and ended; a test reaches every webhook");
  }

  /** What is wrong with a webhook's address; empty when it can be posted to. */
  public static Optional<String> problem(String url) {
    try {
      URI uri = new URI(url);
      boolean http =
          "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
      if (!http || uri.getHost() == null || uri.getPort() > 65_535) {
        return Optional.of("is no http or https address");
      }
      return uri.getRawUserInfo() == null
          ? Optional.empty()
          : Optional.of("holds a name or a password, which would not be sent: leave it out");
    } catch (URISyntaxException e) {
      return Optional.of("is no http or https address");
    }
  }
}
