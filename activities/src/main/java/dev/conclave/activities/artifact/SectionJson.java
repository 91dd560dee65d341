package dev.conclave.activities.artifact;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;

/** The spelling of the sections: camelCase fields, lower-case words with underscores. */
final class SectionJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(new JavaTimeModule())
          .addModule(new SimpleModule().addSerializer(Enum.class, new WordWriter()))
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_ABSENT, JsonInclude.Include.USE_DEFAULTS))
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .build();

  private SectionJson() {}

  static ObjectNode write(Sections sections) {
    return MAPPER.valueToTree(sections);
  }

  @SuppressWarnings("rawtypes")
  private static final class WordWriter extends JsonSerializer<Enum> {
    @Override
    public void serialize(Enum value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(FileWords.of(value));
    }
  }
}
