package dev.conclave.activities.context;

import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.context.ContextActivities.Gathering;
import dev.conclave.workflows.context.PlanningConflict;
import dev.conclave.workflows.context.PlanningConflict.Change;
import dev.conclave.workflows.context.PlanningConflict.Impact;
import dev.conclave.workflows.context.PlanningConflict.Modification;
import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.context.Resolution;
import dev.conclave.workflows.context.Resolution.ResolutionKind;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Workspace;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Gathered contexts and the outcomes of their conflicts. */
final class Gatherings {
  static final String SESSION = "WFS-limit-rates";

  private Gatherings() {}

  static Gathering in(Path root, String task) {
    Workspace workspace =
        new Workspace(
            "host-1",
            "lima",
            "key-1",
            root.toString(),
            Optional.empty(),
            root.resolve(".workflow/.multi-cli-plan").toString(),
            true,
            Optional.empty());
    return new Gathering(
        SESSION,
        task,
        workspace,
        "tree",
        Optional.of("c0ffee"),
        List.of(),
        List.of("PLAN.md"),
        List.of("en"));
  }

  static Assembled assembled(List<String> critical, List<String> constraints) {
    return new Assembled(
        new DocumentRef("0".repeat(64), 0),
        List.of("patterns", "testing"),
        12,
        critical,
        "layers",
        "medium",
        constraints,
        List.of(),
        List.of());
  }

  static Modification update(String file, String before, String after) {
    return new Modification(file, "", Change.UPDATE, before, after, "agreed");
  }

  static Modification remove(String file, String text) {
    return new Modification(file, "", Change.REMOVE, text, "", "agreed");
  }

  static Modification add(String file, String section, String text) {
    return new Modification(file, section, Change.ADD, "", text, "agreed");
  }

  static Resolution chosen(String id, Modification... changes) {
    Strategy strategy =
        new Strategy(
            "Keep the old API",
            "approach",
            Level.LOW,
            Level.LOW,
            Level.LOW,
            List.of(),
            List.of(),
            List.of(),
            List.of(changes));
    return new Resolution(
        conflict(id),
        ResolutionKind.STRATEGY,
        Optional.of(strategy),
        List.of(),
        Optional.empty(),
        "a human");
  }

  static Resolution left(String id, ResolutionKind kind) {
    return new Resolution(conflict(id), kind, Optional.empty(), List.of(), Optional.empty(), "ann");
  }

  private static PlanningConflict conflict(String id) {
    return new PlanningConflict(
        id,
        "brief",
        "High",
        "API",
        List.of(),
        "description",
        new Impact("scope", "compatibility", false, ""),
        Optional.empty(),
        List.of(),
        1,
        List.of());
  }
}
