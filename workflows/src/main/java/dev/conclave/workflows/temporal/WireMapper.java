package dev.conclave.workflows.temporal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.MapperBuilder;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
}
