package dev.conclave.client.gate;

import java.util.Map;
import java.util.Optional;

/** What a person typed at a gate. */
sealed interface Said {
  /** An answer, with the words or the answers to questions that came with it. */
  record Chosen(GateChoice choice, Optional<String> words, Map<String, String> answers)
      implements Said {}

  /** The answer that was given before, and not carried out; sure where changes are accepted. */
  record Again(AnswerDraft draft, boolean sure) implements Said {}

  /** Something to look at. */
  record View(String what) implements Said {}

  record Help() implements Said {}

  /** The gate is left open. */
  record Later() implements Said {}

  /** Words that belong to none of the answers as they were typed; the message says why. */
  record Loose(String words, String message) implements Said {}

  /** Answers to questions of the gate, by their numbers. */
  record Numbered(Map<String, String> answers) implements Said {}

  /** Not understood; the message says what would be. */
  record Unclear(String message) implements Said {}
}
