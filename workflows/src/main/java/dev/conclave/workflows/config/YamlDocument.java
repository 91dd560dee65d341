package dev.conclave.workflows.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A YAML file with the lines of its keys, so that whatever is wrong with it can be pointed at. */
final class YamlDocument {
  private static final YAMLMapper MAPPER =
      WireMapper.conventions(YAMLMapper.builder())
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .addModule(
              new SimpleModule("durations")
                  .addDeserializer(Duration.class, new Durations.Deserializer()))
          .build();

  private final Path file;
  private final ObjectNode root;
  private final KeyLines lines;

  private YamlDocument(Path file, ObjectNode root, KeyLines lines) {
    this.file = file;
    this.root = root;
    this.lines = lines;
  }

  /**
   * Reads a file; an empty one has no keys.
   *
   * @throws ConfigurationException when it is no regular file, over 1 MiB, not UTF-8, or not a YAML
   *     mapping
   */
  static YamlDocument read(Path file, LinkOption... links) {
    String text = YamlText.read(file, links);
    try {
      JsonNode tree = MAPPER.readTree(text);
      if (tree.isMissingNode() || tree.isNull()) {
        return new YamlDocument(file, MAPPER.createObjectNode(), KeyLines.NONE);
      }
      if (!(tree instanceof ObjectNode root)) {
        throw new ConfigurationException(file + ":1: expected keys and values, such as `slots: 4`");
      }
      dropNulls(root);
      try (JsonParser parser = MAPPER.createParser(text)) {
        return new YamlDocument(file, root, KeyLines.of(parser));
      }
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new ConfigurationException(file + ":" + line + ": " + problem(e));
    } catch (IOException e) {
      throw new ConfigurationException(file + ": cannot be read: " + e.getMessage());
    }
  }

  ObjectNode root() {
    return root;
  }

  /** An error at a key. */
  ConfigurationException error(JsonPointer at, String message) {
    String name = at.toString().isEmpty() ? "" : dotted(at) + ": ";
    return new ConfigurationException(file + ":" + lines.of(at) + ": " + name + message);
  }

  /** Refuses the document at a key unless something holds. */
  void require(boolean holds, String at, String message) {
    if (!holds) {
      throw error(JsonPointer.compile(at), message);
    }
  }

  /** Binds the document to a record; whatever it has beside the record's own keys is refused. */
  <T> T bind(Class<T> type, UnknownKey unknown) {
    try {
      return MAPPER.treeToValue(root, type);
    } catch (UnrecognizedPropertyException e) {
      List<String> known = e.getKnownPropertyIds().stream().map(String::valueOf).sorted().toList();
      throw error(pointer(e), unknown.explain(e.getPropertyName(), known));
    } catch (JsonMappingException e) {
      JsonPointer at = pointer(e);
      // One value that stands for a list of one has no index in the file.
      JsonPointer given = root.at(at).isMissingNode() ? at.head() : at;
      throw error(
          given,
          IllTyped.sentence(root.at(given), !given.equals(at), e).orElseGet(() -> problem(e)));
    } catch (JsonProcessingException e) {
      throw new ConfigurationException(file + ": " + problem(e));
    }
  }

  /** What is said of a key that the record does not have. */
  interface UnknownKey {
    String explain(String key, List<String> known);
  }

  /** The sentence for a key that means nothing. */
  static String unknownKey(String key, List<String> known) {
    Optional<String> near = Suggestion.of(key, known);
    return "unknown key; "
        + near.map(word -> "did you mean \"" + word + "\"?")
            .orElseGet(() -> "known here: " + String.join(", ", known));
  }

  static String dotted(JsonPointer pointer) {
    return pointer.toString().substring(1).replace('/', '.').replace("~1", "/").replace("~0", "~");
  }

  /** A key without a value, as when all below it is commented out, counts as absent. */
  private static void dropNulls(JsonNode node) {
    if (node instanceof ObjectNode object) {
      List<String> empty = new ArrayList<>();
      object.properties().stream()
          .filter(f -> f.getValue().isNull())
          .forEach(f -> empty.add(f.getKey()));
      object.remove(empty);
    }
    if (node instanceof ObjectNode || node instanceof ArrayNode) {
      node.forEach(YamlDocument::dropNulls);
    }
  }

  private static JsonPointer pointer(JsonMappingException e) {
    JsonPointer pointer = JsonPointer.empty();
    for (JsonMappingException.Reference reference : e.getPath()) {
      pointer =
          reference.getFieldName() == null
              ? pointer.appendIndex(reference.getIndex())
              : pointer.appendProperty(reference.getFieldName());
    }
    return pointer;
  }

  /** What is wrong, without the excerpts and positions that the parser adds on indented lines. */
  private static String problem(JsonProcessingException e) {
    return e.getOriginalMessage()
        .lines()
        .filter(line -> !line.isBlank() && !Character.isWhitespace(line.charAt(0)))
        .limit(2)
        .collect(Collectors.joining("; "));
  }
}
