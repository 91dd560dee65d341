package dev.conclave.workflows.temporal;

import com.uber.m3.tally.NoopScope;
import com.uber.m3.tally.Scope;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.TaskQueueType;
import io.temporal.api.taskqueue.v1.PollerInfo;
import io.temporal.api.taskqueue.v1.TaskQueue;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.DescribeTaskQueueRequest;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.converter.DataConverter;
import io.temporal.serviceclient.OperatorServiceStubs;
import io.temporal.serviceclient.OperatorServiceStubsOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** An open connection to a Temporal server that has answered. Thread-safe. */
public final class TemporalConnection implements AutoCloseable {

  /** How long a server has to answer before it counts as absent. */
  public static final Duration PATIENCE = Duration.ofSeconds(4);

  private static final Metadata.Key<String> NAMESPACE =
      Metadata.Key.of("temporal-namespace", Metadata.ASCII_STRING_MARSHALLER);

  /** What the causes of a failed TLS connection are or say, and what mends each. */
  private static final String[][] TLS_TROUBLES = {
    {
      "CertificateExpired",
      "its certificate has expired (%s): renew it there, or correct this machine's clock"
    },
    {
      "No subject alternative|No name matching",
      "its certificate is for another name (%s): connect by that name, or set TEMPORAL_TLS_SERVER_NAME"
    },
    {
      "CertPathBuilder|CertPathValidator",
      "its certificate is of no CA that is trusted here (%s): set TEMPORAL_TLS_SERVER_CA_CERT_PATH to the right one"
    },
    {
      "not an SSL/TLS record",
      "it does not speak TLS: check the port, or unset TEMPORAL_TLS, TEMPORAL_TLS_* and TEMPORAL_API_KEY"
    },
    {
      "KEY_VALUES_MISMATCH",
      "the client key does not belong to the client certificate: correct TEMPORAL_TLS_CLIENT_KEY_PATH or TEMPORAL_TLS_CLIENT_CERT_PATH (or tls in the profile)"
    },
    {
      "(?i)certificate[_ ]required|bad[_ ]certificate|unknown[_ ]ca|alert|connection reset|broken pipe|closed|end of stream|GOAWAY",
      "it broke the TLS connection off (%s): it may demand a client certificate of its own CA: set TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH, or correct them"
    }
  };

  private static final Pattern NOT_HTTP2 =
      Pattern.compile("(?i)connection reset|closed|http2 exception|SETTINGS|HTTP/1");

  /** How Netty names the call of the system that failed, before it says why. */
  private static final Pattern SYSTEM_CALL =
      Pattern.compile("^\\w+\\(\\.\\.\\) failed(?: with error\\(-?\\d+\\))?: ");

  private final ConnectionSettings settings;
  private final WorkflowServiceStubs service;
  private final WorkflowClient client;

  private TemporalConnection(
      ConnectionSettings settings, WorkflowServiceStubs service, DataConverter converter) {
    this.settings = settings;
    this.service = service;
    WorkflowClientOptions options =
        WorkflowClientOptions.newBuilder(settings.profile().toWorkflowClientOptions())
            .setNamespace(settings.namespace())
            .setDataConverter(converter)
            // The SDK's own asks a resolver, which may call every host localhost.
            .setIdentity(ProcessHandle.current().pid() + "@" + HostId.name(System.getenv()))
            .build();
    this.client = WorkflowClient.newInstance(service, options);
  }

  /**
   * Connects, and asks the server one question, so that an absent one is known at once.
   *
   * @throws ServerException.Unreachable when nothing answers within {@link #PATIENCE}
   * @throws ServerException when the server answers but refuses us or lacks the namespace, or when
   *     the files of TLS are no good
   */
  public static TemporalConnection open(ConnectionSettings settings, DataConverter converter) {
    return open(settings, converter, new NoopScope(), PATIENCE);
  }

  /** Connects in the same way, but waits so long for an answer. */
  public static TemporalConnection open(
      ConnectionSettings settings, DataConverter converter, Duration patience) {
    return open(settings, converter, new NoopScope(), patience);
  }

  /** Connects in the same way, and counts what the SDK does into the scope. */
  public static TemporalConnection open(
      ConnectionSettings settings, DataConverter converter, Scope metrics) {
    return open(settings, converter, metrics, PATIENCE);
  }

  private static TemporalConnection open(
      ConnectionSettings settings, DataConverter converter, Scope metrics, Duration patience) {
    WorkflowServiceStubs service =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder(stubsOptions(settings))
                .setMetricsScope(metrics)
                .build());
    try {
      greet(service, settings, patience);
      return new TemporalConnection(settings, service, converter);
    } catch (StatusRuntimeException e) {
      service.shutdownNow();
      throw explain(e, settings, patience);
    } catch (RuntimeException e) {
      service.shutdownNow();
      throw e;
    }
  }

  /** The typed client of workflows. */
  public WorkflowClient client() {
    return client;
  }

  /** The raw service, for task queues and namespaces. */
  public WorkflowServiceStubs service() {
    return service;
  }

  /**
   * Who polls a queue, as the server remembers.
   *
   * @throws StatusRuntimeException when it does not tell
   */
  public List<PollerInfo> pollers(String queue, TaskQueueType type) {
    return service
        .blockingStub()
        .withDeadlineAfter(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
        .describeTaskQueue(
            DescribeTaskQueueRequest.newBuilder()
                .setNamespace(namespace())
                .setTaskQueue(TaskQueue.newBuilder().setName(queue))
                .setTaskQueueType(type)
                .build())
        .getPollersList();
  }

  /** The operator's service of the same server; the caller shuts it down. */
  public OperatorServiceStubs operator() {
    return OperatorServiceStubs.newServiceStubs(
        OperatorServiceStubsOptions.newBuilder(stubsOptions(settings))
            .validateAndBuildWithDefaults());
  }

  public ConnectionSettings settings() {
    return settings;
  }

  public String namespace() {
    return settings.namespace();
  }

  @Override
  public void close() {
    service.shutdownNow();
  }

  private static WorkflowServiceStubsOptions stubsOptions(ConnectionSettings settings) {
    try {
      return WorkflowServiceStubsOptions.newBuilder(
              settings.profile().toWorkflowServiceStubsOptions())
          .setTarget(settings.address())
          .setGrpcClientInterceptors(List.of(naming(settings.namespace())))
          .build();
    } catch (RuntimeException e) {
      List<Throwable> causes = causes(e);
      Throwable cause = causes.get(causes.size() - 1);
      throw new ServerException(
          "The TLS settings cannot be used (%s: %s): the certificates must be PEM, the client's key an unencrypted PKCS#8 PEM that belongs to its certificate. Correct TEMPORAL_TLS_CLIENT_CERT_PATH, TEMPORAL_TLS_CLIENT_KEY_PATH or TEMPORAL_TLS_SERVER_CA_CERT_PATH (or tls in the profile)."
              .formatted(cause.getClass().getSimpleName(), cause.getMessage()),
          e);
    }
  }

  private static void greet(
      WorkflowServiceStubs service, ConnectionSettings settings, Duration patience) {
    service
        .blockingStub()
        .withDeadlineAfter(patience.toMillis(), TimeUnit.MILLISECONDS)
        .getSystemInfo(GetSystemInfoRequest.getDefaultInstance());
    try {
      service
          .blockingStub()
          .withDeadlineAfter(patience.toMillis(), TimeUnit.MILLISECONDS)
          .describeNamespace(
              DescribeNamespaceRequest.newBuilder().setNamespace(settings.namespace()).build());
    } catch (StatusRuntimeException e) {
      Status.Code code = e.getStatus().getCode();
      // A key may start sessions and yet not be allowed to describe; the in-memory server cannot.
      if (code != Status.Code.PERMISSION_DENIED && code != Status.Code.UNIMPLEMENTED) {
        throw e;
      }
    }
  }

  /**
   * Names the namespace in the header of every call, as proxies and regional endpoints route by it.
   * The SDK does so for its own calls; this is for ours.
   */
  private static ClientInterceptor naming(String namespace) {
    return new ClientInterceptor() {
      @Override
      public <Q, R> ClientCall<Q, R> interceptCall(
          MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
        return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
          @Override
          public void start(Listener<R> listener, Metadata headers) {
            if (!headers.containsKey(NAMESPACE)) {
              headers.put(NAMESPACE, namespace);
            }
            super.start(listener, headers);
          }
        };
      }
    };
  }

  /** Says why a server cannot be used, from what gRPC and TLS throw, and what mends it. */
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
    // Who set up TLS or a key has a server, and does not want another in its place.
    return settings.isSecure()
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
      return "its name is not known (%s): check the spelling, DNS or VPN".formatted(reason);
    }
    if (settings.isSecure()) {
      for (String[] trouble : TLS_TROUBLES) {
        if (Pattern.compile(trouble[0]).matcher(causes).find()) {
          return trouble[1].formatted(reason);
        }
      }
    }
    String fix =
        !settings.configured()
            ? "start one with `conclave up`, or set TEMPORAL_ADDRESS"
            : settings.isLoopback()
                ? "check the address, or start one there with `conclave up`"
                : "check the address, and that the server runs and can be reached from here; no local server is started in its place";
    if (late) {
      return "it did not answer within %d s; %s".formatted(patience.toSeconds(), fix);
    }
    return !reason.contains("refused") && NOT_HTTP2.matcher(reason).find()
        ? "something else speaks there (%s): if the server demands TLS, set TEMPORAL_TLS=true and the TEMPORAL_TLS_* variables; else %s"
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
