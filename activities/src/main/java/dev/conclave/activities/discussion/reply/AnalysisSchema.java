package dev.conclave.activities.discussion.reply;

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

/** The JSON Schema (draft 2020-12) of an analysis, as prompts quote it and replies are held to. */
public final class AnalysisSchema {
  private static final String JSON = read("/schemas/analysis.json");
  private static final String EXAMPLE = read("/schemas/analysis-example.json");
  private static final Schema SCHEMA = schema(JSON);
  private static final Schema BALLOT = schema(read("/schemas/ballot.json"));

  private AnalysisSchema() {}

  private static Schema schema(String json) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(json, InputFormat.JSON);
  }

  /** A resource of the folder of schemas, such as {@code ballot.json}. */
  public static String resource(String name) {
    return read("/schemas/" + name);
  }

  /** The schema's text. */
  public static String json() {
    return JSON;
  }

  /** A reply that the schema accepts. */
  public static String example() {
    return EXAMPLE;
  }

  /** Where a reply leaves the schema, one sentence each; empty when it does not. */
  public static List<String> deviations(JsonNode reply) {
    return (reply.has("votes") ? BALLOT : SCHEMA)
        .validate(reply.toString(), InputFormat.JSON).stream()
            .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
            .distinct()
            .toList();
  }

  private static String read(String resource) {
    try (InputStream stream = AnalysisSchema.class.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new IllegalStateException(resource + " is missing from the class path");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
