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
 * The JSON Schemas (draft 2020-12) of replies and the examples that pass them, as prompts quote
 * them. An analyst's reply is held to its schema.
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

  /** The schema of {@code analysis}, {@code ballot}, {@code moderation} or {@code plan-reply}. */
  public static String schemaText(String name) {
    return Resources.text(ReplySchemas.class, "/schemas/" + name + ".json");
  }

  public static String example(String name) {
    return Resources.text(ReplySchemas.class, "/schemas/" + name + "-example.json");
  }

  /** Where an analyst's reply leaves the schema, one sentence each; empty when it does not. */
  static List<String> deviations(JsonNode reply) {
    return errors(reply.has("votes") ? BALLOT : ANALYSIS, reply);
  }

  /** Where a document leaves a schema, one sentence each; empty when it does not. */
  public static List<String> errors(Schema schema, JsonNode document) {
    // As text: it holds no NaN, at which the validator throws.
    return schema.validate(document.toString(), InputFormat.JSON).stream()
        .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
        .distinct()
        .toList();
  }

  /** Whether a document has a field of a schema. */
  public static boolean isMeant(Schema schema, JsonNode document) {
    JsonNode fields = schema.getSchemaNode().path("properties");
    return document.propertyStream().anyMatch(field -> fields.has(field.getKey()));
  }

  /** Whether an analyst's reply finds or votes what the example of its prompt does. */
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
      throw new IllegalStateException("an example is no JSON", broken);
    }
  }
}
