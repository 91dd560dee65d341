package dev.conclave.worker.stack;

import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.DataDisk;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * Says once when the disk runs full, and once when there is room again. A server that cannot write
 * takes no answers and looks as if its worker were gone. Not thread-safe.
 */
final class DiskAlarm {
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final DataFolder folder;
  private Instant last = Instant.MIN;
  private boolean rung;

  DiskAlarm(DataFolder folder) {
    this.folder = folder;
  }

  /** Looks, unless it has just looked. */
  void look(Instant now, Consumer<String> progress) throws IOException {
    if (!last.equals(Instant.MIN) && now.isBefore(last.plus(PAUSE))) {
      return;
    }
    last = now;
    long free = new DataDisk(folder).free();
    boolean full = free < DataDisk.LEAST;
    if (full && !rung) {
      progress.accept(
          "Only %s are free in %s: sessions stand still until there is room."
              .formatted(DiskSpace.human(free), folder.root()));
    } else if (!full && rung) {
      progress.accept("There is room again in " + folder.root() + ": sessions go on.");
    }
    rung = full;
  }
}
