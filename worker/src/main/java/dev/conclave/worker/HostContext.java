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

/** What a process on this host works with: its environment, data folder and configuration. */
public record HostContext(
    Map<String, String> environment, DataFolder folder, Configuration configuration) {
  /**
   * That of this process.
   *
   * @throws ConfigurationException when the user's configuration cannot be used
   */
  public static HostContext ofThisProcess() {
    return of(Configuration.load(System.getenv(), DataFolder.home(System.getenv())));
  }

  /**
   * That of this process, with the default configuration where the user's cannot be used: for
   * commands that stop, show or mend.
   */
  public static HostContext despiteConfiguration(Consumer<String> complaints) {
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

  /** The server that is configured, or where the local stack's was last. */
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

  /** The same, whose worker does or does not leave to others what any host can do. */
  public HostContext withOwnHostOnly(boolean ownHostOnly) {
    return new HostContext(environment, folder, configuration.withOwnHostOnly(ownHostOnly));
  }

  public HostId id() {
    return HostId.of(folder, environment);
  }
}
