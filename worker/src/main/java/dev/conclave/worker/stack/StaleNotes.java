package dev.conclave.worker.stack;

import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Notes of processes that run no more, and were not stopped in order. */
public final class StaleNotes {
  private StaleNotes() {}

  /**
   * One of them.
   *
   * @param name of what ran: {@code server}, {@code worker} or {@code up}
   * @param story what became of it, for people
   */
  public record Stale(String name, Path file, String story) {

    /** Removes the note. */
    public void forget() throws IOException {
      new StateFile(file).delete();
    }
  }

  /** Those in the data folder. */
  public static List<Stale> in(DataFolder folder) throws IOException {
    List<Stale> stale = new ArrayList<>();
    for (String name : List.of("server", "worker", "up")) {
      Path file = folder.server().resolve(name + ".json");
      story(new StateFile(file).fate()).ifPresent(story -> stale.add(new Stale(name, file, story)));
    }
    return stale;
  }

  private static Optional<String> story(Fate fate) {
    if (fate instanceof Fate.Died died) {
      return Optional.of(
          "pid %d, started %s, ended without being asked"
              .formatted(died.note().process().pid(), died.note().since()));
    }
    if (fate instanceof Fate.Rebooted rebooted) {
      return Optional.of(
          "started %s, before the machine was started anew".formatted(rebooted.note().since()));
    }
    return Optional.empty();
  }
}
