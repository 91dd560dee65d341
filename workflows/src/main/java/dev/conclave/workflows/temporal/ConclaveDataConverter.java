package dev.conclave.workflows.temporal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import dev.conclave.workflows.config.Configuration.MessagePolicy;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.WireMapper;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.failure.v1.Failure;
import io.temporal.common.converter.CodecDataConverter;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.JacksonJsonPayloadConverter;
import io.temporal.common.converter.PayloadConverter;
import io.temporal.failure.ApplicationFailure;
import io.temporal.internal.worker.WorkflowExecutionException;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.PayloadCodecException;
import io.temporal.payload.context.ActivitySerializationContext;
import io.temporal.payload.context.SerializationContext;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * JSON by {@link WireMapper}, then {@link ConclaveCodec}. Unreadable data becomes an unreadable
 * {@link Message} where one is expected, else a {@link DataConverterException}.
 */
public final class ConclaveDataConverter implements DataConverter {
  private final DataConverter inner;
  private final ConclaveCodec codec;

  private ConclaveDataConverter(DataConverter inner, ConclaveCodec codec) {
    this.inner = inner;
    this.codec = codec;
  }

  /** Creates the converter. Without keys, small payloads stay readable. */
  public static DataConverter of(Optional<EncryptionKeys> keys) {
    return of(keys, "", MessagePolicy.LENIENT);
  }

  /**
   * Creates the converter for the sessions of a namespace.
   *
   * @param messages whether this process accepts only sealed payloads; for its messages, each
   *     session decides by its start options
   */
  public static DataConverter of(
      Optional<EncryptionKeys> keys, String namespace, MessagePolicy messages) {
    ConclaveCodec codec = new ConclaveCodec(keys, namespace, messages == MessagePolicy.SEALED);
    DefaultDataConverter json =
        DefaultDataConverter.newDefaultInstance()
            .withPayloadConverterOverrides(new BoundedJson(Integer.MAX_VALUE));
    // A failure's message may quote a payload, so both are encrypted or neither is.
    return new ConclaveDataConverter(
        new CodecDataConverter(json, List.of(codec), keys.isPresent()), codec);
  }

  /** Returns the codec for tools that read payloads, sealed or not. */
  public static PayloadCodec codec(Optional<EncryptionKeys> keys) {
    return new ConclaveCodec(keys, "", false);
  }

  /**
   * Makes the running session accept only payloads sealed for it, or any. Call it first in a run,
   * with the value from history.
   */
  public static void sealSession(boolean sealed) {
    ConclaveCodec.sealSession(sealed);
  }

  @Override
  public DataConverter withContext(SerializationContext context) {
    return new ConclaveDataConverter(inner.withContext(context), codec.withContext(context));
  }

  @Override
  public <T> Optional<Payload> toPayload(T value) {
    return inner.toPayload(value);
  }

  @Override
  public Optional<Payloads> toPayloads(Object... values) {
    try {
      return inner.toPayloads(values);
    } catch (DataConverterException e) {
      throw e.getCause() instanceof ApplicationFailure oversized ? oversized : e;
    }
  }

  @Override
  public <T> T fromPayload(Payload payload, Class<T> valueClass, Type valueType) {
    return valueClass == Message.class
        ? valueClass.cast(message(payload).sentAs(encoding(payload)))
        : read(() -> inner.fromPayload(payload, valueClass, valueType));
  }

  @Override
  public <T> T fromPayloads(
      int index, Optional<Payloads> content, Class<T> valueClass, Type valueType) {
    return read(() -> inner.fromPayloads(index, content, valueClass, valueType));
  }

  /**
   * Fills missing messages with {@link Message#NOTHING}.
   *
   * @throws ApplicationFailure non-retryable, when arguments of a workflow or activity are not
   *     sealed but must be
   */
  @Override
  public Object[] fromPayloads(
      Optional<Payloads> content, Class<?>[] valueClasses, Type[] valueTypes) {
    if (valueClasses.length > 0
        && valueClasses[0] != Message.class
        && codec.requiresSealedArguments()) {
      requireSealed(content.map(Payloads::getPayloadsList).orElse(List.of()), valueClasses.length);
    }
    Object[] values = DataConverter.super.fromPayloads(content, valueClasses, valueTypes);
    for (int i = content.map(Payloads::getPayloadsCount).orElse(0); i < values.length; i++) {
      if (valueClasses[i] == Message.class) {
        values[i] = Message.NOTHING;
      }
    }
    return values;
  }

  private void requireSealed(List<Payload> arguments, int count) {
    try {
      codec.requireSealed(arguments);
      if (arguments.size() < count) {
        throw new NotSealed("nothing was sent");
      }
    } catch (NotSealed e) {
      throw ApplicationFailure.newNonRetryableFailure(
          "refused because of messages: sealed: " + e.getMessage(), FailureTypes.NOT_SEALED);
    }
  }

  @Override
  public Failure exceptionToFailure(Throwable throwable) {
    // The SDK converts a refused update twice; the second conversion would encrypt "Encoded
    // failure".
    return throwable instanceof WorkflowExecutionException converted
        ? converted.getFailure()
        : throwable.getCause() instanceof WorkflowExecutionException converted
            ? converted.getFailure()
            : inner.exceptionToFailure(throwable);
  }

  @Override
  public RuntimeException failureToException(Failure failure) {
    return read(
        () -> {
          // An activity's failure details come from a worker, which seals them.
          if (failure.hasActivityFailureInfo() && failure.getCause().hasApplicationFailureInfo()) {
            codec.requireSealedIfDemanded(failure.getCause().getEncodedAttributes());
          }
          return inner.failureToException(failure);
        });
  }

  private static String encoding(Payload payload) {
    return payload.getMetadataOrDefault("encoding", ByteString.EMPTY).toStringUtf8();
  }

  private Message message(Payload payload) {
    try {
      JsonNode content = fromPayload(payload, JsonNode.class, JsonNode.class);
      return content == null ? Message.NOTHING : Message.of(content);
    } catch (DataConverterException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      return Message.unreadable(
          Optional.of(
              Bounds.message(
                  Optional.ofNullable(
                      cause instanceof JsonProcessingException json
                          ? "invalid JSON: " + json.getOriginalMessage()
                          : cause.getMessage()))),
          NotSealed.isCauseOf(e));
    }
  }

  private static <T> T read(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (PayloadCodecException e) {
      throw new DataConverterException(e.getMessage(), e);
    }
  }

  /** Refuses oversized activity arguments and results before the server does. */
  private static final class BoundedJson extends JacksonJsonPayloadConverter {
    /** 256 KiB of JSON, before compression. */
    private static final int MAX_BYTES = 256 << 10;

    /** For a session's state, which limits its own size; the server accepts 2 MiB. */
    private static final int MAX_STATE_BYTES = 3 << 19;

    private final int most;

    BoundedJson(int most) {
      super(WireMapper.get());
      this.most = most;
    }

    @Override
    public PayloadConverter withContext(SerializationContext context) {
      return new BoundedJson(
          context instanceof ActivitySerializationContext activity
              ? activity.isLocal() || TaskQueues.takesStates(activity.getActivityTaskQueue())
                  ? MAX_STATE_BYTES
                  : MAX_BYTES
              : Integer.MAX_VALUE);
    }

    @Override
    public Optional<Payload> toData(Object value) {
      Optional<Payload> payload = super.toData(value);
      payload
          .map(Payload::getData)
          .filter(data -> data.size() > most)
          .ifPresent(
              data -> {
                String type = value.getClass().getSimpleName();
                throw ApplicationFailure.newNonRetryableFailure(
                    "%s has %d KiB; the history limit is %d KiB; the largest part is %s"
                        .formatted(type, data.size() >> 10, most >> 10, largestField(data, type)),
                    FailureTypes.OVERSIZED);
              });
      return payload;
    }

    /**
     * Returns a path such as {@code AskReply.text}, descending while one child holds over half of
     * its parent.
     */
    private static String largestField(ByteString json, String root) {
      try {
        return descend(WireMapper.get().readTree(json.newInput()), root);
      } catch (IOException e) {
        return root;
      }
    }

    private static String descend(JsonNode node, String path) {
      int half = node.toString().length() / 2;
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        if (field.getValue().toString().length() > half) {
          return descend(field.getValue(), path + "." + field.getKey());
        }
      }
      return node.isArray() ? path + "[" + node.size() + "]" : path;
    }
  }
}
