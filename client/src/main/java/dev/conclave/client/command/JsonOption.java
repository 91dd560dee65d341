package dev.conclave.client.command;

import picocli.CommandLine.Option;

/** {@code --json}, the same for every command. */
final class JsonOption {
  static final String NAME = "--json";

  @Option(
      names = NAME,
      description = "Print one JSON document on standard output, and nothing else there.")
  boolean wanted;
}
