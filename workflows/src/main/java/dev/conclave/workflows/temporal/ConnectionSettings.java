package dev.conclave.workflows.temporal;

import dev.conclave.workflows.config.DataFolder;
import io.temporal.envconfig.ClientConfigProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where the Temporal server is and how to speak to it, in the ecosystem's own convention: {@code
 * TEMPORAL_*} variables over a profile of {@code temporal.toml}. Without an address there, the one
 * at which the local stack last started its server, else Temporal's default.
 *
 * @param profile TLS, API key and metadata
 * @param address {@code host:port}
 * @param namespace by default {@code default}
 * @param source who named the address
 * @param origin the same for people: {@code from TEMPORAL_ADDRESS}
 */
public record ConnectionSettings(
    ClientConfigProfile profile, String address, String namespace, Source source, String origin) {

  /** Temporal's own default. */
  public static final String DEFAULT_ADDRESS = "127.0.0.1:7233";

  private static final String LOCAL_STACK = "of the local stack";

  /** Who named an address. */
  public enum Source {
    CONFIGURED,
    LOCAL_STACK,
    DEFAULT
  }

  /** A name or IPv4 address, or an IPv6 one in brackets, and a port. */
  private static final Pattern HOST_AND_PORT = Pattern.compile("([^\\s/:]+|\\[[^\\s/]+]):\\d+");

  /**
   * Reads the settings.
   *
   * @throws ServerException when {@code temporal.toml} cannot be read or has no such profile
   */
  public static ConnectionSettings load(Map<String, String> environment, DataFolder folder) {
    TemporalProfile read = TemporalProfile.read(environment);
    ClientConfigProfile profile = read.profile();
    String namespace = text(profile.getNamespace()).orElse("default");
    Optional<String> configured = text(profile.getAddress());
    if (configured.isPresent()) {
      if (!HOST_AND_PORT.matcher(configured.get()).matches()) {
        throw new ServerException(
            "The server's address \"%s\" is no host:port: write one such as 127.0.0.1:7233 into TEMPORAL_ADDRESS, or into the profile that names it."
                .formatted(configured.get()));
      }
      return new ConnectionSettings(
          profile, configured.get(), namespace, Source.CONFIGURED, read.addressOrigin());
    }
    return recorded(folder.serverAddressFile())
        .map(
            address ->
                new ConnectionSettings(
                    profile, address, namespace, Source.LOCAL_STACK, LOCAL_STACK))
        .orElseGet(
            () ->
                new ConnectionSettings(
                    profile, DEFAULT_ADDRESS, namespace, Source.DEFAULT, read.addressOrigin()));
  }

  /** The same settings at another address. */
  public ConnectionSettings at(String other, Source by) {
    return new ConnectionSettings(
        profile, other, namespace, by, by == Source.CONFIGURED ? origin : LOCAL_STACK);
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

  private static Optional<String> recorded(Path file) {
    try {
      return Files.isRegularFile(file) ? text(Files.readString(file).strip()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // an unreadable record is as good as none: the default is tried
    }
  }

  private static Optional<String> text(@org.jspecify.annotations.Nullable String value) {
    return Optional.ofNullable(value).filter(text -> !text.isBlank());
  }
}
