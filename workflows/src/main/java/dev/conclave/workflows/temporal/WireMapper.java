package dev.conclave.workflows.temporal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.MapperBuilder;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleDeserializers;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The one JSON mapper of what crosses a process: snake_case fields, enums as lower-case words with
 * hyphens ({@code more_analysis} is read as {@code more-analysis}), ISO 8601 times, unknown fields
 * ignored so that old and new programs mix. Thread-safe.
 */
public final class WireMapper {
  private static final JsonMapper MAPPER = build();

  private WireMapper() {}

  /** The shared mapper; never reconfigure it. */
  public static JsonMapper get() {
    return MAPPER;
  }

  private static JsonMapper build() {
    JsonMapper.Builder builder = conventions(JsonMapper.builder());
    // What an older program did not send is empty, never null: records need no guards of their own.
    for (Class<?> type : List.of(List.class, Map.class, Set.class, String.class, Optional.class)) {
      builder.withConfigOverride(
          type, o -> o.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)));
    }
    return builder.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
  }

  /** The same names, words and times for a mapper of another format or strictness. */
  public static <M extends ObjectMapper, B extends MapperBuilder<M, B>> B conventions(B builder) {
    return builder
        .addModule(new Jdk8Module())
        .addModule(new JavaTimeModule())
        .addModule(new WordEnums())
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .serializationInclusion(JsonInclude.Include.NON_ABSENT)
        .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS);
  }

  /** Enums as lower-case words with hyphens, read with underscores and in any case as well. */
  private static final class WordEnums extends SimpleModule {
    private static final long serialVersionUID = 1L;

    WordEnums() {
      super("word-enums");
      addSerializer(
          Enum.class,
          new JsonSerializer<>() {
            @Override
            public void serialize(Enum value, JsonGenerator generator, SerializerProvider provider)
                throws IOException {
              generator.writeString(Words.of(value));
            }
          });
      addKeySerializer(
          Enum.class,
          new JsonSerializer<>() {
            @Override
            public void serialize(Enum value, JsonGenerator generator, SerializerProvider provider)
                throws IOException {
              generator.writeFieldName(Words.of(value));
            }
          });
    }

    @Override
    public void setupModule(SetupContext context) {
      super.setupModule(context);
      context.addDeserializers(
          new SimpleDeserializers() {
            private static final long serialVersionUID = 1L;

            @Override
            @SuppressWarnings({"unchecked", "rawtypes"})
            public JsonDeserializer<?> findEnumDeserializer(
                Class<?> type, DeserializationConfig config, BeanDescription description) {
              return new WordDeserializer((Class<? extends Enum>) type);
            }
          });
      context.addKeyDeserializers(
          (JavaType type, DeserializationConfig config, BeanDescription description) ->
              type.isEnumType() ? new WordKey(type.getRawClass()) : null);
    }

    private static final class WordKey extends KeyDeserializer {
      private final Class<?> type;

      WordKey(Class<?> type) {
        this.type = type;
      }

      @Override
      @SuppressWarnings({"unchecked", "rawtypes"})
      public Object deserializeKey(String key, DeserializationContext context) throws IOException {
        java.util.Optional<?> found = Words.parse((Class<? extends Enum>) type, key);
        if (found.isEmpty()) {
          throw new IOException("unknown word \"" + key + "\" for " + type.getSimpleName());
        }
        return found.get();
      }
    }

    private static final class WordDeserializer<E extends Enum<E>>
        extends StdScalarDeserializer<E> {
      private static final long serialVersionUID = 1L;
      private final Class<E> type;

      WordDeserializer(Class<E> type) {
        super(type);
        this.type = type;
      }

      @Override
      public E deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        String word = parser.getValueAsString("");
        return Words.parse(type, word)
            .orElseThrow(
                () ->
                    context.weirdStringException(
                        word.toLowerCase(Locale.ROOT),
                        type,
                        "one of "
                            + Arrays.stream(type.getEnumConstants())
                                .map(Words::of)
                                .collect(Collectors.joining(", "))));
      }
    }
  }
}
