package dev.conclave.workflows.temporal;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Pages of the Temporal UI.
 *
 * @param namespace all pages of the namespace begin with this address, which ends without a slash
 */
public record UiPages(String namespace) {
  /** Names the UI where it cannot be derived from the server's address. */
  public static final String VARIABLE = "CONCLAVE_UI_URL";

  /** The sessions that await a human, as a query of the workflow list. */
  public static final String AWAITING =
      "ConclaveAwaiting != \"none\" AND ExecutionStatus = \"Running\"";

  /**
   * Where `temporal server start-dev` puts its UI when it is not told: so many ports above its own.
   */
  private static final int DEV_OFFSET = 1000;

  private static final Pattern PORT = Pattern.compile("(.*):(\\d{1,5})");

  /**
   * The pages of a server's UI; empty when nothing tells where it is.
   *
   * @param own the UI of this host's own server, when that is the one that is used
   */
  public static Optional<UiPages> of(
      ConnectionSettings settings, Optional<String> own, Map<String, String> environment) {
    return named(environment)
        .or(() -> own)
        .or(() -> usual(settings))
        .map(
            base ->
                new UiPages(
                    base.replaceFirst("/+$", "") + "/namespaces/" + encode(settings.namespace())));
  }

  /** A session's page. */
  public String session(String id) {
    return namespace + "/workflows/" + encode(id);
  }

  /** The list of the sessions that await a human; needs our search attributes. */
  public String awaiting() {
    return namespace + "/workflows?query=" + encode(AWAITING);
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
    Matcher port = PORT.matcher(settings.address());
    return settings.isLoopback() && port.matches()
        ? Optional.of(
            "http://" + port.group(1) + ":" + (Integer.parseInt(port.group(2)) + DEV_OFFSET))
        : Optional.empty();
  }

  private static String encode(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
