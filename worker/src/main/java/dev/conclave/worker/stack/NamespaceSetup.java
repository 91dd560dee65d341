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

/** What a namespace needs before sessions run in it. Everything may be repeated. */
public record NamespaceSetup(TemporalConnection connection) {

  /** How long a closed session stays on a server of ours; after that its folder is the record. */
  public static final Duration RETENTION = Duration.ofDays(90);

  /**
   * Registers the search attributes that are missing.
   *
   * @throws StatusRuntimeException when the server refuses, as for want of an operator's rights
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

  /** Lengthens the retention to {@link #RETENTION}; a longer one stays. */
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
