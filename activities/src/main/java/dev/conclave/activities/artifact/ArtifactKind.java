package dev.conclave.activities.artifact;

/** The kinds of files that have a schema. */
public enum ArtifactKind {
  SYNTHESIS("synthesis"),
  SESSION_STATE("session-state"),
  CONTEXT_PACKAGE("context-package"),
  PLAN("plan"),
  TASK("task"),
  EXECUTION_CONTEXT("execution-context");

  private final String schema;

  ArtifactKind(String schema) {
    this.schema = schema;
  }

  /**
   * The schema's file name, in {@code docs/schemas} and on the class path below {@code schemas}.
   */
  public String schemaFile() {
    return schema + ".schema.json";
  }
}
