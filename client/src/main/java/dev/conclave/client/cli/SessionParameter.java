package dev.conclave.client.cli;

import picocli.CommandLine.Parameters;

/** SESSION, the same for every command that names one. */
final class SessionParameter {
  @Parameters(
      index = "0",
      paramLabel = "SESSION",
      completionCandidates = Candidates.SessionNames.class,
      description = "An id, the unique beginning of one, or last: the one started last.")
  String name = "";
}
