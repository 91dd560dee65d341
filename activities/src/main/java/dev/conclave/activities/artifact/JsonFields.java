package dev.conclave.activities.artifact;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.temporal.WireMapper;
import java.util.Optional;

/** A JSON object, written field by field in the order of its file. */
final class JsonFields {
  private final ObjectNode json = JsonNodeFactory.instance.objectNode();

  /**
   * Adds a field.
   *
   * @param value anything that {@link WireMapper} writes, or other fields; a field whose {@link
   *     Optional} is empty is left out
   */
  JsonFields with(String name, Object value) {
    if (value instanceof Optional<?> optional) {
      optional.ifPresent(present -> with(name, present));
    } else {
      json.set(name, WireMapper.get().valueToTree(value));
    }
    return this;
  }

  /** Adds a field that is null when there is no value. */
  JsonFields orNull(String name, Optional<?> value) {
    json.putNull(name);
    return with(name, value);
  }

  @JsonValue
  ObjectNode json() {
    return json;
  }
}
