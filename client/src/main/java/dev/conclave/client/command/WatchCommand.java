package dev.conclave.client.command;

import dev.conclave.client.session.Backend;
import dev.conclave.client.terminal.Surroundings;
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
public final class WatchCommand implements Callable<Integer> {
  private final Surroundings around;
  @Mixin private SessionParameter session = new SessionParameter();
  @Mixin private JsonOption json = new JsonOption();
  @Mixin private BellOption bell = new BellOption();

  public WatchCommand(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() {
    try (Backend backend = Backend.existing(around)) {
      return new Attendance(around, backend, json.wanted, bell.rings(around))
          .attend(backend.find(session.name));
    }
  }
}
