package dev.conclave.workflows.model;

/**
 * A document in a host's data folder; history carries this reference, never the content.
 *
 * @param digest SHA-256 of the content, 64 hexadecimal digits
 */
public record DocumentRef(String digest, long bytes) {}
