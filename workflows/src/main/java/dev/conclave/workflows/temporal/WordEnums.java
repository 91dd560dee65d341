package dev.conclave.workflows.temporal;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleDeserializers;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Enums as lower-case words with hyphens, read with underscores and in any case as well. */
final class WordEnums extends SimpleModule {
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

  private static final class WordDeserializer<E extends Enum<E>> extends StdScalarDeserializer<E> {
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
