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

/**
 * The kinds of files that have a JSON Schema (2020-12), each complete in itself: those that ship in
 * {@code docs/schemas}. Thread-safe.
 */
enum ArtifactKind {
  SYNTHESIS,
  SESSION_STATE,
  CONTEXT_PACKAGE,
  PLAN,
  TASK,
  EXECUTION_CONTEXT;

  private final Schema schema =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(text(), InputFormat.JSON);

  /** The schema's file name in {@code docs/schemas}, and on the class path in {@code schemas}. */
  String schemaFile() {
    return Words.of(this) + ".schema.json";
  }

  /** The text of the schema. */
  String text() {
    String name = "/schemas/" + schemaFile();
    try (InputStream in = ArtifactKind.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What in a document is against the schema; empty when it is sound. */
  List<String> errors(JsonNode document) {
    return schema.validate(document).stream()
        .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
        .toList();
  }
}
