package dev.conclave.workflows.temporal;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.failure.v1.Failure;
import io.temporal.common.converter.DataConverter;
import io.temporal.failure.ApplicationFailure;
import io.temporal.payload.context.ActivitySerializationContext;
import io.temporal.payload.context.SerializationContext;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Optional;

/**
 * Refuses what is too large for an activity's argument or result, before the server does. On the
 * activity's side the refusal fails the activity; on the workflow's side it is thrown where the
 * activity is called, as a failure that workflow code can catch and that otherwise fails the
 * workflow, never a workflow task again and again. What a workflow carries on (its state through
 * continue-as-new, the answer of a query) is bounded by the workflow itself and passes.
 */
final class ActivityBoundsConverter implements DataConverter {

  /** 256 KiB of JSON, before compression. */
  static final int MAX_BYTES = 256 << 10;

  private final DataConverter json;
  private final boolean bounded;

  ActivityBoundsConverter(DataConverter json) {
    this(json, false);
  }

  private ActivityBoundsConverter(DataConverter json, boolean bounded) {
    this.json = json;
    this.bounded = bounded;
  }

  @Override
  public DataConverter withContext(SerializationContext context) {
    return new ActivityBoundsConverter(
        json.withContext(context), context instanceof ActivitySerializationContext);
  }

  @Override
  public <T> Optional<Payload> toPayload(T value) {
    Optional<Payload> payload = json.toPayload(value);
    payload.ifPresent(made -> check(value, made));
    return payload;
  }

  @Override
  public Optional<Payloads> toPayloads(Object... values) {
    Optional<Payloads> payloads = json.toPayloads(values);
    payloads.ifPresent(
        made -> {
          for (int i = 0; i < made.getPayloadsCount(); i++) {
            check(values[i], made.getPayloads(i));
          }
        });
    return payloads;
  }

  @Override
  public <T> T fromPayload(Payload payload, Class<T> valueClass, Type valueType) {
    return json.fromPayload(payload, valueClass, valueType);
  }

  @Override
  public <T> T fromPayloads(
      int index, Optional<Payloads> content, Class<T> valueClass, Type valueType) {
    return json.fromPayloads(index, content, valueClass, valueType);
  }

  @Override
  public Failure exceptionToFailure(Throwable throwable) {
    return json.exceptionToFailure(throwable); // unbounded: a refusal of a failure would hide it
  }

  @Override
  public RuntimeException failureToException(Failure failure) {
    return json.failureToException(failure);
  }

  private void check(Object value, Payload payload) {
    int bytes = payload.getData().size();
    if (bounded && bytes > MAX_BYTES) {
      String type = value.getClass().getSimpleName();
      throw ApplicationFailure.newNonRetryableFailure(
          "%s has %d KiB, more than the %d KiB that a history takes; most of it in %s"
              .formatted(type, bytes >> 10, MAX_BYTES >> 10, largestField(payload.getData(), type)),
          FailureTypes.OVERSIZED);
    }
  }

  /** A path such as {@code AskReply.text}: down as long as one child holds most of its parent. */
  private static String largestField(ByteString json, String root) {
    try {
      return descend(WireMapper.get().readTree(json.newInput()), root);
    } catch (IOException e) {
      return root; // not JSON: bytes have no fields
    }
  }

  private static String descend(JsonNode node, String path) {
    int half = size(node) / 2;
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (size(field.getValue()) > half) {
        return descend(field.getValue(), path + "." + field.getKey());
      }
    }
    return node.isArray() ? path + "[" + node.size() + "]" : path;
  }

  private static int size(JsonNode node) {
    return node.toString().length();
  }
}
