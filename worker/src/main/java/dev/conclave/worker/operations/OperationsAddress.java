package dev.conclave.worker.operations;

import dev.conclave.workflows.config.ConfigurationException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a worker serves metrics and health.
 *
 * @param text {@code host:port}, or {@code off}
 * @param isDefault whether nobody named it: then another port does as well
 * @param names that a request may use, in lower case, beside numbers of ours and loopback
 */
public record OperationsAddress(String text, boolean isDefault, Set<String> names) {
  /** Names the address. */
  public static final String VARIABLE = "CONCLAVE_HTTP";

  /** More names for it, separated by commas. */
  public static final String NAMES = "CONCLAVE_HTTP_NAMES";

  /** On this machine only: what a worker knows is nobody else's business unless asked for. */
  public static final String DEFAULT = "127.0.0.1:9464";

  private static final String OFF = "off";
  private static final Pattern ADDRESS = Pattern.compile("(?:\\[(.+)]|([^:\\s]+)):(\\d{1,5})");
  private static final int LAST_PORT = 65_535;

  public OperationsAddress {
    if (!text.equals(OFF)) {
      parsed(text);
    }
  }

  /**
   * The address that the environment names.
   *
   * @throws ConfigurationException when it is none
   */
  public static OperationsAddress of(Map<String, String> environment) {
    String named = environment.getOrDefault(VARIABLE, "").strip();
    String text = named.isEmpty() ? DEFAULT : named;
    String names = text.replaceFirst(":\\d+$", "") + "," + environment.getOrDefault(NAMES, "");
    return new OperationsAddress(
        text,
        named.isEmpty(),
        Set.copyOf(List.of(names.toLowerCase(Locale.ROOT).split("[,\\s]+"))));
  }

  /** The socket; empty when nothing is to be served. */
  Optional<InetSocketAddress> socket() {
    return text.equals(OFF) ? Optional.empty() : Optional.of(parsed(text));
  }

  private static InetSocketAddress parsed(String text) {
    Matcher parts = ADDRESS.matcher(text);
    if (!parts.matches() || Integer.parseInt(parts.group(3)) > LAST_PORT) {
      throw new ConfigurationException(
          "%s is \"%s\", which is no address: write host:port, such as %s, or off."
              .formatted(VARIABLE, text, DEFAULT));
    }
    String host = parts.group(1) == null ? parts.group(2) : parts.group(1);
    return new InetSocketAddress(host, Integer.parseInt(parts.group(3)));
  }
}
