package dev.conclave.worker.stack;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** The note of one process of the local stack: a pid file that cannot mistake another process. */
public record StateFile(Path path) {

  /**
   * A process that was started.
   *
   * @param process pid and start, so that a later process with the same pid is not taken for it
   * @param address of the server that it is, or that it works for
   * @param ui the Temporal UI; absent for a worker
   * @param program what was run
   * @param since when
   */
  public record Note(
      ProcessIdentity process,
      String address,
      Optional<String> ui,
      String program,
      Instant since) {}

  /** The note, if its process still runs. */
  public Optional<Note> alive() throws IOException {
    return read().filter(note -> note.process().isAlive());
  }

  /** What became of the process. */
  public Fate fate() throws IOException {
    Optional<Note> noted = read();
    if (noted.isEmpty()) {
      return new Fate.Absent();
    }
    Note note = noted.get();
    if (note.process().isAlive()) {
      return new Fate.Alive(note);
    }
    boolean sameBoot = self().map(us -> us.bootId().equals(note.process().bootId())).orElse(true);
    return sameBoot ? new Fate.Died(note) : new Fate.Rebooted(note);
  }

  /** The last note; empty without one, or when it was cut off by a full disk. */
  public Optional<Note> read() throws IOException {
    try {
      return Optional.of(WireMapper.get().readValue(Files.readAllBytes(path), Note.class));
    } catch (NoSuchFileException | JsonProcessingException e) {
      return Optional.empty();
    }
  }

  public void write(Note note) throws IOException {
    AtomicFiles.write(path, WireMapper.get().writeValueAsBytes(note));
  }

  /** Notes that this process is the one. */
  public void writeThisProcess(String address, String program) throws IOException {
    ProcessIdentity us =
        self().orElseThrow(() -> new IOException("this process cannot be identified"));
    // Not now: what a process has read of files, it may have read as it began.
    Instant begun = Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
    write(new Note(us, address, Optional.empty(), program, begun));
  }

  public void delete() throws IOException {
    Files.deleteIfExists(path);
  }

  /** Deletes the note of this process, which ends; that of another stays. */
  public void deleteThisProcess() throws IOException {
    Optional<Note> note = read();
    if (note.isPresent() && note.get().process().pid() == ProcessHandle.current().pid()) {
      delete();
    }
  }

  private static Optional<ProcessIdentity> self() {
    return ProcessIdentity.of(ProcessHandle.current().pid());
  }
}
