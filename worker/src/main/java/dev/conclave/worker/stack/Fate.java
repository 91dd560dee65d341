package dev.conclave.worker.stack;

import dev.conclave.worker.stack.StateFile.Note;

/** What became of a process that the local stack started last. */
public sealed interface Fate {

  /** It was never started, or was stopped in order. */
  record Absent() implements Fate {}

  /** It runs. */
  record Alive(Note note) implements Fate {}

  /** It ended without having been asked to. */
  record Died(Note note) implements Fate {}

  /** The machine was started anew, which nothing survives. */
  record Rebooted(Note note) implements Fate {}
}
