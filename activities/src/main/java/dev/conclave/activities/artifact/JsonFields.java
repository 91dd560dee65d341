package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.text.WireMapper;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A JSON object, built field by field in the order of its file. */
public record JsonFields(ObjectNode json) {
  public JsonFields() {
    this(JsonNodeFactory.instance.objectNode());
  }

  /** Adds a field: a value for {@link WireMapper} or other fields; nothing if it is absent. */
  public JsonFields with(String name, @Nullable Object value) {
    if (value instanceof Optional<?> optional) {
      optional.ifPresent(present -> with(name, present));
    } else if (value != null) {
      json.set(name, node(value));
    }
    return this;
  }

  /** Adds a field of a nested object, {@code object/field}, creating the object if missing. */
  public JsonFields at(String path, Object value) {
    int slash = path.lastIndexOf('/');
    JsonFields object = new JsonFields(json.withObject("/" + path.substring(0, slash)));
    object.with(path.substring(slash + 1), value);
    return this;
  }

  /** Adds a field that is null if there is no value. */
  public JsonFields orNull(String name, @Nullable Object value) {
    json.putNull(name);
    return with(name, value);
  }

  public <T> JsonFields each(String name, List<T> items, Function<? super T, ?> shape) {
    return with(name, items.stream().map(shape).toList());
  }

  /** Does not copy values that are JSON already, because files nest deeply. */
  private static JsonNode node(Object value) {
    if (value instanceof JsonFields fields) {
      return fields.json;
    } else if (value instanceof List<?> items) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      items.forEach(item -> array.add(node(item)));
      return array;
    }
    return value instanceof JsonNode ready ? ready : WireMapper.get().valueToTree(value);
  }
}
