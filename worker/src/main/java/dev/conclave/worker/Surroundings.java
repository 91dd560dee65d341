package dev.conclave.worker;

import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.ConfigurationException;
import dev.conclave.workflows.config.ConfigurationReader;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.config.UserHome;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.EncryptionKeys;
import dev.conclave.workflows.temporal.HostId;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.temporal.common.converter.DataConverter;
import io.temporal.payload.codec.PayloadCodec;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a process on this host is given.
 *
 * @param environment variables
 * @param folder of this host
 * @param configuration of the user
 */
public record Surroundings(
    Map<String, String> environment, DataFolder folder, Configuration configuration) {

  public Surroundings {
    environment = Map.copyOf(environment);
  }

  /** Those of this process. */
  public static Surroundings ofThisProcess() {
    Map<String, String> environment = System.getenv();
    Path home = UserHome.of(environment);
    return new Surroundings(
        environment, DataFolder.of(environment, home), ConfigurationReader.load(environment, home));
  }

  /**
   * Those of this process; with the default configuration where the user's is broken, for commands
   * that stop, show or mend.
   *
   * @param complaints takes what is wrong with the configuration
   */
  public static Surroundings despiteConfiguration(Consumer<String> complaints) {
    try {
      return ofThisProcess();
    } catch (ConfigurationException e) {
      complaints.accept(String.valueOf(e.getMessage()));
      Map<String, String> environment = System.getenv();
      return new Surroundings(
          environment,
          DataFolder.of(environment, UserHome.of(environment)),
          Configuration.defaults());
    }
  }

  /** The server that is configured, or where the local stack's was last. */
  public ConnectionSettings settings() {
    return ConnectionSettings.load(environment, folder);
  }

  /** The converter with the configured keys. */
  public DataConverter converter() {
    return ConclaveDataConverter.of(keys());
  }

  /** The converter's codec. */
  public PayloadCodec codec() {
    return ConclaveDataConverter.codec(keys());
  }

  private Optional<EncryptionKeys> keys() {
    return EncryptionKeys.read(configuration.encryption(), environment);
  }

  /** The same with a worker that leaves to others all that does not need this host. */
  public Surroundings servingOwnHostOnly() {
    return new Surroundings(environment, folder, configuration.withOwnHostOnly(true));
  }

  /** The same with a worker that also does what any host can do. */
  public Surroundings servingAll() {
    return new Surroundings(environment, folder, configuration.withOwnHostOnly(false));
  }

  /** This host's id and name. */
  public HostId host() {
    return HostId.of(folder, environment);
  }

  /** This host as a worker of a server. */
  public WorkerHost workingFor(TemporalConnection connection) {
    return new WorkerHost(host(), folder, configuration, environment, connection);
  }
}
