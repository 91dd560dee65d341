package dev.conclave.workflows.temporal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.failure.v1.Failure;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import io.temporal.payload.codec.PayloadCodecException;
import io.temporal.payload.context.SerializationContext;
import java.lang.reflect.Type;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The outermost converter: every payload becomes a {@link Message} where one is wanted, and
 * whatever else cannot be read fails with one type of exception, be it its codec or its JSON.
 */
final class MessageConverter implements DataConverter {
  private final DataConverter inner;

  MessageConverter(DataConverter inner) {
    this.inner = inner;
  }

  @Override
  public DataConverter withContext(SerializationContext context) {
    return new MessageConverter(inner.withContext(context));
  }

  @Override
  public <T> Optional<Payload> toPayload(T value) {
    return inner.toPayload(value);
  }

  @Override
  public Optional<Payloads> toPayloads(Object... values) {
    return inner.toPayloads(values);
  }

  @Override
  public <T> T fromPayload(Payload payload, Class<T> valueClass, Type valueType) {
    return valueClass == Message.class
        ? valueClass.cast(message(payload))
        : read(() -> inner.fromPayload(payload, valueClass, valueType));
  }

  @Override
  public <T> T fromPayloads(
      int index, Optional<Payloads> content, Class<T> valueClass, Type valueType) {
    return read(() -> inner.fromPayloads(index, content, valueClass, valueType));
  }

  /** One by one, as the SDK does without a converter of one's own; what was not sent is nothing. */
  @Override
  public Object[] fromPayloads(
      Optional<Payloads> content, Class<?>[] valueClasses, Type[] valueTypes) {
    Object[] values = DataConverter.super.fromPayloads(content, valueClasses, valueTypes);
    for (int i = content.map(Payloads::getPayloadsCount).orElse(0); i < values.length; i++) {
      if (valueClasses[i] == Message.class) {
        values[i] = Message.NOTHING;
      }
    }
    return values;
  }

  @Override
  public Failure exceptionToFailure(Throwable throwable) {
    return inner.exceptionToFailure(throwable);
  }

  @Override
  public RuntimeException failureToException(Failure failure) {
    return read(() -> inner.failureToException(failure));
  }

  private Message message(Payload payload) {
    try {
      JsonNode content = fromPayload(payload, JsonNode.class, JsonNode.class);
      return content == null ? Message.NOTHING : Message.of(content);
    } catch (DataConverterException e) {
      return new Message.Unreadable(why(e));
    }
  }

  private static String why(DataConverterException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return Bounds.message(
        Optional.ofNullable(
            cause instanceof JsonProcessingException json
                ? "it is no JSON: " + json.getOriginalMessage()
                : cause.getMessage()));
  }

  private static <T> T read(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (PayloadCodecException e) {
      throw new DataConverterException(e.getMessage(), e);
    }
  }
}
