package dev.conclave.client.command;

import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Parameters and options that several commands have in common. */
final class SharedOptions {
  private SharedOptions() {}

  static final class SessionName {
    @Parameters(
        index = "0",
        paramLabel = "SESSION",
        description =
            "A session id, a unique prefix of one, or last: the session that you started last.")
    String name = "";
  }

  static final class Json {
    static final String NAME = "--json";

    @Option(
        names = NAME,
        description = "Print one JSON document on standard output, and nothing else there.")
    boolean wanted;
  }
}
