package dev.conclave.workflows.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/**
 * Where to send notifications that a session waits for a human, nears its deadline or has ended.
 */
public record NotificationConfiguration(List<Webhook> webhooks, Optional<Boolean> bell) {

  public boolean rings() {
    return bell.orElse(true);
  }

  public enum NotificationEvent {
    AWAITING,
    REMINDER,
    ENDED
  }

  public enum WebhookFormat {
    JSON,
    /** {@code {"text": "…"}}, for Slack and compatible services. */
    SLACK
  }

  public record Webhook(
      Optional<String> name,
      String url,
      WebhookFormat format,
      Optional<String> key,
      List<NotificationEvent> events) {

    public Webhook {
      url = url.strip();
      format = format == null ? WebhookFormat.JSON : format;
    }

    public boolean wants(NotificationEvent event) {
      return events.isEmpty() || events.contains(event);
    }

    /** Omits the URL and the key, which may be secret. */
    @Override
    public String toString() {
      return "Webhook[name=" + name + ", format=" + format + ", events=" + events + "]";
    }

    /** Returns what is wrong with a webhook's address; empty if it is valid. */
    public static Optional<String> problem(String url) {
      try {
        URI uri = new URI(url);
        if (!String.valueOf(uri.getScheme()).matches("(?i)https?")
            || uri.getHost() == null
            || uri.getPort() > 65_535) {
          return Optional.of("is not an http or https address");
        }
        return uri.getRawUserInfo() == null
            ? Optional.empty()
            : Optional.of("contains a user name or password, which is not sent: remove it");
      } catch (URISyntaxException e) {
        return Optional.of("is not an http or https address");
      }
    }
  }
}
