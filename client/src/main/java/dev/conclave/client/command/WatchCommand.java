package dev.conclave.client.command;

import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code conclave watch}. */
@Command(
    name = "watch",
    description = "Follow a session live, and answer at its gates.",
    footer = {
      "",
      "At a terminal it asks you at each gate. In a pipe it prints what is awaited,",
      "and ends. Ctrl-C leaves the session running.",
      "",
      "Examples:",
      "  conclave watch last",
      "  conclave watch MCP-add-rate-limiting --json",
      "",
      "Exit codes: as of `conclave plan`."
    })
final class WatchCommand implements Callable<Integer> {
  private final CommandContext context;

  @Mixin private SharedOptions.SessionName session = new SharedOptions.SessionName();
  @Mixin private SharedOptions.Json json = new SharedOptions.Json();

  WatchCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    try (Backend backend = Backend.existing(context)) {
      return new Attendance(context, backend, json.wanted)
          .attend(backend.find(session.name), Instant.EPOCH);
    }
  }
}
