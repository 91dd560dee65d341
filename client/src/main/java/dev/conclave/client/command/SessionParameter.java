package dev.conclave.client.command;

import picocli.CommandLine.Parameters;

/** SESSION, the same for every command that names one. */
public final class SessionParameter {
  @Parameters(
      index = "0",
      paramLabel = "SESSION",
      completionCandidates = Candidates.SessionNames.class,
      description = "An id, the unique beginning of one, or last: the one started last.")
  public String name = "";
}
