package dev.conclave.workflows.temporal;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.workflows.config.DataFolder;
import io.temporal.envconfig.ClientConfigProfile;
import io.temporal.envconfig.ClientConfigTLS;
import io.temporal.envconfig.LoadClientConfigProfileOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Address and connection options of the Temporal server: {@code TEMPORAL_*} variables over a
 * profile of {@code temporal.toml}, else the local stack's last address, else Temporal's default.
 * The local stack's own server always uses the keys of the data folder.
 *
 * @param configured whether the user set the address
 * @param origin source of the address, for messages: {@code from TEMPORAL_ADDRESS}
 * @param own whether the data folder's own server is required, proven by its certificate
 */
public record ConnectionSettings(
    ClientConfigProfile profile,
    String address,
    String namespace,
    boolean configured,
    String origin,
    boolean own) {

  public static final String DEFAULT_ADDRESS = "127.0.0.1:7233";

  private static final String CERTIFICATE = "client.pem";
  private static final String KEY = "client.key";
  private static final String CA = "ca.pem";

  private static final String ADDRESS = "TEMPORAL_ADDRESS";

  /** A name, an IPv4 address or an IPv6 address in brackets, and a port. */
  private static final Pattern HOST_AND_PORT = Pattern.compile("([^\\s/:]+|\\[[^\\s/]+]):\\d+");

  /**
   * Reads the settings.
   *
   * @throws ServerException when {@code temporal.toml} cannot be read or lacks the profile
   */
  public static ConnectionSettings load(Map<String, String> given, DataFolder folder) {
    Map<String, String> environment = new HashMap<>(given);
    // An empty variable counts as unset, except for gRPC metadata, where it removes the entry.
    environment
        .entrySet()
        .removeIf(
            variable ->
                variable.getKey().startsWith("TEMPORAL_")
                    && !variable.getKey().startsWith("TEMPORAL_GRPC_META_")
                    && variable.getValue().isBlank());
    String name =
        "profile \"%s\" of %s"
            .formatted(
                environment.getOrDefault("TEMPORAL_PROFILE", "default"),
                environment.getOrDefault("TEMPORAL_CONFIG_FILE", "your temporal.toml"));
    ClientConfigProfile profile = profile(environment, name);
    String namespace = text(profile.getNamespace()).orElse("default");
    Optional<String> configured = text(profile.getAddress());
    if (configured.filter(address -> !HOST_AND_PORT.matcher(address).matches()).isPresent()) {
      throw new ServerException(
          "The server address \"%s\" is not host:port: set it in TEMPORAL_ADDRESS or in the profile, for example to 127.0.0.1:7233."
              .formatted(configured.get()));
    }
    ConnectionSettings settings =
        new ConnectionSettings(
            profile,
            configured.orElse(DEFAULT_ADDRESS),
            namespace,
            configured.isPresent(),
            configured.isEmpty()
                ? "the default"
                : "from " + (environment.containsKey(ADDRESS) ? ADDRESS : name),
            false);
    Optional<String> recorded = recorded(folder.serverAddressFile());
    ConnectionSettings used =
        configured.isPresent() ? settings : recorded.map(settings::at).orElse(settings);
    return recorded.equals(Optional.of(used.numericAddress())) ? used.withKeysOf(folder) : used;
  }

  /** Returns settings for a server of the local stack without keys. */
  public ConnectionSettings at(String other) {
    ClientConfigProfile plain = profile.toBuilder().setTls(null).build();
    return new ConnectionSettings(plain, other, namespace, false, "of the local stack", false);
  }

  /** Returns the address with 127.0.0.1 in place of localhost. */
  public String numericAddress() {
    return address.replaceFirst("^localhost(?=:)", "127.0.0.1");
  }

  /** The development server has no keys: starting it deletes those of the other server. */
  private ConnectionSettings withKeysOf(DataFolder folder) {
    if (!Files.isDirectory(folder.serverKeys())) {
      return this;
    }
    ClientConfigTLS tls =
        ClientConfigTLS.newBuilder()
            .setClientCertPath(folder.serverKeys().resolve(CERTIFICATE).toString())
            .setClientKeyPath(folder.serverKeys().resolve(KEY).toString())
            .setServerCACertPath(folder.serverKeys().resolve(CA).toString())
            .build();
    ClientConfigProfile with = profile.toBuilder().setTls(tls).build();
    return new ConnectionSettings(with, address, namespace, configured, origin, true);
  }

  /** Returns the variables with which any Temporal program connects to the same server. */
  public Map<String, String> variables() {
    Map<String, String> variables = new TreeMap<>();
    variables.put(ADDRESS, address);
    variables.put("TEMPORAL_NAMESPACE", namespace);
    ClientConfigTLS tls = profile.getTls();
    if (own && tls != null) {
      variables.put("TEMPORAL_TLS_CLIENT_CERT_PATH", tls.getClientCertPath());
      variables.put("TEMPORAL_TLS_CLIENT_KEY_PATH", tls.getClientKeyPath());
      variables.put("TEMPORAL_TLS_SERVER_CA_CERT_PATH", tls.getServerCACertPath());
    }
    return variables;
  }

  /** Returns whether the address is on this machine, so that a server may be started there. */
  public boolean isLoopback() {
    String host = address.replaceFirst(":\\d+$", "").replace("[", "").replace("]", "");
    return host.equals("localhost") || host.equals("::1") || host.startsWith("127.");
  }

  /** Returns whether the connection is encrypted: by TLS settings, or implied by an API key. */
  public boolean isSecure() {
    boolean off = profile.getTls() != null && Boolean.TRUE.equals(profile.getTls().isDisabled());
    return !off && (profile.getTls() != null || text(profile.getApiKey()).isPresent());
  }

  private static ClientConfigProfile profile(Map<String, String> environment, String name) {
    try {
      return ClientConfigProfile.load(
          LoadClientConfigProfileOptions.newBuilder().setEnvOverrides(environment).build());
    } catch (IOException | IllegalArgumentException e) {
      String reason = String.valueOf(e.getMessage());
      if (e instanceof JsonProcessingException toml) {
        reason = toml.getOriginalMessage();
        if (toml.getLocation() != null) {
          reason = "line " + toml.getLocation().getLineNr() + ": " + reason;
        }
      }
      throw new ServerException(
          "Cannot read the Temporal %s: %s. Correct that file, TEMPORAL_PROFILE or TEMPORAL_CONFIG_FILE."
              .formatted(name, reason.replaceFirst("\\.$", "")),
          e);
    }
  }

  private static Optional<String> recorded(Path file) {
    try {
      return Files.isRegularFile(file) ? text(Files.readString(file).strip()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // an unreadable record counts as missing: use the default
    }
  }

  private static Optional<String> text(@Nullable String value) {
    return Optional.ofNullable(value).filter(text -> !text.isBlank());
  }
}
