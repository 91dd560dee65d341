package dev.conclave.client.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code conclave watch}. */
@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    description = "Follow a session, and answer at its gates.")
final class WatchCommand implements Callable<Integer> {
  private final Surroundings around;
  @Mixin private SessionParameter session = new SessionParameter();
  @Mixin private JsonOption json = new JsonOption();
  @Mixin private BellOption bell = new BellOption();

  WatchCommand(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() {
    try (Backend backend = Backend.existing(around)) {
      return new Attendance(around, backend, json.wanted, bell.rings(around))
          .attend(backend.sessions().find(session.name));
    }
  }
}
