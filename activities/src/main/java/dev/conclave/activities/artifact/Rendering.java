package dev.conclave.activities.artifact;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.secret.Redaction;
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
 * The content of a session folder.
 *
 * @param files by path relative to the folder
 * @param notKept paths of files that cannot be made again, because their documents are gone; what
 *     stands on the disk is to stay
 * @param problems what was left out because it does not fit its schema, one sentence each; always a
 *     defect of this program
 */
public record Rendering(
    SortedMap<String, byte[]> files, List<String> notKept, List<String> problems) {

  /**
   * Collects the files of one rendering. Nothing gets in with a secret in it or against its schema:
   * one file that does not fit must not keep the others from being written.
   */
  static final class RenderingInProgress {
    private static final ObjectWriter PRETTY = WireMapper.get().writerWithDefaultPrettyPrinter();

    private final SecretFilter secrets;
    private final SortedMap<String, byte[]> files = new TreeMap<>();
    private final List<String> notKept = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    RenderingInProgress(SecretFilter secrets) {
      this.secrets = secrets;
    }

    void add(ArtifactKind kind, String path, ObjectNode document) {
      JsonNode clean = new Redaction(secrets::redact).in(document);
      List<String> errors = kind.errors(clean);
      if (!errors.isEmpty()) {
        problems.add(
            "%s does not fit docs/schemas/%s: %s"
                .formatted(path, kind.schemaFile(), String.join("; ", errors)));
        return;
      }
      try {
        files.put(path, bytes(Invisible.escaped(PRETTY.writeValueAsString(clean)) + "\n"));
      } catch (JsonProcessingException e) {
        throw new UncheckedIOException(e);
      }
    }

    void add(String path, String text) {
      files.put(path, bytes(secrets.redact(text)));
    }

    void addNotKept(String path) {
      notKept.add(path);
    }

    List<String> notKept() {
      return List.copyOf(notKept);
    }

    List<String> problems() {
      return List.copyOf(problems);
    }

    Rendering done() {
      return new Rendering(files, notKept(), problems());
    }

    static byte[] bytes(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }
}
