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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The JSON Schemas (2020-12) of the files, each complete in itself; the ones that ship in {@code
 * docs/schemas}. Thread-safe.
 */
public final class ArtifactSchemas {
  private static final Map<ArtifactKind, Schema> SCHEMAS = load();

  private ArtifactSchemas() {}

  /** Holds a document against the schema of its kind; empty when it is sound. */
  public static List<String> validate(ArtifactKind kind, JsonNode document) {
    Schema schema = SCHEMAS.get(kind);
    if (schema == null) {
      throw new IllegalStateException("no schema for " + kind);
    }
    return schema.validate(document).stream()
        .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
        .toList();
  }

  /** The text of a schema. */
  public static String text(ArtifactKind kind) {
    String name = "/schemas/" + kind.schemaFile();
    try (InputStream in = ArtifactSchemas.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<ArtifactKind, Schema> load() {
    SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    Map<ArtifactKind, Schema> schemas = new EnumMap<>(ArtifactKind.class);
    for (ArtifactKind kind : ArtifactKind.values()) {
      schemas.put(kind, registry.getSchema(text(kind), InputFormat.JSON));
    }
    return schemas;
  }
}
