package dev.conclave.client.gate;

import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.workflows.gate.Gate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The offer to give an answer once more that the workspace hindered. The first time Enter gives it,
 * and what has changed is asked about; where that led nowhere, Enter leads in no circle: a letter
 * of its own takes the changes along. Not thread-safe.
 */
final class AnotherTry {
  private static final Set<String> ACCEPT = Set.of("y", "yes", "--accept-drift", "accept-drift");

  private final AnswerDraft draft;
  private final List<String> drift;

  /** What hindered it before, too; empty the first time. */
  private final List<String> still;

  private boolean declined;

  private AnotherTry(AnswerDraft draft, List<String> drift, List<String> still) {
    this.draft = draft;
    this.drift = drift;
    this.still = still;
  }

  /** The offer at this gate; empty where the answer does not fit it. */
  static Optional<AnotherTry> at(Gate gate, Optional<Hindered> hindered) {
    List<String> drift = gate.shown().drift();
    return hindered
        .filter(hindrance -> hindrance.answer().fitsAgain(gate))
        .map(
            hindrance ->
                new AnotherTry(
                    hindrance.answer(),
                    drift,
                    drift.stream().filter(hindrance.before()::contains).toList()));
  }

  /** The question below the list of answers. */
  String question() {
    return insists()
        ? "Answer (y: once more with what changed, ? helps):"
        : "Answer (Enter: once more, ? helps):";
  }

  /** Whether this is the offer that was typed. */
  Optional<Said> read(String line) {
    String typed = line.strip().toLowerCase(Locale.ROOT);
    if (ACCEPT.contains(typed)) {
      return Optional.of(new Said.Again(draft, true));
    }
    return typed.isEmpty() && !insists()
        ? Optional.of(new Said.Again(draft, false))
        : Optional.empty();
  }

  /** The person was asked about the changes and went back. */
  void declined() {
    declined = true;
  }

  /** Writes the offer above the answers of the gate. */
  void write(Page page) {
    if (!insists()) {
      page.text(Ink.PLAIN, 1, "Enter: your answer once more, as the workspace is now:")
          .verbatim(3, AnswerArguments.of(draft));
      return;
    }
    if (!still.isEmpty()) {
      page.item(Ink.CAREFUL, 1, "!", "It keeps changing, and held your answer up before:");
      still.forEach(each -> page.item(3, "·", each));
    }
    page.text(
            Ink.PLAIN,
            1,
            "y: your answer once more, with --accept-drift, whatever has changed by then (now "
                + String.join(", ", drift)
                + "):")
        .verbatim(3, AnswerArguments.of(draft));
  }

  private boolean insists() {
    return declined || !still.isEmpty();
  }
}
