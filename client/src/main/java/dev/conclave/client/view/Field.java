package dev.conclave.client.view;

/** A named value. */
public record Field(String name, String value) {}
