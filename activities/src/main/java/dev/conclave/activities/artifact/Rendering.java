package dev.conclave.activities.artifact;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.text.WireMapper;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Files of a session folder by path, without secrets and checked against their schemas. {@code
 * notKept} are paths that can no longer be rendered; {@code problems} are defects of this program.
 */
record Rendering(
    SecretFilter secrets,
    SortedMap<String, byte[]> files,
    List<String> notKept,
    List<String> problems) {
  private static final ObjectWriter PRETTY = WireMapper.get().writerWithDefaultPrettyPrinter();

  Rendering(SecretFilter secrets) {
    this(secrets, new TreeMap<>(), new ArrayList<>(), new ArrayList<>());
  }

  void add(ArtifactKind kind, String path, ObjectNode document) {
    JsonNode clean = WireMapper.mapTexts(document, secrets::redact);
    if (check(kind, path, clean)) {
      put(path, clean);
    }
  }

  /** Returns whether a document matches its schema; records a problem if not. */
  boolean check(ArtifactKind kind, String path, JsonNode document) {
    List<String> errors = kind.errors(document);
    if (!errors.isEmpty()) {
      problems.add(
          "%s does not match docs/schemas/%s: %s"
              .formatted(path, kind.schemaFile(), String.join("; ", errors)));
    }
    return errors.isEmpty();
  }

  /** Adds an internal document, which has no schema. */
  void add(String path, ObjectNode document) {
    put(path, WireMapper.mapTexts(document, secrets::redact));
  }

  private void put(String path, JsonNode clean) {
    try {
      put(path, PRETTY.writeValueAsString(clean) + "\n");
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  void add(String path, String text) {
    put(path, secrets.redact(text));
  }

  private void put(String path, String text) {
    files.put(path, text.getBytes(StandardCharsets.UTF_8));
  }
}
