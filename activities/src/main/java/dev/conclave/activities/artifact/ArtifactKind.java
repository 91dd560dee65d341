package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.conclave.workflows.temporal.Words;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The kinds of files that have a JSON Schema in {@code docs/schemas}. Thread-safe. */
public enum ArtifactKind {
  SYNTHESIS,
  SESSION_STATE,
  CONTEXT_PACKAGE,
  PLAN,
  TASK,
  EXECUTION_CONTEXT,
  TOPIC_RESULT,
  INTERACTIVE_RESULT,
  DISCOVERY,
  EXPLORATION,
  EXPLORATIONS_MANIFEST,
  CONFLICT_RESOLUTION,
  FULL_CONTEXT,
  USER_INTENT_MAPPING;

  private final Schema schema =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(text(), InputFormat.JSON);

  /** The schema's name in {@code docs/schemas}, and in {@code schemas} on the class path. */
  String schemaFile() {
    return Words.of(this) + ".schema.json";
  }

  String text() {
    String name = "/schemas/" + schemaFile();
    try (InputStream in = ArtifactKind.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where a document leaves its schema, one text each; empty when it does not. */
  public List<String> errors(JsonNode document) {
    return schema.validate(document).stream()
        .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
        .toList();
  }
}
