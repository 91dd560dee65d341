package dev.conclave.client.command;

import picocli.CommandLine.Option;

/** {@code --json}, the same for every command. */
public final class JsonOption {
  public static final String NAME = "--json";

  @Option(
      names = NAME,
      description = "Print one JSON document on standard output, and nothing else there.")
  public boolean wanted;
}
