package dev.conclave.activities.agent;

/**
 * The form of a reply.
 *
 * @param schema JSON Schema
 * @param example valid against it
 */
public record Expected(String schema, String example) {}
