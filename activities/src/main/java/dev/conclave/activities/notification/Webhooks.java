package dev.conclave.activities.notification;

import dev.conclave.workflows.config.NotificationConfiguration;
import dev.conclave.workflows.config.NotificationConfiguration.Webhook;
import dev.conclave.workflows.config.SecretSource;
import dev.conclave.workflows.session.Notification;
import dev.conclave.workflows.temporal.UiPages;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Webhooks configured on this host. Addresses and keys are read on each use, so that a key in a
 * file can change at any time. Thread-safe.
 *
 * @param environment that may hold keys and addresses
 * @param redacted removes secrets from a text
 */
public record Webhooks(
    NotificationConfiguration configuration,
    Map<String, String> environment,
    Supplier<Optional<UiPages>> pages,
    UnaryOperator<String> redacted,
    Duration longest) {
  public static final Duration LONGEST = Duration.ofSeconds(10);

  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          // Over http the JDK requests an upgrade to HTTP/2, and some receivers then lose the body.
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  /**
   * Outcome of posting to one webhook; never contains an address or a key.
   *
   * @param again whether a retry may succeed; a refusal lasts until the configuration or the
   *     receiver changes
   * @param reason a sentence that begins with the name; empty if it was delivered
   */
  public record Delivery(String webhook, boolean again, String reason) {}

  /**
   * Posts to every webhook that is configured for the event, in parallel, within a few seconds.
   *
   * @param except names of webhooks that accepted or refused it in an earlier attempt
   */
  public List<Delivery> send(Notification notification, Set<String> except) {
    Optional<String> page = pages.get().map(all -> all.session(notification.session()));
    NotificationMessage message = NotificationMessage.of(notification, page, redacted);
    List<CompletableFuture<Delivery>> calls = new ArrayList<>();
    for (int i = 0; i < configuration.webhooks().size(); i++) {
      Webhook webhook = configuration.webhooks().get(i);
      if (webhook.wants(notification.event()) && !except.contains(name(i))) {
        calls.add(post(name(i), webhook, message));
      }
    }
    return calls.stream().map(CompletableFuture::join).toList();
  }

  private String name(int place) {
    return "webhook " + configuration.webhooks().get(place).name().orElse("" + (place + 1));
  }

  private CompletableFuture<Delivery> post(
      String name, Webhook webhook, NotificationMessage message) {
    HttpRequest request;
    try {
      request = request(webhook, message);
    } catch (IllegalArgumentException e) {
      return CompletableFuture.completedFuture(
          new Delivery(name, /* again= */ false, name + ": " + e.getMessage()));
    }
    return CLIENT
        .sendAsync(request, HttpResponse.BodyHandlers.ofInputStream())
        .handle(
            (response, failure) ->
                response != null
                    ? answered(name, response)
                    : new Delivery(name, /* again= */ true, name + trouble(failure)));
  }

  private HttpRequest request(Webhook webhook, NotificationMessage message) {
    String id = message.content().id();
    Instant now = Instant.now();
    String body = message.body(webhook.format());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address(webhook))
            .timeout(longest)
            .header("content-type", "application/json; charset=utf-8")
            .header("user-agent", "conclave")
            .header("webhook-id", id)
            .header("webhook-timestamp", String.valueOf(now.getEpochSecond()));
    try {
      webhook
          .key()
          .map(source -> signature(SecretSource.read(source, environment), id, now, body))
          .ifPresent(signature -> request.header("webhook-signature", signature));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "its key " + e.getMessage() + "; make one with `openssl rand -base64 32`", e);
    }
    return request.POST(HttpRequest.BodyPublishers.ofString(body)).build();
  }

  private URI address(Webhook webhook) {
    String url = webhook.url();
    try {
      String address = SecretSource.isReference(url) ? SecretSource.read(url, environment) : url;
      Optional<String> problem = Webhook.problem(address);
      if (problem.isPresent()) {
        throw new IllegalArgumentException(problem.get());
      }
      return URI.create(address);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("its address " + e.getMessage(), e);
    }
  }

  /**
   * Signs a body as specified by Standard Webhooks, so that receivers can use an existing library
   * to verify it: HMAC-SHA256 over {@code id.timestamp.body}. See docs/steering.md.
   *
   * @param key in Base64, with or without the prefix {@code whsec_}
   * @throws IllegalArgumentException if the key is not Base64; the message does not quote it
   */
  private static String signature(String key, String id, Instant at, String body) {
    try {
      byte[] bytes = Base64.getDecoder().decode(key.replaceFirst("^whsec_", ""));
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(bytes, "HmacSHA256"));
      String signed = id + "." + at.getEpochSecond() + "." + body;
      return "v1,"
          + Base64.getEncoder()
              .encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
    } catch (IllegalArgumentException e) {
      // No cause is passed on: it would quote the key.
      throw new IllegalArgumentException("is not Base64");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  /** Reads only the status: the body may be endless. */
  private static Delivery answered(String name, HttpResponse<InputStream> response) {
    try {
      response.body().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int status = response.statusCode();
    String reason = name + " answered " + status;
    if (status / 100 == 2) {
      return new Delivery(name, /* again= */ false, "");
    }
    boolean passing = status >= 500 || status == 408 || status == 429;
    String advice = passing ? "" : "; check its address and its key";
    return new Delivery(name, passing, reason + advice);
  }

  /** Avoids the exception's message, which may quote the address. */
  private String trouble(Throwable failure) {
    return failure.getCause() instanceof HttpTimeoutException
        ? " did not answer within " + longest.toSeconds() + " s"
        : " could not be reached; check its address and certificate, and that it is running";
  }
}
