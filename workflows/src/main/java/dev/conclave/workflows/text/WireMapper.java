package dev.conclave.workflows.text;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.MapperBuilder;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.lang.reflect.Executable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The JSON mapper for data that crosses processes: snake_case fields, enums as hyphenated words,
 * ISO 8601 times, unknown fields ignored, so that old and new programs can exchange data.
 * Thread-safe.
 */
public final class WireMapper {
  private static final JsonMapper MAPPER =
      conventions(JsonMapper.builder())
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private WireMapper() {}

  /** Returns the shared mapper; never reconfigure it. */
  public static JsonMapper get() {
    return MAPPER;
  }

  /** Returns the location of a value of the wrong type. */
  public static JsonPointer pointer(JsonMappingException e) {
    JsonPointer pointer = JsonPointer.empty();
    for (JsonMappingException.Reference reference : e.getPath()) {
      pointer =
          reference.getFieldName() == null
              ? pointer.appendIndex(reference.getIndex())
              : pointer.appendProperty(reference.getFieldName());
    }
    return pointer;
  }

  /** Replaces every text of a document in place; returns the document. */
  public static JsonNode mapTexts(JsonNode document, UnaryOperator<String> change) {
    if (document instanceof ObjectNode object) {
      object.properties().forEach(field -> field.setValue(mapTexts(field.getValue(), change)));
    } else if (document instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, mapTexts(array.path(i), change));
      }
    }
    return document.isTextual() ? TextNode.valueOf(change.apply(document.asText())) : document;
  }

  /** Applies the same names, words and times to a mapper of another format or strictness. */
  public static <M extends ObjectMapper, B extends MapperBuilder<M, B>> B conventions(B builder) {
    // Missing values become empty, never null unless the component is @Nullable, so records need no
    // guards.
    for (Class<?> type : List.of(List.class, Map.class, Set.class, String.class, Optional.class)) {
      builder.withConfigOverride(
          type, o -> o.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)));
    }
    return builder
        .addModule(new Jdk8Module())
        .addModule(new JavaTimeModule())
        .annotationIntrospector(introspector())
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .serializationInclusion(JsonInclude.Include.NON_ABSENT)
        .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
        .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS);
  }

  /**
   * Writes enums as lower-case words with hyphens; also reads underscores and spaces. A missing
   * {@link Nullable} component is null.
   */
  private static JacksonAnnotationIntrospector introspector() {
    return new JacksonAnnotationIntrospector() {
      @Override
      public JsonSetter.Value findSetterInfo(Annotated member) {
        return member instanceof AnnotatedParameter one
                && one.getOwner().getAnnotated() instanceof Executable creator
                && creator.getAnnotatedParameterTypes()[one.getIndex()].isAnnotationPresent(
                    Nullable.class)
            ? JsonSetter.Value.forValueNulls(Nulls.SET)
            : super.findSetterInfo(member);
      }

      @Override
      public String[] findEnumValues(
          MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, String[] names) {
        return Arrays.stream(constants).map(Words::of).toArray(String[]::new);
      }

      @Override
      public void findEnumAliases(
          MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, String[][] aliases) {
        for (int i = 0; i < constants.length; i++) {
          String name = constants[i].name();
          aliases[i] = new String[] {name, name.replace('_', ' ')};
        }
      }
    };
  }
}
