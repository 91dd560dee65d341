package dev.conclave.worker.operations;

import dev.conclave.workflows.config.ConfigurationException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a worker serves metrics and health.
 *
 * @param text {@code host:port}, or {@code off}
 * @param isDefault whether nobody named it: then another port does as well
 */
public record OperationsAddress(String text, boolean isDefault) {
  /** Names the address. */
  public static final String VARIABLE = "CONCLAVE_HTTP";

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
    return named.isEmpty()
        ? new OperationsAddress(DEFAULT, true)
        : new OperationsAddress(named, false);
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
