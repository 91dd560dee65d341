package dev.conclave.activities.artifact;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.temporal.Invisible;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files of a session folder, by path relative to it. Nothing gets in with a secret in it or
 * against its schema: one file that does not fit must not keep the others from being written.
 *
 * @param notKept paths of files that cannot be made again, because their documents are gone; what
 *     stands on the disk is to stay
 * @param problems what does not fit its schema, one sentence each; always a defect of this program
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
    JsonNode clean = SecretFilter.inTexts(document, secrets::redact);
    List<String> errors = kind.errors(clean);
    if (!errors.isEmpty()) {
      problems.add(
          "%s does not fit docs/schemas/%s: %s"
              .formatted(path, kind.schemaFile(), String.join("; ", errors)));
      return;
    }
    try {
      put(path, Invisible.escaped(PRETTY.writeValueAsString(clean)) + "\n");
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
