package dev.conclave.workflows.plan;

import dev.conclave.workflows.temporal.Bounds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a planner is told beside documents. Pure. */
final class PlanNotes {
  private PlanNotes() {}

  static Map<String, String> of(PlanSession session, Planner.Wanted wanted) {
    Map<String, String> notes = new LinkedHashMap<>();
    notes.put("solution", wanted.solution().name());
    put(notes, "constraints", numbered(wanted.terms().constraints()));
    put(notes, "scope-included", wanted.terms().scope().included());
    put(notes, "scope-excluded", wanted.terms().scope().excluded());
    session.directionText.ifPresent(words -> notes.put("direction", words));
    put(notes, "decided", Clarifications.decided(session.decisions()));
    put(notes, "clarifications", Clarifications.before(session.decisions(), false));
    put(
        notes,
        "wishes",
        Kept.of(session.decisions()).wishes().stream()
            .filter(text -> !wanted.wish().map(Bounds::shortened).equals(Optional.of(text)))
            .toList());
    wanted.wish().ifPresent(text -> notes.put("modify", text));
    return notes;
  }

  /** A plan names a constraint by its number. */
  private static List<String> numbered(List<String> constraints) {
    List<String> numbered = new ArrayList<>();
    constraints.forEach(text -> numbered.add((numbered.size() + 1) + ". " + text));
    return numbered;
  }

  private static void put(Map<String, String> notes, String name, List<String> lines) {
    if (!lines.isEmpty()) {
      notes.put(name, String.join("\n", lines));
    }
  }
}
