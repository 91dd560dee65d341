package dev.conclave.activities.notification;

import dev.conclave.activities.notification.Delivery.Missed;
import dev.conclave.activities.notification.Delivery.Refused;
import dev.conclave.activities.notification.Delivery.Told;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/**
 * One request, and what its outcome means. What a webhook answers beside its status is not read.
 */
final class WebhookCall {
  /** From the first packet to the head of the answer. */
  static final Duration LONGEST = Duration.ofSeconds(10);

  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);
  private static final Pattern SECONDS = Pattern.compile("\\d{1,6}");

  private final String webhook;

  WebhookCall(String webhook) {
    this.webhook = webhook;
  }

  /** Posts; the result never fails. */
  CompletableFuture<Delivery> post(HttpClient client, HttpRequest request) {
    CompletableFuture<HttpResponse<InputStream>> exchange =
        client.sendAsync(request, HttpResponse.BodyHandlers.ofInputStream());
    return exchange
        .copy()
        .orTimeout(LONGEST.toMillis(), TimeUnit.MILLISECONDS)
        .handle(
            (response, failure) -> {
              if (response != null) {
                close(response.body());
                return answered(response);
              }
              exchange.cancel(true);
              return new Missed(webhook, webhook + " " + trouble(failure), Optional.empty());
            });
  }

  private Delivery answered(HttpResponse<InputStream> response) {
    int status = response.statusCode();
    String reason = webhook + " answered " + status;
    return switch (status / 100) {
      case 2 -> new Told(webhook);
      case 3 ->
          new Refused(
              webhook, reason + ": redirects are not followed; name the address it leads to");
      case 4 ->
          status == 408 || status == 429
              ? new Missed(webhook, reason, pause(response))
              : new Refused(webhook, reason + hint(status));
      default -> new Missed(webhook, reason, pause(response));
    };
  }

  private static String hint(int status) {
    return switch (status) {
      case 401, 403 -> ": it does not let us in; is the address or the key the right one?";
      case 404, 410 -> ": there is no webhook at this address any more";
      default -> "";
    };
  }

  private static Optional<Duration> pause(HttpResponse<?> response) {
    return response
        .headers()
        .firstValue("retry-after")
        .filter(value -> SECONDS.matcher(value).matches())
        .map(value -> Duration.ofSeconds(Long.parseLong(value)))
        .filter(pause -> !pause.isZero())
        .map(pause -> pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause);
  }

  /** In words of ours: those of an exception may quote the address. */
  private static String trouble(Throwable failure) {
    boolean refused = false;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof TimeoutException || cause instanceof HttpTimeoutException) {
        return "did not answer within " + LONGEST.toSeconds() + " s";
      }
      if (cause instanceof UnresolvedAddressException) {
        return "could not be reached: its host name is unknown";
      }
      refused |= cause instanceof ConnectException;
      if (cause instanceof SSLException) {
        return "could not be reached: TLS failed; is its certificate valid for this host's Java?";
      }
    }
    return "could not be reached" + (refused ? ": nothing takes connections at its address" : "");
  }

  /** Ends the exchange: what follows the head is of no interest, and may have no end. */
  private static void close(InputStream body) {
    try {
      body.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
