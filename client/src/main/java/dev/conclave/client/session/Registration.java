package dev.conclave.client.session;

import dev.conclave.workflows.temporal.SearchAttributes;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.grpc.StatusRuntimeException;
import io.temporal.api.operatorservice.v1.ListSearchAttributesRequest;
import io.temporal.common.SearchAttributeKey;
import io.temporal.serviceclient.OperatorServiceStubs;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Which of our search attributes a namespace lacks. */
public final class Registration {
  private Registration() {}

  /** Names of those that are missing; all of them when the server does not tell. */
  public static List<String> missing(TemporalConnection connection) {
    OperatorServiceStubs operator = connection.operator();
    try {
      Set<String> known =
          operator
              .blockingStub()
              .withDeadlineAfter(TemporalConnection.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
              .listSearchAttributes(
                  ListSearchAttributesRequest.newBuilder()
                      .setNamespace(connection.namespace())
                      .build())
              .getCustomAttributesMap()
              .keySet();
      return ours().stream().filter(name -> !known.contains(name)).toList();
    } catch (StatusRuntimeException e) {
      return ours();
    } finally {
      operator.shutdownNow();
    }
  }

  private static List<String> ours() {
    return SearchAttributes.all().stream().map(SearchAttributeKey::getName).toList();
  }
}
