package dev.conclave.client.terminal;

import dev.conclave.client.session.Refusal;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.ConfigurationReader;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.EncryptionKeys;
import dev.conclave.workflows.temporal.HostId;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.temporal.common.converter.DataConverter;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What a command finds around it.
 *
 * @param directory where it was called
 * @param home of the user
 * @param user the user's name in the operating system
 * @param in standard input
 * @param console opens the terminal; empty when nobody sits at one
 * @param pace between two looks at a session that is followed
 */
public record Surroundings(
    Map<String, String> environment,
    Path directory,
    Path home,
    String user,
    InputStream in,
    Output output,
    Optional<Supplier<Console>> console,
    HostServices host,
    Clock clock,
    Duration pace) {

  public DataFolder dataFolder() {
    return DataFolder.of(environment, home);
  }

  /**
   * The user's settings.
   *
   * @throws dev.conclave.workflows.config.ConfigurationException when they are wrong
   */
  public Configuration configuration() {
    return ConfigurationReader.load(environment, home);
  }

  /** How payloads are read and written. */
  private DataConverter converter() {
    try {
      return ConclaveDataConverter.of(
          EncryptionKeys.read(configuration().encryption(), environment));
    } catch (IllegalArgumentException e) {
      throw new Refusal(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Connects to the server that the user works with; starts nothing.
   *
   * @throws dev.conclave.workflows.temporal.ServerException when there is none
   */
  public TemporalConnection connect() {
    return connect(ConnectionSettings.load(environment, dataFolder()));
  }

  public TemporalConnection connect(ConnectionSettings settings) {
    return TemporalConnection.open(settings, converter());
  }

  /** Takes secrets out of what a person wrote, before it goes into history, and says so. */
  public UnaryOperator<String> withoutSecrets(String what) {
    SecretFilter secrets = secrets();
    return words -> {
      String clean = secrets.redact(words);
      if (!clean.equals(words)) {
        output.say(
            "A secret was taken out of %s before it was sent: [redacted: …] stands in its place."
                .formatted(what));
      }
      return clean;
    };
  }

  /** Takes out what looks like a secret, and what this host knows to be one. */
  public SecretFilter secrets() {
    return SecretFilter.of(configuration(), environment);
  }

  /** The id of this host; empty before it ever worked: looking gives it none. */
  public Optional<String> knownHost() {
    return Files.exists(dataFolder().hostIdFile())
        ? Optional.of(HostId.of(dataFolder(), environment).id())
        : Optional.empty();
  }

  String variable(String name) {
    return environment.getOrDefault(name, "");
  }
}
