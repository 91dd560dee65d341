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
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An open connection to a Temporal server that has answered. Thread-safe. */
public final class TemporalConnection implements AutoCloseable {

  /** How long a server has to answer before it counts as absent. */
  public static final Duration PATIENCE = Duration.ofSeconds(4);

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
    return open(settings, converter, new NoopScope());
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
      throw ServerTrouble.explain(e, settings, patience);
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
    WorkflowServiceStubsOptions options = stubsOptions(settings);
    return OperatorServiceStubs.newServiceStubs(
        OperatorServiceStubsOptions.newBuilder(options).validateAndBuildWithDefaults());
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
    return WorkflowServiceStubsOptions.newBuilder(SecureChannel.options(settings))
        .setTarget(settings.address())
        .setGrpcClientInterceptors(List.of(new NamespaceHeader(settings.namespace())))
        .build();
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
  private record NamespaceHeader(String namespace) implements ClientInterceptor {
    private static final Metadata.Key<String> KEY =
        Metadata.Key.of("temporal-namespace", Metadata.ASCII_STRING_MARSHALLER);

    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(
        MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void start(Listener<R> listener, Metadata headers) {
          if (!headers.containsKey(KEY)) {
            headers.put(KEY, namespace);
          }
          super.start(listener, headers);
        }
      };
    }
  }
}
