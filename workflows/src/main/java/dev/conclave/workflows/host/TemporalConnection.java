package dev.conclave.workflows.host;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.converter.DataConverter;
import io.temporal.serviceclient.OperatorServiceStubs;
import io.temporal.serviceclient.OperatorServiceStubsOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Duration;
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
            .build();
    this.client = WorkflowClient.newInstance(service, options);
  }

  /**
   * Connects, and asks the server one question, so that an absent one is known at once.
   *
   * @throws ServerException.Unreachable when nothing answers within {@link #PATIENCE}
   * @throws ServerException when the server answers but refuses us or lacks the namespace
   */
  public static TemporalConnection open(ConnectionSettings settings, DataConverter converter) {
    WorkflowServiceStubs service = WorkflowServiceStubs.newServiceStubs(stubsOptions(settings));
    try {
      greet(service, settings);
      return new TemporalConnection(settings, service, converter);
    } catch (StatusRuntimeException e) {
      service.shutdownNow();
      throw explain(e, settings);
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
    return WorkflowServiceStubsOptions.newBuilder(
            settings.profile().toWorkflowServiceStubsOptions())
        .setTarget(settings.address())
        .build();
  }

  private static void greet(WorkflowServiceStubs service, ConnectionSettings settings) {
    service
        .blockingStub()
        .withDeadlineAfter(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
        .getSystemInfo(GetSystemInfoRequest.getDefaultInstance());
    try {
      service
          .blockingStub()
          .withDeadlineAfter(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
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

  private static ServerException explain(StatusRuntimeException e, ConnectionSettings settings) {
    String where = "the Temporal server at " + settings.address();
    return switch (e.getStatus().getCode()) {
      case UNAUTHENTICATED, PERMISSION_DENIED ->
          new ServerException(
              "Refused by " + where + ": check TEMPORAL_API_KEY or the TLS certificates.", e);
      case NOT_FOUND ->
          new ServerException(
              "There is no namespace \"%s\" on %s: set TEMPORAL_NAMESPACE, or create it with `temporal operator namespace create -n %s`."
                  .formatted(settings.namespace(), where, settings.namespace()),
              e);
      default -> new ServerException.Unreachable(unreachable(e, settings), e);
    };
  }

  private static String unreachable(StatusRuntimeException e, ConnectionSettings settings) {
    String fix =
        settings.source() == ConnectionSettings.Source.CONFIGURED
            ? "check TEMPORAL_ADDRESS (or the profile in temporal.toml), or unset it and run `conclave up`"
            : "start one with `conclave up`, or set TEMPORAL_ADDRESS";
    return "No Temporal server answers at %s (%s): %s."
        .formatted(settings.address(), reason(e), fix);
  }

  private static String reason(StatusRuntimeException e) {
    Throwable deepest = e;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    String said = deepest.getMessage();
    return said == null ? e.getStatus().getCode().toString() : said;
  }
}
