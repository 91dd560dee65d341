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

  /** The dev server puts its UI so many ports above its own. */
  private static final int DEV_OFFSET = 1000;

  private UiPages() {}

  /**
   * The session's page; empty when nothing tells where the UI is.
   *
   * @param known where the UI is, when that is known
   */
  static Optional<String> of(
      String session,
      ConnectionSettings settings,
      Optional<String> known,
      Map<String, String> environment) {
    return known
        .or(() -> base(settings, environment))
        .map(
            base ->
                base.replaceFirst("/+$", "")
                    + "/namespaces/"
                    + encode(settings.namespace())
                    + "/workflows/"
                    + encode(session));
  }

  private static Optional<String> base(
      ConnectionSettings settings, Map<String, String> environment) {
    String named = environment.getOrDefault(VARIABLE, "");
    if (!named.isBlank()) {
      return Optional.of(named);
    }
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
