package dev.conclave.client.command;

import picocli.CommandLine.Option;

/** The option {@code --json}, shared by all commands. */
final class JsonOption {
  static final String NAME = "--json";

  @Option(names = NAME, order = 1, description = "Print only one JSON document on standard output.")
  boolean wanted;
}
