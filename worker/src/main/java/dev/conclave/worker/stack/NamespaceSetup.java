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
public record NamespaceSetup(TemporalConnection connection) {

  /** How long a closed session stays on a server of ours; after that its folder is the record. */
  public static final Duration RETENTION = Duration.ofDays(90);

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
   * @throws StatusRuntimeException when the server refuses, as for want of an operator's rights
   */
  public void registerMissing() {
    var request = AddSearchAttributesRequest.newBuilder().setNamespace(connection.namespace());
    var unused =
        operator(
            stub -> {
              try {
                missing(stub)
                    .forEach(key -> request.putSearchAttributes(key.getName(), key.getValueType()));
                return request.getSearchAttributesCount() == 0
                    ? request
                    : stub.addSearchAttributes(request.build());
              } catch (StatusRuntimeException e) {
                if (e.getStatus().getCode() == Status.Code.ALREADY_EXISTS) {
                  return request; // somebody else has registered them meanwhile
                }
                throw e;
              }
            });
  }

  /** How long the namespace keeps closed sessions. */
  public Duration retention() {
    var request = DescribeNamespaceRequest.newBuilder().setNamespace(connection.namespace());
    var config = connection.service().blockingStub().describeNamespace(request.build()).getConfig();
    return Duration.ofSeconds(config.getWorkflowExecutionRetentionTtl().getSeconds());
  }

  /** Lengthens the retention to {@link #RETENTION}; a longer one stays. */
  public void lengthenRetention() {
    if (retention().compareTo(RETENTION) < 0) {
      var config =
          NamespaceConfig.newBuilder()
              .setWorkflowExecutionRetentionTtl(Durations.fromDays(RETENTION.toDays()));
      connection
          .service()
          .blockingStub()
          .updateNamespace(
              UpdateNamespaceRequest.newBuilder()
                  .setNamespace(connection.namespace())
                  .setConfig(config)
                  .build());
    }
  }

  private List<SearchAttributeKey<?>> missing(OperatorServiceBlockingStub stub) {
    var request =
        ListSearchAttributesRequest.newBuilder().setNamespace(connection.namespace()).build();
    try {
      Set<String> known = stub.listSearchAttributes(request).getCustomAttributesMap().keySet();
      return SearchAttributes.all().stream().filter(key -> !known.contains(key.getName())).toList();
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() == Status.Code.UNIMPLEMENTED) {
        return SearchAttributes.all(); // the in-memory server registers, but cannot say what is
      }
      throw e;
    }
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
