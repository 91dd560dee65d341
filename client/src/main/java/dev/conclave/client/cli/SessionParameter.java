package dev.conclave.client.cli;

import picocli.CommandLine.Parameters;

/** SESSION, the same for every command that names one. */
final class SessionParameter {
  @Parameters(
      index = "0",
      paramLabel = "SESSION",
      description = "A session's id, a unique prefix of it, or: last")
  String name = "";
}
