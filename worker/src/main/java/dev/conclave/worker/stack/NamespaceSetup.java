package dev.conclave.worker.stack;

import com.google.protobuf.util.Durations;
import dev.conclave.workflows.temporal.SearchAttributes;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.namespace.v1.NamespaceConfig;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.ListSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.OperatorServiceGrpc.OperatorServiceBlockingStub;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.UpdateNamespaceRequest;
import io.temporal.common.SearchAttributeKey;
import io.temporal.serviceclient.OperatorServiceStubs;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** What a namespace needs before sessions run in it. Everything may be repeated. */
public final class NamespaceSetup {

  /** How long a closed session stays on a server of ours; after that its folder is the record. */
  public static final Duration RETENTION = Duration.ofDays(90);

  private final TemporalConnection connection;

  public NamespaceSetup(TemporalConnection connection) {
    this.connection = connection;
  }

  /**
   * The search attributes that the namespace lacks.
   *
   * @throws StatusRuntimeException when the server does not tell
   */
  public List<SearchAttributeKey<?>> missing() {
    return operator(this::missing);
  }

  /**
   * Registers the search attributes that are missing.
   *
   * @return those that were
   * @throws StatusRuntimeException when the server refuses, as for want of an operator's rights
   */
  public List<SearchAttributeKey<?>> registerMissing() {
    return operator(
        stub -> {
          List<SearchAttributeKey<?>> missing = perhapsMissing(stub);
          AddSearchAttributesRequest.Builder request =
              AddSearchAttributesRequest.newBuilder().setNamespace(connection.namespace());
          missing.forEach(key -> request.putSearchAttributes(key.getName(), key.getValueType()));
          try {
            if (!missing.isEmpty()) {
              stub.addSearchAttributes(request.build());
            }
          } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() != Status.Code.ALREADY_EXISTS) {
              throw e; // otherwise somebody else has registered them meanwhile
            }
          }
          return missing;
        });
  }

  /** How long the namespace keeps closed sessions. */
  public Duration retention() {
    var config =
        connection
            .service()
            .blockingStub()
            .describeNamespace(
                DescribeNamespaceRequest.newBuilder().setNamespace(connection.namespace()).build())
            .getConfig();
    return Duration.ofSeconds(config.getWorkflowExecutionRetentionTtl().getSeconds());
  }

  /** Lengthens the retention to {@link #RETENTION}; a longer one stays. */
  public void lengthenRetention() {
    if (retention().compareTo(RETENTION) < 0) {
      connection
          .service()
          .blockingStub()
          .updateNamespace(
              UpdateNamespaceRequest.newBuilder()
                  .setNamespace(connection.namespace())
                  .setConfig(
                      NamespaceConfig.newBuilder()
                          .setWorkflowExecutionRetentionTtl(Durations.fromDays(RETENTION.toDays())))
                  .build());
    }
  }

  /** The in-memory server registers, but cannot say what is: then all may be missing. */
  private List<SearchAttributeKey<?>> perhapsMissing(OperatorServiceBlockingStub stub) {
    try {
      return missing(stub);
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() == Status.Code.UNIMPLEMENTED) {
        return SearchAttributes.all();
      }
      throw e;
    }
  }

  private List<SearchAttributeKey<?>> missing(OperatorServiceBlockingStub stub) {
    Set<String> known =
        stub.listSearchAttributes(
                ListSearchAttributesRequest.newBuilder()
                    .setNamespace(connection.namespace())
                    .build())
            .getCustomAttributesMap()
            .keySet();
    return SearchAttributes.all().stream().filter(key -> !known.contains(key.getName())).toList();
  }

  private <T> T operator(Function<OperatorServiceBlockingStub, T> use) {
    OperatorServiceStubs operator = connection.operator();
    try {
      return use.apply(operator.blockingStub().withDeadlineAfter(15, TimeUnit.SECONDS));
    } finally {
      operator.shutdownNow();
    }
  }
}
