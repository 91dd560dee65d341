package dev.conclave.client.command;

import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.text.WireMapper;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Generates the JSON schema of a type as our mapper prints it. */
final class JsonSchemas {
  private final Map<String, ObjectNode> definitions = new TreeMap<>();
  private final Map<Class<?>, String> names = new HashMap<>();

  private JsonSchemas() {}

  static ObjectNode of(String title, JavaType type) {
    JsonSchemas schemas = new JsonSchemas();
    ObjectNode schema = object();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", title);
    if (type.isCollectionLikeType()) {
      schema.setAll(schemas.type(type));
    } else {
      schema.setAll(schemas.bean(type));
    }
    if (!schemas.definitions.isEmpty()) {
      ObjectNode definitions = schema.putObject("$defs");
      schemas.definitions.forEach(definitions::set);
    }
    return schema;
  }

  private ObjectNode type(JavaType type) {
    Class<?> raw = type.getRawClass();
    if (raw == Optional.class) {
      return type(type.containedType(0));
    }
    if (type.isCollectionLikeType()) {
      ObjectNode array = object().put("type", "array");
      array.set("items", type(type.getContentType()));
      return array;
    }
    if (type.isMapLikeType()) {
      ObjectNode map = object().put("type", "object");
      map.set("additionalProperties", type(type.getContentType()));
      return map;
    }
    if (raw.isEnum()) {
      return words(raw);
    }
    return simple(raw).orElseGet(() -> reference(type));
  }

  private static Optional<ObjectNode> simple(Class<?> raw) {
    if (raw == String.class || raw == Path.class) {
      return Optional.of(object().put("type", "string"));
    }
    if (raw == boolean.class || raw == Boolean.class) {
      return Optional.of(object().put("type", "boolean"));
    }
    if (raw == double.class || raw == Double.class) {
      return Optional.of(object().put("type", "number"));
    }
    if (raw == int.class || raw == long.class || raw == Integer.class || raw == Long.class) {
      return Optional.of(object().put("type", "integer"));
    }
    if (raw == Instant.class) {
      return Optional.of(object().put("type", "string").put("format", "date-time"));
    }
    if (raw == Duration.class) {
      return Optional.of(object().put("type", "string").put("format", "duration"));
    }
    return JsonNode.class.isAssignableFrom(raw) ? Optional.of(object()) : Optional.empty();
  }

  private static ObjectNode words(Class<?> raw) {
    ObjectNode choice = object();
    ArrayNode words = choice.putArray("enum");
    for (Object constant : raw.getEnumConstants()) {
      words.add(WireMapper.get().<JsonNode>valueToTree(constant));
    }
    return choice;
  }

  private ObjectNode reference(JavaType type) {
    String name = names.computeIfAbsent(type.getRawClass(), this::name);
    if (!definitions.containsKey(name)) {
      definitions.put(name, object()); // types may be recursive
      definitions.put(name, bean(type));
    }
    return object().put("$ref", "#/$defs/" + name);
  }

  /** Distinguishes records of the same name by their enclosing type. */
  private String name(Class<?> type) {
    String name = type.getSimpleName();
    Class<?> whole = type.getEnclosingClass();
    return names.containsValue(name) && whole != null ? whole.getSimpleName() + name : name;
  }

  private ObjectNode bean(JavaType type) {
    ObjectNode bean = object().put("type", "object");
    if (type.getRawClass().isSealed()) {
      ObjectNode all = bean.putObject("properties");
      for (Class<?> one : type.getRawClass().getPermittedSubclasses()) {
        if (!one.isEnum()) {
          JavaType carried = WireMapper.get().constructType(one);
          all.setAll((ObjectNode) bean(carried).get("properties"));
        }
      }
      bean.putArray("required");
      return bean;
    }
    ArrayNode required = bean.putArray("required");
    ObjectNode properties = bean.putObject("properties");
    for (BeanPropertyDefinition property :
        WireMapper.get().getSerializationConfig().introspect(type).findProperties()) {
      JavaType held = property.getAccessor().getType();
      if (property.getAccessor().hasAnnotation(JsonUnwrapped.class)) {
        ObjectNode inner = bean(held);
        required.addAll((ArrayNode) inner.get("required"));
        properties.setAll((ObjectNode) inner.get("properties"));
      } else {
        properties.set(property.getName(), type(held));
        boolean always = property.findInclusion().getValueInclusion() != Include.NON_EMPTY;
        if (always && held.getRawClass() != Optional.class && !isNullable(property)) {
          required.add(property.getName());
        }
      }
    }
    return bean;
  }

  private static boolean isNullable(BeanPropertyDefinition property) {
    AnnotatedElement held = property.getAccessor().getAnnotated();
    return held instanceof Method method
        ? method.getAnnotatedReturnType().isAnnotationPresent(Nullable.class)
        : held instanceof Field field
            && field.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static ObjectNode object() {
    return WireMapper.get().createObjectNode();
  }
}
