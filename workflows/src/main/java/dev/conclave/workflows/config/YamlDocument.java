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
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.io.IOException;
import java.io.UncheckedIOException;
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

/** A YAML file with the location of each value, for error messages. */
record YamlDocument(Path file, ObjectNode root, Map<JsonPointer, Place> places) {
  private static final String PLACES = "places";

  /**
   * Location of a value.
   *
   * @param line from 1
   * @param source as written: YAML parses 1.10 as a number and "yes" as a boolean, even where a
   *     text is expected
   */
  record Place(int line, String source) {}

  private static final YAMLMapper MAPPER =
      WireMapper.conventions(YAMLMapper.builder())
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .addModule(
              new SimpleModule("scalars")
                  .addDeserializer(
                      Duration.class,
                      new StdScalarDeserializer<Duration>(Duration.class) {
                        @Override
                        public Duration deserialize(
                            JsonParser parser, DeserializationContext context) throws IOException {
                          return Words.duration(parser.getText());
                        }
                      })
                  .addDeserializer(
                      String.class,
                      new StdScalarDeserializer<String>(String.class) {
                        @Override
                        public Object getEmptyValue(DeserializationContext context) {
                          return "";
                        }

                        @Override
                        public String deserialize(JsonParser parser, DeserializationContext context)
                            throws IOException {
                          JsonToken token = parser.currentToken();
                          if (!token.isScalarValue()) {
                            return (String) context.handleUnexpectedToken(String.class, parser);
                          }
                          return context.getAttribute(PLACES) instanceof Map<?, ?> places
                                  && places.get(parser.getParsingContext().pathAsPointer())
                                      instanceof Place place
                              ? place.source()
                              : parser.getText();
                        }
                      }))
          .build();

  private static final int MAX_BYTES = 1 << 20;

  /** Longest quoted value, in characters. */
  private static final int LONGEST = 60;

  /**
   * Reads a file; an empty one has no keys.
   *
   * @throws ConfigurationException when it is not a regular file, over 1 MiB, not UTF-8, or not a
   *     YAML mapping
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
      try (YAMLParser parser = MAPPER.getFactory().createParser(text)) {
        YamlDocument read = new YamlDocument(file, root, new HashMap<>());
        read.find(parser);
        read.dropNulls(root, JsonPointer.empty());
        return read;
      }
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new ConfigurationException(file + ":" + line + ": " + problem(e));
    } catch (AccessDeniedException e) {
      throw new ConfigurationException(file + ": cannot be read: permission denied");
    } catch (CharacterCodingException e) {
      throw new ConfigurationException(file + ": is not UTF-8; save it as UTF-8");
    } catch (IOException e) {
      throw new ConfigurationException(file + ": cannot be read: " + e.getMessage());
    }
  }

  static <T> T empty(Class<T> type) {
    return MAPPER.convertValue(Map.of(), type);
  }

  void require(boolean holds, String at, String message) {
    if (!holds) {
      throw error(JsonPointer.compile(at), message);
    }
  }

  <T> T bind(Class<T> type) {
    try {
      return MAPPER.readerFor(type).withAttribute(PLACES, places).readValue(root);
    } catch (UnrecognizedPropertyException e) {
      List<String> known = e.getKnownPropertyIds().stream().map(String::valueOf).sorted().toList();
      throw error(WireMapper.pointer(e), unknownKey(e.getPropertyName(), known));
    } catch (JsonMappingException e) {
      JsonPointer at = WireMapper.pointer(e);
      // A single value in place of a list has no index in the file.
      JsonPointer given = root.at(at).isMissingNode() ? Objects.requireNonNull(at.head()) : at;
      throw error(given, illTyped(root.at(given), !given.equals(at), e));
    } catch (JsonProcessingException e) {
      throw new ConfigurationException(file + ": " + problem(e));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a tree is read from memory
    }
  }

  /** Returns the message for an unknown key: the nearest known one, else all of them. */
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

  /**
   * Drops keys without a value. A list item without one is an error, and so is a tilde, which
   * usually means the home folder.
   */
  private void dropNulls(JsonNode node, JsonPointer at) {
    if (node.isNull()) {
      throw error(at, "has no value: remove it, or quote it");
    }
    if (node instanceof ObjectNode object) {
      object
          .properties()
          .removeIf(
              field -> field.getValue().isNull() && !isTilde(at.appendProperty(field.getKey())));
      object
          .properties()
          .forEach(field -> dropNulls(field.getValue(), at.appendProperty(field.getKey())));
    }
    for (int i = 0; node instanceof ArrayNode && i < node.size(); i++) {
      dropNulls(node.get(i), at.appendIndex(i));
    }
  }

  private boolean isTilde(JsonPointer at) {
    return Objects.requireNonNull(places.get(at)).source().equals("~");
  }

  /** Returns the parser's message without its indented excerpts. */
  private static String problem(JsonProcessingException e) {
    return e.getOriginalMessage()
        // Values that YAML parses as numbers, such as .inf.
        .replaceFirst("^Malformed numeric value ('.*')", "$1 is not a number: quote text")
        .lines()
        .filter(line -> !line.isBlank() && !Character.isWhitespace(line.charAt(0)))
        .limit(2)
        .collect(Collectors.joining("; "));
  }

  /**
   * Records the location of each value.
   *
   * @throws ConfigurationException for an alias, which Jackson replaces by the anchor's name, and
   *     for a second document, which would be ignored
   */
  private void find(YAMLParser parser) throws IOException {
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      JsonPointer at = parser.getParsingContext().pathAsPointer();
      int line = parser.currentTokenLocation().getLineNr();
      String source = token.isScalarValue() ? parser.getText() : "";
      if (at.matches() && !token.isStructEnd() && places.containsKey(at)) {
        throw new ConfigurationException(
            file + ":" + line + ": a second document begins here: use one document, without ---");
      }
      if (token == JsonToken.FIELD_NAME) {
        places.put(at, new Place(line, ""));
      } else {
        places.merge(at, new Place(line, source), (key, value) -> new Place(key.line(), source));
      }
      if (parser.isCurrentAlias()) {
        throw error(at, "is an alias, which is not supported: repeat the value");
      }
    }
  }

  /** Returns the line of a key, or of its nearest ancestor in the file; 1 when there is none. */
  private int line(JsonPointer key) {
    JsonPointer known = key;
    while (known != null && !places.containsKey(known)) {
      known = known.head();
    }
    return known == null ? 1 : Objects.requireNonNull(places.get(known)).line();
  }

  private static String illTyped(JsonNode given, boolean many, JsonMappingException e) {
    Class<?> wanted = e instanceof MismatchedInputException wrong ? wrong.getTargetType() : null;
    if (!many && (wanted == null || wanted == Duration.class)) {
      return problem(e);
    }
    String shown =
        given.isArray()
            ? "a list"
            : given.isObject() ? "a mapping" : '"' + Cut.shorten(given.asText(), LONGEST) + '"';
    return shown
        + " has the wrong type: use "
        + (many || wanted == null ? "a list" : Words.expected(wanted));
  }
}
