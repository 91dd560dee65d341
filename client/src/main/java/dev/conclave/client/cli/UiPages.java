package dev.conclave.client.cli;

import dev.conclave.workflows.host.ConnectionSettings;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** Pages of sessions in the Temporal UI. */
final class UiPages {
  /** Names the UI where it cannot be derived from the server's address. */
  static final String VARIABLE = "CONCLAVE_UI_URL";

  /**
   * Where `temporal server start-dev` puts its UI when it is not told: so many ports above its own.
   */
  private static final int DEV_OFFSET = 1000;

  private UiPages() {}

  /**
   * The session's page; empty when nothing tells where the UI is.
   *
   * @param own the UI of this host's own server, when that is the one that is used
   */
  static Optional<String> of(
      String session,
      ConnectionSettings settings,
      Optional<String> own,
      Map<String, String> environment) {
    return named(environment)
        .or(() -> own)
        .or(() -> usual(settings))
        .map(
            base ->
                base.replaceFirst("/+$", "")
                    + "/namespaces/"
                    + encode(settings.namespace())
                    + "/workflows/"
                    + encode(session));
  }

  private static Optional<String> named(Map<String, String> environment) {
    return Optional.of(environment.getOrDefault(VARIABLE, "").strip())
        .filter(url -> !url.isEmpty());
  }

  private static Optional<String> usual(ConnectionSettings settings) {
    if (settings.address().contains(".tmprl.cloud")
        || settings.address().contains(".temporal.io")) {
      return Optional.of("https://cloud.temporal.io");
    }
    int colon = settings.address().lastIndexOf(':');
    return settings.isLoopback() && colon > 0
        ? Numbers.count(settings.address().substring(colon + 1))
            .map(
                port ->
                    "http://" + settings.address().substring(0, colon) + ":" + (port + DEV_OFFSET))
        : Optional.empty();
  }

  private static String encode(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
