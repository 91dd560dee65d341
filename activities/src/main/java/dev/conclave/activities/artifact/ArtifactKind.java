package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Schema;
import dev.conclave.activities.discussion.ReplySchemas;
import dev.conclave.workflows.text.Words;
import java.util.List;

/** Kinds of files that have a JSON Schema in {@code docs/schemas}. Thread-safe. */
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
  USER_INTENT_MAPPING,
  REVIEW;

  private final Schema schema = ReplySchemas.schema(Words.of(this) + ".schema");

  /**
   * Returns the schema's file name in {@code docs/schemas}, and in {@code schemas} on the class
   * path.
   */
  String schemaFile() {
    return Words.of(this) + ".schema.json";
  }

  public List<String> errors(JsonNode document) {
    return ReplySchemas.errors(schema, document);
  }
}
