package dev.conclave.workflows.temporal;

import io.temporal.envconfig.ClientConfigTLS;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The transport that a profile asks for. What is wrong with its files is said before a call. */
final class SecureChannel {
  private SecureChannel() {}

  /**
   * The options of a channel.
   *
   * @throws ServerException when a certificate or key cannot be read or used
   */
  static WorkflowServiceStubsOptions options(ConnectionSettings settings) {
    Optional.ofNullable(settings.profile().getTls()).ifPresent(SecureChannel::check);
    try {
      return settings.profile().toWorkflowServiceStubsOptions();
    } catch (RuntimeException e) {
      throw new ServerException(
          "The TLS settings cannot be used: %s. The certificates must be PEM, the client's key an unencrypted PKCS#8 PEM that belongs to its certificate: correct TEMPORAL_TLS_CLIENT_CERT_PATH, TEMPORAL_TLS_CLIENT_KEY_PATH or TEMPORAL_TLS_SERVER_CA_CERT_PATH (or tls in the profile)."
              .formatted(ServerTrouble.deepest(e)),
          e);
    }
  }

  private static void check(ClientConfigTLS tls) {
    readable("CA certificate", tls.getServerCACertPath(), "TEMPORAL_TLS_SERVER_CA_CERT_PATH");
    readable("client certificate", tls.getClientCertPath(), "TEMPORAL_TLS_CLIENT_CERT_PATH");
    readable("client key", tls.getClientKeyPath(), "TEMPORAL_TLS_CLIENT_KEY_PATH");
    boolean certificate = given(tls.getClientCertPath(), tls.getClientCertData());
    boolean key = given(tls.getClientKeyPath(), tls.getClientKeyData());
    if (certificate != key) {
      throw new ServerException(
          certificate
              ? "A client certificate is set, but not its key: set TEMPORAL_TLS_CLIENT_KEY_PATH (or tls.client_key_path in the profile)."
              : "A client key is set, but not its certificate: set TEMPORAL_TLS_CLIENT_CERT_PATH (or tls.client_cert_path in the profile).");
    }
  }

  private static void readable(String what, @Nullable String path, String variable) {
    if (path == null || path.isEmpty()) {
      return;
    }
    Path file = Path.of(path);
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new ServerException(
          "The %s %s %s: correct %s (or %s in the profile)."
              .formatted(
                  what,
                  file.toAbsolutePath(),
                  Files.exists(file) ? "cannot be read" : "is not there",
                  variable,
                  variable.replace("TEMPORAL_TLS_", "tls.").toLowerCase(java.util.Locale.ROOT)));
    }
  }

  private static boolean given(@Nullable String path, byte @Nullable [] content) {
    return (path != null && !path.isEmpty()) || (content != null && content.length > 0);
  }
}
