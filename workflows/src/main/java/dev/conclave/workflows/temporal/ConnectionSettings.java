package dev.conclave.workflows.temporal;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.workflows.config.DataFolder;
import io.temporal.envconfig.ClientConfigProfile;
import io.temporal.envconfig.LoadClientConfigProfileOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the Temporal server is and how to reach it: {@code TEMPORAL_*} variables over a profile of
 * {@code temporal.toml}, else the local stack's last address, else Temporal's default.
 *
 * @param configured whether the user named the address
 * @param origin who named it, for people: {@code from TEMPORAL_ADDRESS}
 */
public record ConnectionSettings(
    ClientConfigProfile profile,
    String address,
    String namespace,
    boolean configured,
    String origin) {

  public static final String DEFAULT_ADDRESS = "127.0.0.1:7233";

  private static final String ADDRESS = "TEMPORAL_ADDRESS";

  /** A name or IPv4 address, or an IPv6 one in brackets, and a port. */
  private static final Pattern HOST_AND_PORT = Pattern.compile("([^\\s/:]+|\\[[^\\s/]+]):\\d+");

  /**
   * Reads the settings.
   *
   * @throws ServerException when {@code temporal.toml} cannot be read or has no such profile
   */
  public static ConnectionSettings load(Map<String, String> given, DataFolder folder) {
    Map<String, String> environment = new HashMap<>(given);
    // An empty variable means that it is not set; only of metadata it takes away.
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
          "The server's address \"%s\" is not host:port: write for example 127.0.0.1:7233 into TEMPORAL_ADDRESS, or into the profile that names it."
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
                : "from " + (environment.containsKey(ADDRESS) ? ADDRESS : name));
    return configured.isPresent()
        ? settings
        : recorded(folder.serverAddressFile()).map(settings::at).orElse(settings);
  }

  public ConnectionSettings at(String other) {
    return new ConnectionSettings(profile, other, namespace, false, "of the local stack");
  }

  /** Whether the address is on this machine, so that a server may be started there. */
  public boolean isLoopback() {
    String host = address.replaceFirst(":\\d+$", "").replace("[", "").replace("]", "");
    return host.equals("localhost") || host.equals("::1") || host.startsWith("127.");
  }

  /** Whether the connection is encrypted: TLS is set up, or an API key demands it. */
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
      return Optional.empty(); // an unreadable record is as good as none: the default is tried
    }
  }

  private static Optional<String> text(@Nullable String value) {
    return Optional.ofNullable(value).filter(text -> !text.isBlank());
  }
}
