package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
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
public enum ArtifactKind {
  SYNTHESIS("synthesis"),
  SESSION_STATE("session-state"),
  CONTEXT_PACKAGE("context-package"),
  PLAN("plan"),
  TASK("task"),
  EXECUTION_CONTEXT("execution-context");

  private final String file;
  private final Schema schema;

  ArtifactKind(String name) {
    file = name + ".schema.json";
    schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(text(), InputFormat.JSON);
  }

  /**
   * The schema's file name, in {@code docs/schemas} and on the class path below {@code schemas}.
   */
  public String schemaFile() {
    return file;
  }

  /** The text of the schema. */
  public String text() {
    String name = "/schemas/" + file;
    try (InputStream in = ArtifactKind.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Holds a document against the schema; empty when it is sound. */
  public List<String> errors(JsonNode document) {
    return schema.validate(document).stream()
        .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
        .toList();
  }
}
