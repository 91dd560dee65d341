package dev.conclave.worker;

import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.ConfigurationException;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.EncryptionKeys;
import dev.conclave.workflows.temporal.HostId;
import io.temporal.common.converter.DataConverter;
import io.temporal.payload.codec.PayloadCodec;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The environment, data folder and configuration of a process on this host.
 *
 * @param inMemory whether its server ends with this process
 */
public record HostContext(
    Map<String, String> environment,
    DataFolder folder,
    Configuration configuration,
    boolean inMemory) {
  public HostContext(
      Map<String, String> environment, DataFolder folder, Configuration configuration) {
    this(environment, folder, configuration, false);
  }

  /**
   * Returns the context of this process.
   *
   * @throws ConfigurationException if the user's configuration is invalid
   */
  public static HostContext ofThisProcess() {
    return of(Configuration.load(System.getenv(), DataFolder.home(System.getenv())));
  }

  /**
   * Returns the context of this process, with defaults if the user's configuration is invalid: for
   * commands that stop, inspect or repair.
   */
  public static HostContext ignoringConfigurationErrors(Consumer<String> complaints) {
    try {
      return ofThisProcess();
    } catch (ConfigurationException e) {
      complaints.accept(String.valueOf(e.getMessage()));
      return of(Configuration.defaults());
    }
  }

  private static HostContext of(Configuration configuration) {
    Map<String, String> environment = System.getenv();
    return new HostContext(
        environment, DataFolder.of(environment, DataFolder.home(environment)), configuration);
  }

  /** Returns the configured server, or the last address of the local server. */
  public ConnectionSettings settings() {
    return ConnectionSettings.load(environment, folder);
  }

  public DataConverter converter() {
    return ConclaveDataConverter.of(keys(), settings().namespace(), configuration.messages());
  }

  public PayloadCodec codec() {
    return ConclaveDataConverter.codec(keys());
  }

  private Optional<EncryptionKeys> keys() {
    return EncryptionKeys.read(configuration.encryption(), environment);
  }

  /** Returns it with a worker that serves only its own host. */
  public HostContext withOwnHostOnly() {
    return new HostContext(environment, folder, configuration.withOwnHostOnly(true));
  }

  /** Returns it for a server in this process, whose only worker serves everything. */
  public HostContext withServerInMemory() {
    return new HostContext(environment, folder, configuration.withOwnHostOnly(false), true);
  }

  public HostId id() {
    return HostId.of(folder, environment);
  }
}
