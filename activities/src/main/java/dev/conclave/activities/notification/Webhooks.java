package dev.conclave.activities.notification;

import dev.conclave.activities.notification.Delivery.Refused;
import dev.conclave.workflows.api.Notification;
import dev.conclave.workflows.api.NotificationEvent;
import dev.conclave.workflows.config.NotificationConfiguration;
import dev.conclave.workflows.config.NotificationConfiguration.Webhook;
import dev.conclave.workflows.config.SecretSource;
import dev.conclave.workflows.temporal.UiPages;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The webhooks of this host's configuration. Addresses and keys are read when they are used, so
 * that a key in a file can be changed at any time. Thread-safe.
 */
public final class Webhooks {
  private final NotificationConfiguration configuration;
  private final Map<String, String> environment;
  private final Supplier<Optional<UiPages>> pages;
  private final UnaryOperator<String> redacted;
  private final Clock clock;
  private final HttpClient client =
      HttpClient.newBuilder()
          // Over http the JDK asks for an upgrade to HTTP/2, and some receivers then lose the body.
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(WebhookCall.LONGEST)
          .build();

  /**
   * Webhooks.
   *
   * @param environment in which keys and addresses may be kept
   * @param pages the Temporal UI, as this host knows it
   * @param redacted takes secrets from a text
   */
  public Webhooks(
      NotificationConfiguration configuration,
      Map<String, String> environment,
      Supplier<Optional<UiPages>> pages,
      UnaryOperator<String> redacted,
      Clock clock) {
    this.configuration = configuration;
    this.environment = Map.copyOf(environment);
    this.pages = pages;
    this.redacted = redacted;
    this.clock = clock;
  }

  /**
   * Tells every webhook that wants to hear of it, all at once, within a few seconds.
   *
   * @param except names of those that need not be told
   */
  public List<Delivery> tell(Notification notification, Set<String> except) {
    List<CompletableFuture<Delivery>> calls = new ArrayList<>();
    Optional<Message> message = Optional.empty();
    for (int i = 0; i < configuration.webhooks().size(); i++) {
      Webhook webhook = configuration.webhooks().get(i);
      String name = name(i);
      if (webhook.wants(notification.event()) && !except.contains(name)) {
        message = message.or(() -> Optional.of(message(notification)));
        calls.add(tell(name, webhook, message.get()));
      }
    }
    return calls.stream().map(CompletableFuture::join).toList();
  }

  /** What messages call the webhook at this place, from 0. */
  public String name(int place) {
    return "webhook " + configuration.webhooks().get(place).name().orElse("" + (place + 1));
  }

  private Message message(Notification notification) {
    return Message.of(notification, page(notification), redacted);
  }

  private Optional<String> page(Notification notification) {
    return notification.event() == NotificationEvent.TEST
        ? Optional.empty()
        : pages.get().map(all -> all.session(notification.session()));
  }

  private CompletableFuture<Delivery> tell(String name, Webhook webhook, Message message) {
    HttpRequest request;
    try {
      request = request(webhook, message);
    } catch (IllegalArgumentException e) {
      return CompletableFuture.completedFuture(new Refused(name, name + ": " + e.getMessage()));
    }
    return new WebhookCall(name).post(client, request);
  }

  private HttpRequest request(Webhook webhook, Message message) {
    String id = message.content().id();
    Instant now = clock.instant();
    String body = message.body(webhook.format());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address(webhook))
            .timeout(WebhookCall.LONGEST)
            .header("content-type", "application/json; charset=utf-8")
            .header("user-agent", "conclave")
            .header(Signature.ID, id)
            .header(Signature.TIMESTAMP, String.valueOf(now.getEpochSecond()));
    signature(webhook).ifPresent(key -> request.header(Signature.HEADER, key.of(id, now, body)));
    return request.POST(HttpRequest.BodyPublishers.ofString(body)).build();
  }

  private URI address(Webhook webhook) {
    String url = webhook.url();
    try {
      String address = SecretSource.isOne(url) ? SecretSource.read(url, environment) : url;
      Webhook.problem(address)
          .ifPresent(
              problem -> {
                throw new IllegalArgumentException(problem);
              });
      return URI.create(address);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("its address " + e.getMessage(), e);
    }
  }

  private Optional<Signature> signature(Webhook webhook) {
    try {
      return webhook.key().map(source -> Signature.with(SecretSource.read(source, environment)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "its key " + e.getMessage() + "; make one with `openssl rand -base64 32`", e);
    }
  }
}
