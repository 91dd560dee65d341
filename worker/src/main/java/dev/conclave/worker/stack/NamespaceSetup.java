package dev.conclave.worker.stack;

import com.google.protobuf.util.Durations;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.namespace.v1.NamespaceConfig;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.UpdateNamespaceRequest;
import java.time.Duration;

/** Prepares a namespace for sessions. All methods are idempotent. */
public record NamespaceSetup(TemporalConnection connection) {

  /** Retention of closed sessions on our server; after that only their folders remain. */
  public static final Duration RETENTION = Duration.ofDays(90);

  /**
   * Registers missing search attributes.
   *
   * @throws StatusRuntimeException if the server refuses, for example without operator rights
   */
  public void registerMissing() {
    var request = AddSearchAttributesRequest.newBuilder().setNamespace(connection.namespace());
    connection
        .missingSearchAttributes()
        .forEach(key -> request.putSearchAttributes(key.getName(), key.getValueType()));
    try {
      if (request.getSearchAttributesCount() > 0) {
        var unused = connection.operate(stub -> stub.addSearchAttributes(request.build()));
      }
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() != Status.Code.ALREADY_EXISTS) { // registered meanwhile
        throw e;
      }
    }
  }

  public Duration retention() {
    var request = DescribeNamespaceRequest.newBuilder().setNamespace(connection.namespace());
    var config = connection.service().blockingStub().describeNamespace(request.build()).getConfig();
    return Duration.ofSeconds(config.getWorkflowExecutionRetentionTtl().getSeconds());
  }

  /** Extends the retention to {@link #RETENTION}; a longer one is kept. */
  public void lengthenRetention() {
    if (retention().compareTo(RETENTION) < 0) {
      var ttl = Durations.fromDays(RETENTION.toDays());
      var request =
          UpdateNamespaceRequest.newBuilder()
              .setNamespace(connection.namespace())
              .setConfig(NamespaceConfig.newBuilder().setWorkflowExecutionRetentionTtl(ttl));
      var unused = connection.service().blockingStub().updateNamespace(request.build());
    }
  }
}
