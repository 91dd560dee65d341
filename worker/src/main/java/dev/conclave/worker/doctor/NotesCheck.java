package dev.conclave.worker.doctor;

import dev.conclave.worker.stack.StaleNotes;
import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.util.List;

/** What processes of the local stack left behind when they died. */
record NotesCheck(DataFolder folder) implements Check {

  @Override
  public String subject() {
    return "local stack";
  }

  @Override
  public List<Diagnosis> examine() throws IOException {
    return StaleNotes.in(folder).stream().map(this::diagnosis).toList();
  }

  private Diagnosis diagnosis(StaleNotes.Stale stale) {
    return Diagnosis.mendable(
        Finding.doubtful(stale.name() + " note", stale.story(), ""),
        () -> {
          stale.forget();
          return "Removed the note of a "
              + stale.name()
              + " that runs no more: "
              + stale.file()
              + ".";
        });
  }
}
