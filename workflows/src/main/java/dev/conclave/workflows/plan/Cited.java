package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Ledger.Point.State;
import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.SolutionTask;
import dev.conclave.workflows.discussion.Synthesis;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/** The files that a decision rests on. Pure. */
final class Cited {
  private static final int MOST = 500;

  private Cited() {}

  /** The files of a solution, and those that the round's agreements cite. */
  static List<String> files(Solution solution, Synthesis round) {
    TreeSet<String> files = new TreeSet<>();
    solution.affectedFiles().stream().map(CodeLocation::file).forEach(files::add);
    solution.implementationPlan().tasks().stream().map(SolutionTask::files).forEach(files::addAll);
    Map<String, Statement> statements = round.ledger().byId();
    round.ledger().points(State.AGREED).stream()
        .flatMap(point -> point.members().stream())
        .map(statements::get)
        .filter(Objects::nonNull)
        .flatMap(said -> said.places().stream())
        .forEach(location -> files.add(location.file()));
    return files.stream().limit(MOST).toList();
  }
}
