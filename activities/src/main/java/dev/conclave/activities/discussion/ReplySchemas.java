package dev.conclave.activities.discussion;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.conclave.activities.document.Resources;
import dev.conclave.workflows.text.WireMapper;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * JSON Schemas (draft 2020-12) of replies, and matching examples, as quoted in prompts. Analysts'
 * replies are checked against them.
 */
public final class ReplySchemas {
  private static final Schema ANALYSIS = schema("analysis");
  private static final Schema BALLOT = schema("ballot");
  static final Schema REVIEW = schema("review");

  /** Findings and votes of the examples, which no honest reply repeats. */
  private static final Set<JsonNode> EXAMPLES =
      Stream.of("analysis", "ballot", "perspective", "review")
          .flatMap(name -> findingsAndVotes(exampleJson(name)))
          .collect(Collectors.toSet());

  private ReplySchemas() {}

  public static String schemaText(String name) {
    return Resources.text(ReplySchemas.class, "/schemas/" + name + ".json");
  }

  public static String example(String name) {
    return Resources.text(ReplySchemas.class, "/schemas/" + name + "-example.json");
  }

  static List<String> deviations(JsonNode reply) {
    return errors(reply.has("votes") ? BALLOT : ANALYSIS, reply);
  }

  /** Returns the schema violations of a document, one sentence each. */
  public static List<String> errors(Schema schema, JsonNode document) {
    // As text, which contains no NaN: the validator throws on one.
    return schema.validate(document.toString(), InputFormat.JSON).stream()
        .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
        .distinct()
        .toList();
  }

  public static boolean hasFieldOf(Schema schema, JsonNode document) {
    JsonNode fields = schema.getSchemaNode().path("properties");
    return document.propertyStream().anyMatch(field -> fields.has(field.getKey()));
  }

  /** Returns whether an analyst's reply repeats a finding or vote of the prompt's example. */
  static boolean isExample(JsonNode reply) {
    return findingsAndVotes(reply).anyMatch(EXAMPLES::contains);
  }

  private static Stream<JsonNode> findingsAndVotes(JsonNode reply) {
    return Stream.of("findings", "votes").flatMap(field -> reply.path(field).valueStream());
  }

  public static Schema schema(String name) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(schemaText(name), InputFormat.JSON);
  }

  static JsonNode exampleJson(String name) {
    try {
      return WireMapper.get().readTree(example(name));
    } catch (JsonProcessingException broken) {
      throw new IllegalStateException("an example is not valid JSON", broken);
    }
  }
}
