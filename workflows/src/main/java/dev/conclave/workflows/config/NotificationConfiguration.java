package dev.conclave.workflows.config;

import dev.conclave.workflows.api.NotificationEvent;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/**
 * Who is told that a session awaits a human, nears its deadline or has ended.
 *
 * @param webhooks addresses that are posted to
 * @param bell whether a terminal that follows a session rings when a gate opens; true by default
 */
public record NotificationConfiguration(List<Webhook> webhooks, Optional<Boolean> bell) {

  /** Whether the terminal rings. */
  public boolean rings() {
    return bell.orElse(true);
  }

  /** How a webhook is written to. */
  public enum Format {
    /** All of it, as JSON. */
    JSON,
    /** {@code {"text": "…"}}, as Slack and what is compatible with it take it. */
    SLACK
  }

  /**
   * One address.
   *
   * @param name what messages call it; without one, its place in the list
   * @param url http or https, or where it is kept when it is a secret: {@code env:NAME} or {@code
   *     file:PATH}
   * @param key where the key of the signature is kept: {@code env:NAME} or {@code file:PATH}; what
   *     is posted without one is not signed
   * @param events that it is told of; all by default
   */
  public record Webhook(
      Optional<String> name,
      String url,
      Format format,
      Optional<String> key,
      List<NotificationEvent> events) {

    public Webhook {
      url = url.strip();
      format = format == null ? Format.JSON : format;
    }

    /** Whether it wants to hear of this; a test reaches every webhook. */
    public boolean wants(NotificationEvent event) {
      return event == NotificationEvent.TEST || events.isEmpty() || events.contains(event);
    }

    /** A record prints all that it holds, and this may hold a secret. */
    @Override
    public String toString() {
      return "Webhook[name=" + name + ", format=" + format + ", events=" + events + "]";
    }

    /** What is wrong with a webhook's address; empty when it can be posted to. */
    public static Optional<String> problem(String url) {
      try {
        URI uri = new URI(url);
        if (!String.valueOf(uri.getScheme()).matches("(?i)https?")
            || uri.getHost() == null
            || uri.getPort() > 65_535) {
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
}
