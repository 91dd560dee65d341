package dev.conclave.workflows.temporal;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Says why a server cannot be used, from what gRPC and TLS throw, and what mends it. */
final class ServerTrouble {
  /** What a server says, or how it hangs up, when it wants another certificate of us or any. */
  private static final Pattern CLIENT_REFUSED =
      Pattern.compile("(?i)certificate[_ ]required|bad[_ ]certificate|unknown[_ ]ca|alert");

  private static final Pattern HUNG_UP =
      Pattern.compile("(?i)connection reset|broken pipe|closed|end of stream|GOAWAY");

  private static final Pattern NOT_HTTP2 =
      Pattern.compile("(?i)connection reset|closed|http2 exception|SETTINGS|HTTP/1");

  /** How Netty names the call of the system that failed, before it says why. */
  private static final Pattern SYSTEM_CALL =
      Pattern.compile("^\\w+\\(\\.\\.\\) failed(?: with error\\(-?\\d+\\))?: ");

  private ServerTrouble() {}

  /**
   * The error of a server that was asked and did not answer as a Temporal server should.
   *
   * @param patience how long it was waited for
   */
  static ServerException explain(
      StatusRuntimeException e, ConnectionSettings settings, Duration patience) {
    String where =
        "the Temporal server at %s (%s)".formatted(settings.address(), settings.origin());
    return switch (e.getStatus().getCode()) {
      case UNAUTHENTICATED, PERMISSION_DENIED ->
          new ServerException(
              "Refused by %s%s: check TEMPORAL_API_KEY, the client certificate and namespace \"%s\"."
                  .formatted(where, description(e), settings.namespace()),
              e);
      case NOT_FOUND ->
          new ServerException(
              "There is no namespace \"%s\" on %s: set TEMPORAL_NAMESPACE, or create it with `temporal operator namespace create -n %s`."
                  .formatted(settings.namespace(), where, settings.namespace()),
              e);
      default -> unreachable(e, settings, patience);
    };
  }

  private static ServerException unreachable(
      StatusRuntimeException e, ConnectionSettings settings, Duration patience) {
    String message =
        "No Temporal server answers at %s (%s): %s."
            .formatted(settings.address(), settings.origin(), reasonAndFix(e, settings, patience));
    // Who set up TLS or a key has a server, and does not want another in its place.
    return settings.isSecure()
        ? new ServerException(message, e)
        : new ServerException.Unreachable(message, e, late(e));
  }

  private static boolean late(StatusRuntimeException e) {
    return e.getStatus().getCode() == Status.Code.DEADLINE_EXCEEDED;
  }

  private static String reasonAndFix(
      StatusRuntimeException e, ConnectionSettings settings, Duration patience) {
    String reason = deepest(e);
    // What gRPC says of a deadline names buffers and attempts, closed ones too: no cause of it.
    Optional<String> known =
        settings.isSecure()
            ? secure(e, reason)
            : Optional.of(reason).filter(r -> !late(e)).flatMap(r -> plain(r, settings));
    if (known.isPresent()) {
      return known.get();
    }
    if (any(e, UnknownHostException.class)) {
      return "its name is not known (%s): check the spelling, DNS or VPN".formatted(reason);
    }
    return (late(e) ? "it did not answer within %d s".formatted(patience.toSeconds()) : reason)
        + "; "
        + fix(settings);
  }

  private static String fix(ConnectionSettings settings) {
    if (settings.source() != ConnectionSettings.Source.CONFIGURED) {
      return "start one with `conclave up`, or set TEMPORAL_ADDRESS";
    }
    return settings.isLoopback()
        ? "check the address, or start one there with `conclave up`"
        : "check the address, and that the server runs and can be reached from here; no local"
            + " server is started in its place";
  }

  private static Optional<String> secure(StatusRuntimeException e, String reason) {
    if (any(e, CertificateExpiredException.class)) {
      return Optional.of(
          "its certificate has expired (%s): renew it there, or correct this machine's clock"
              .formatted(reason));
    }
    if (any(e, CertificateNotYetValidException.class)) {
      return Optional.of(
          "its certificate is not valid yet (%s): correct this machine's clock".formatted(reason));
    }
    if (reason.contains("No subject alternative") || reason.contains("No name matching")) {
      return Optional.of(
          "its certificate is for another name (%s): connect by that name, or set TEMPORAL_TLS_SERVER_NAME"
              .formatted(reason));
    }
    if (any(e, CertPathBuilderException.class) || any(e, CertPathValidatorException.class)) {
      return Optional.of(
          "its certificate is of no CA that is trusted here (%s): set TEMPORAL_TLS_SERVER_CA_CERT_PATH to the right one"
              .formatted(reason));
    }
    if (reason.contains("not an SSL/TLS record")) {
      return Optional.of(
          "it does not speak TLS: check the port, or unset TEMPORAL_TLS, TEMPORAL_TLS_* and TEMPORAL_API_KEY");
    }
    if (reason.contains("KEY_VALUES_MISMATCH")) {
      return Optional.of(
          "the client key does not belong to the client certificate: correct TEMPORAL_TLS_CLIENT_KEY_PATH or TEMPORAL_TLS_CLIENT_CERT_PATH (or tls in the profile)");
    }
    if (CLIENT_REFUSED.matcher(reason).find() || HUNG_UP.matcher(reason).find()) {
      return Optional.of(
          "it broke the TLS connection off (%s): it may demand a client certificate of its own CA: set TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH, or correct them"
              .formatted(reason));
    }
    return Optional.empty();
  }

  private static Optional<String> plain(String reason, ConnectionSettings settings) {
    return !reason.contains("refused") && NOT_HTTP2.matcher(reason).find()
        ? Optional.of(
            "something else speaks there (%s): if the server demands TLS, set TEMPORAL_TLS=true and the TEMPORAL_TLS_* variables; else %s"
                .formatted(reason, fix(settings)))
        : Optional.empty();
  }

  private static String description(StatusRuntimeException e) {
    String said = e.getStatus().getDescription();
    return said == null || said.isBlank() ? "" : " (" + said + ")";
  }

  /** What the innermost cause says. */
  static String deepest(Throwable thrown) {
    List<Throwable> causes = causes(thrown);
    Throwable last = causes.get(causes.size() - 1);
    String said = last.getMessage();
    return said == null || said.isBlank()
        ? last.getClass().getSimpleName()
        : SYSTEM_CALL.matcher(said.strip()).replaceFirst("");
  }

  private static boolean any(Throwable thrown, Class<? extends Throwable> kind) {
    return causes(thrown).stream().anyMatch(kind::isInstance);
  }

  private static List<Throwable> causes(Throwable thrown) {
    List<Throwable> causes = new ArrayList<>();
    for (Throwable t = thrown; t != null && !causes.contains(t); t = t.getCause()) {
      causes.add(t);
    }
    return causes;
  }
}
