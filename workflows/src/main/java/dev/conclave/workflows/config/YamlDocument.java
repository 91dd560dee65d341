package dev.conclave.workflows.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** A YAML file with the lines of its keys, so that whatever is wrong with it can be pointed at. */
record YamlDocument(Path file, ObjectNode root, Map<JsonPointer, Integer> lines) {
  private static final YAMLMapper MAPPER =
      WireMapper.conventions(YAMLMapper.builder())
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .addModule(
              new SimpleModule("durations")
                  .addDeserializer(
                      Duration.class,
                      new StdScalarDeserializer<Duration>(Duration.class) {
                        @Override
                        public Duration deserialize(
                            JsonParser parser, DeserializationContext context) throws IOException {
                          return Words.duration(parser.getText());
                        }
                      }))
          .build();

  private static final int MAX_BYTES = 1 << 20;

  /** Of a value that is quoted, in characters. */
  private static final int LONGEST = 60;

  /**
   * Reads a file; an empty one has no keys.
   *
   * @throws ConfigurationException when it is no regular file, over 1 MiB, not UTF-8, or not a YAML
   *     mapping
   */
  static YamlDocument read(Path file, LinkOption... links) {
    try {
      if (!Files.isRegularFile(file, links) || Files.size(file) > MAX_BYTES) {
        throw new ConfigurationException(file + ": is not a regular file of at most 1 MiB");
      }
      String text = Files.readString(file);
      JsonNode tree = MAPPER.readTree(text);
      if (tree.isMissingNode() || tree.isNull()) {
        return new YamlDocument(file, MAPPER.createObjectNode(), Map.of());
      }
      if (!(tree instanceof ObjectNode root)) {
        throw new ConfigurationException(file + ":1: expected keys and values, such as `slots: 4`");
      }
      dropNulls(root);
      try (JsonParser parser = MAPPER.createParser(text)) {
        return new YamlDocument(file, root, lines(parser));
      }
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new ConfigurationException(file + ":" + line + ": " + problem(e));
    } catch (AccessDeniedException e) {
      throw new ConfigurationException(
          file + ": cannot be read: you have no permission to read it");
    } catch (CharacterCodingException e) {
      throw new ConfigurationException(file + ": is not UTF-8; save it as UTF-8");
    } catch (IOException e) {
      throw new ConfigurationException(file + ": cannot be read: " + e.getMessage());
    }
  }

  /** What a record is without any of its keys. */
  static <T> T empty(Class<T> type) {
    return MAPPER.convertValue(Map.of(), type);
  }

  /** Refuses the document at a key unless something holds. */
  void require(boolean holds, String at, String message) {
    if (!holds) {
      throw error(JsonPointer.compile(at), message);
    }
  }

  /** Binds the document to a record; whatever it has beside the record's own keys is refused. */
  <T> T bind(Class<T> type) {
    try {
      return MAPPER.treeToValue(root, type);
    } catch (UnrecognizedPropertyException e) {
      List<String> known = e.getKnownPropertyIds().stream().map(String::valueOf).sorted().toList();
      throw error(WireMapper.pointer(e), unknownKey(e.getPropertyName(), known));
    } catch (JsonMappingException e) {
      JsonPointer at = WireMapper.pointer(e);
      // One value that stands for a list of one has no index in the file.
      JsonPointer given = root.at(at).isMissingNode() ? Objects.requireNonNull(at.head()) : at;
      throw error(given, illTyped(root.at(given), !given.equals(at), e));
    } catch (JsonProcessingException e) {
      throw new ConfigurationException(file + ": " + problem(e));
    }
  }

  /** The sentence for a key that means nothing: the nearest known one, else all of them. */
  static String unknownKey(String key, Collection<String> known) {
    return "unknown key; "
        + Words.nearest(key, known)
            .map(best -> "did you mean \"" + best + "\"?")
            .orElseGet(() -> "known keys: " + String.join(", ", known));
  }

  private ConfigurationException error(JsonPointer at, String message) {
    String dotted = at.toString().replaceFirst("/", "").replace('/', '.').replace("~1", "/");
    return new ConfigurationException(
        "%s:%d: %s%s".formatted(file, line(at), dotted.isEmpty() ? "" : dotted + ": ", message));
  }

  /** A key without a value counts as absent. */
  private static void dropNulls(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.remove(
          object.properties().stream()
              .filter(field -> field.getValue().isNull())
              .map(Map.Entry::getKey)
              .toList());
    }
    if (node instanceof ObjectNode || node instanceof ArrayNode) {
      node.forEach(YamlDocument::dropNulls);
    }
  }

  /** The parser's message without its excerpts, which are indented. */
  private static String problem(JsonProcessingException e) {
    return e.getOriginalMessage()
        .lines()
        .filter(line -> !line.isBlank() && !Character.isWhitespace(line.charAt(0)))
        .limit(2)
        .collect(Collectors.joining("; "));
  }

  /** On which line, from 1, each key stands. */
  private static Map<JsonPointer, Integer> lines(JsonParser parser) throws IOException {
    Map<JsonPointer, Integer> lines = new HashMap<>();
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      lines.putIfAbsent(
          parser.getParsingContext().pathAsPointer(), parser.currentTokenLocation().getLineNr());
    }
    return lines;
  }

  /** The line of a key, or of the nearest above it that is there; 1 when none is. */
  private int line(JsonPointer key) {
    JsonPointer known = key;
    while (known != null && !lines.containsKey(known)) {
      known = known.head();
    }
    return known == null ? 1 : lines.getOrDefault(known, 1);
  }

  /** Says what was given and what is to be written. */
  private static String illTyped(JsonNode given, boolean many, JsonMappingException e) {
    Class<?> wanted = e instanceof MismatchedInputException wrong ? wrong.getTargetType() : null;
    if (!many && (wanted == null || wanted == Duration.class)) {
      return problem(e);
    }
    String shown =
        given.isArray()
            ? "a list"
            : given.isObject()
                ? "a key with others below it"
                : '"' + Cut.shown(given.asText(), LONGEST) + '"';
    return shown
        + " does not fit: write "
        + (many || wanted == null ? "a list" : Words.expected(wanted));
  }
}
