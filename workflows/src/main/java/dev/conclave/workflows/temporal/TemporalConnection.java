package dev.conclave.workflows.temporal;

import com.uber.m3.tally.NoopScope;
import com.uber.m3.tally.Scope;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import io.temporal.api.enums.v1.TaskQueueType;
import io.temporal.api.operatorservice.v1.ListSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.OperatorServiceGrpc.OperatorServiceBlockingStub;
import io.temporal.api.taskqueue.v1.PollerInfo;
import io.temporal.api.taskqueue.v1.TaskQueue;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.DescribeTaskQueueRequest;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc.WorkflowServiceBlockingStub;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.SearchAttributeKey;
import io.temporal.common.converter.DataConverter;
import io.temporal.serviceclient.OperatorServiceStubs;
import io.temporal.serviceclient.OperatorServiceStubsOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** An open connection to a Temporal server that has answered. Thread-safe. */
public final class TemporalConnection implements AutoCloseable {

  /** How long to wait for a server's answer. */
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Patterns of causes of a failed TLS connection, each with its explanation and fix. */
  private static final String TLS_TROUBLES =
      """
      CertificateExpired -> its certificate has expired (%s): renew it there, or correct this machine's clock
      No subject alternative|No name matching -> its certificate is for another host name (%s): connect to that name, or set TEMPORAL_TLS_SERVER_NAME
      CertPathBuilder|CertPathValidator -> its certificate is not from a trusted CA (%s): set TEMPORAL_TLS_SERVER_CA_CERT_PATH to the right one
      not an SSL/TLS record -> it does not speak TLS: check the port, or unset TEMPORAL_TLS, TEMPORAL_TLS_* and TEMPORAL_API_KEY
      KEY_VALUES_MISMATCH -> the client key does not match the client certificate: correct TEMPORAL_TLS_CLIENT_KEY_PATH or TEMPORAL_TLS_CLIENT_CERT_PATH (or tls in the profile)
      (?i)certificate[_ ]required|bad[_ ]certificate|unknown[_ ]ca|alert|connection reset|broken pipe|closed|end of stream|GOAWAY -> it closed the TLS connection (%s): it may require a client certificate from its own CA: set or correct TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH
      """;

  private static final Pattern NOT_HTTP2 =
      Pattern.compile("(?i)connection reset|closed|http2 exception|SETTINGS|HTTP/1");

  /** Netty's prefix of the reason. */
  private static final Pattern SYSTEM_CALL =
      Pattern.compile("^\\w+\\(\\.\\.\\) failed(?: with error\\(-?\\d+\\))?: ");

  private final ConnectionSettings settings;
  private final WorkflowClient client;

  private TemporalConnection(
      ConnectionSettings settings, DataConverter converter, Scope metrics, Duration patience) {
    this.settings = settings;
    if (settings.isLoopback() && !settings.configured() && !settings.own()) {
      LoopbackPort.requireOwn(settings.address());
    }
    WorkflowServiceStubs stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder(stubsOptions(settings))
                .setMetricsScope(metrics)
                .build());
    client =
        WorkflowClient.newInstance(
            stubs,
            WorkflowClientOptions.newBuilder(settings.profile().toWorkflowClientOptions())
                .setNamespace(settings.namespace())
                .setDataConverter(converter)
                // The SDK's default asks a resolver, which may call every host localhost.
                .setIdentity(ProcessHandle.current().pid() + "@" + HostId.name(System.getenv()))
                .build());
    try {
      greet(patience);
    } catch (RuntimeException e) {
      stubs.shutdownNow();
      throw e instanceof StatusRuntimeException s ? explain(s, settings, patience) : e;
    }
  }

  /**
   * Connects and sends a first request, to fail fast if there is no server.
   *
   * @throws ServerException.Unreachable when there is no answer within {@link #PATIENCE}, or
   *     another user listens where the local stack's server is expected
   * @throws ServerException when the server refuses the client or lacks the namespace, or the TLS
   *     files are invalid
   */
  public static TemporalConnection open(ConnectionSettings settings, DataConverter converter) {
    return open(settings, converter, PATIENCE);
  }

  public static TemporalConnection open(
      ConnectionSettings settings, DataConverter converter, Duration patience) {
    return new TemporalConnection(settings, converter, new NoopScope(), patience);
  }

  public static TemporalConnection open(
      ConnectionSettings settings, DataConverter converter, Scope metrics) {
    return new TemporalConnection(settings, converter, metrics, PATIENCE);
  }

  public WorkflowClient client() {
    return client;
  }

  /**
   * Returns the raw service. It sends the namespace in a header of every call, for proxies that
   * route by it.
   */
  public WorkflowServiceStubs service() {
    return client.getWorkflowServiceStubs();
  }

  private WorkflowServiceBlockingStub within(Duration patience) {
    return service().blockingStub().withDeadlineAfter(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Returns the pollers of a queue known to the server.
   *
   * @throws StatusRuntimeException when the server does not return them
   */
  public List<PollerInfo> pollers(String queue, TaskQueueType type) {
    return within(PATIENCE)
        .describeTaskQueue(
            DescribeTaskQueueRequest.newBuilder()
                .setNamespace(namespace())
                .setTaskQueue(TaskQueue.newBuilder().setName(queue))
                .setTaskQueueType(type)
                .build())
        .getPollersList();
  }

  /**
   * Returns the search attributes missing from the namespace; all when the server cannot list them.
   */
  public List<SearchAttributeKey<?>> missingSearchAttributes() {
    var request = ListSearchAttributesRequest.newBuilder().setNamespace(namespace()).build();
    try {
      Set<String> known =
          operate(stub -> stub.listSearchAttributes(request).getCustomAttributesMap().keySet());
      return SearchAttributes.all().stream().filter(key -> !known.contains(key.getName())).toList();
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() == Status.Code.UNIMPLEMENTED) {
        return SearchAttributes.all(); // the in-memory server registers, but does not list
      }
      throw e;
    }
  }

  /**
   * Calls the operator service of the same server; its stubs do not send the namespace by
   * themselves.
   */
  public <T> T operate(Function<OperatorServiceBlockingStub, T> call) {
    Metadata header = new Metadata();
    header.put(
        Metadata.Key.of("temporal-namespace", Metadata.ASCII_STRING_MARSHALLER), namespace());
    OperatorServiceStubs operator =
        OperatorServiceStubs.newServiceStubs(
            OperatorServiceStubsOptions.newBuilder(stubsOptions(settings))
                .setGrpcClientInterceptors(
                    List.of(MetadataUtils.newAttachHeadersInterceptor(header)))
                .validateAndBuildWithDefaults());
    try {
      return call.apply(operator.blockingStub().withDeadlineAfter(15, TimeUnit.SECONDS));
    } finally {
      operator.shutdownNow();
    }
  }

  public ConnectionSettings settings() {
    return settings;
  }

  public String namespace() {
    return settings.namespace();
  }

  @Override
  public void close() {
    service().shutdownNow();
  }

  private static WorkflowServiceStubsOptions stubsOptions(ConnectionSettings settings) {
    try {
      return WorkflowServiceStubsOptions.newBuilder(
              settings.profile().toWorkflowServiceStubsOptions())
          .setTarget(settings.address())
          .build();
    } catch (RuntimeException e) {
      List<Throwable> causes = causes(e);
      Throwable cause = causes.get(causes.size() - 1);
      throw new ServerException(
          "The TLS settings cannot be used (%s: %s): certificates must be PEM, and the client key must be an unencrypted PKCS#8 PEM that matches its certificate. Correct TEMPORAL_TLS_CLIENT_CERT_PATH, TEMPORAL_TLS_CLIENT_KEY_PATH or TEMPORAL_TLS_SERVER_CA_CERT_PATH (or tls in the profile)."
              .formatted(cause.getClass().getSimpleName(), cause.getMessage()),
          e);
    }
  }

  private void greet(Duration patience) {
    within(patience).getSystemInfo(GetSystemInfoRequest.getDefaultInstance());
    try {
      within(patience)
          .describeNamespace(
              DescribeNamespaceRequest.newBuilder().setNamespace(namespace()).build());
    } catch (StatusRuntimeException e) {
      Status.Code code = e.getStatus().getCode();
      // A key may be allowed to start sessions but not to describe; the in-memory server cannot
      // describe.
      if (code != Status.Code.PERMISSION_DENIED && code != Status.Code.UNIMPLEMENTED) {
        throw e;
      }
    }
  }

  /** Explains why a server cannot be used and how to fix it, from gRPC and TLS errors. */
  private static ServerException explain(
      StatusRuntimeException e, ConnectionSettings settings, Duration patience) {
    String where = "%s (%s)".formatted(settings.address(), settings.origin());
    Status.Code code = e.getStatus().getCode();
    if (code == Status.Code.UNAUTHENTICATED || code == Status.Code.PERMISSION_DENIED) {
      return new ServerException(
          "Refused by the Temporal server at %s (%s): check TEMPORAL_API_KEY, the client certificate and namespace \"%s\"."
              .formatted(where, e.getStatus().getDescription(), settings.namespace()),
          e);
    }
    if (code == Status.Code.NOT_FOUND) {
      return new ServerException(
          "There is no namespace \"%s\" on the Temporal server at %s: set TEMPORAL_NAMESPACE, or create it with `temporal operator namespace create -n %s`."
              .formatted(settings.namespace(), where, settings.namespace()),
          e);
    }
    boolean late = code == Status.Code.DEADLINE_EXCEEDED;
    String message =
        "No Temporal server answers at %s: %s."
            .formatted(where, reasonAndFix(e, settings, late, patience));
    // A user who set up TLS or a key has a server and wants no other.
    return settings.isSecure() && !settings.own()
        ? new ServerException(message, e)
        : new ServerException.Unreachable(message, e, late);
  }

  private static String reasonAndFix(
      StatusRuntimeException e, ConnectionSettings settings, boolean late, Duration patience) {
    List<Throwable> chain = causes(e);
    String last = String.valueOf(chain.get(chain.size() - 1).getMessage()).strip();
    String reason = SYSTEM_CALL.matcher(last).replaceFirst("");
    String causes =
        chain.stream()
            .map(cause -> cause.getClass().getSimpleName())
            .collect(Collectors.joining(" ", "", " " + reason));
    if (causes.contains("UnknownHostException")) {
      return "its host name cannot be resolved (%s): check the spelling, DNS or VPN"
          .formatted(reason);
    }
    if (settings.own() && !late && !reason.contains("refused")) {
      return "the server there does not have this data folder's certificate (%s); run `conclave up`"
          .formatted(reason);
    }
    if (settings.isSecure()) {
      for (String line : TLS_TROUBLES.lines().toList()) {
        String[] trouble = line.split(" -> ");
        if (Pattern.compile(trouble[0]).matcher(causes).find()) {
          return trouble[1].replace("%s", reason);
        }
      }
    }
    String fix =
        !settings.configured()
            ? "start one with `conclave up`, or set TEMPORAL_ADDRESS"
            : settings.isLoopback()
                ? "check the address, or start one there with `conclave up`"
                : "check the address, and that the server is running and reachable; no local server is started in its place";
    if (late) {
      return "it did not answer within %d s; %s".formatted(patience.toSeconds(), fix);
    }
    return !reason.contains("refused") && NOT_HTTP2.matcher(reason).find()
        ? "not a Temporal server (%s): if it requires TLS, set TEMPORAL_TLS=true and the TEMPORAL_TLS_* variables; else %s"
            .formatted(reason, fix)
        : reason + "; " + fix;
  }

  private static List<Throwable> causes(Throwable thrown) {
    List<Throwable> causes = new ArrayList<>();
    for (Throwable t = thrown; t != null && !causes.contains(t); t = t.getCause()) {
      causes.add(t);
    }
    return causes;
  }
}
