package dev.conclave.client.view;

/** A value with the name of what it is. */
public record Field(String name, String value) {}
