package dev.conclave.workflows.plan.phase;

import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.SolutionTask;
import dev.conclave.workflows.discussion.Synthesis;
import java.util.List;
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
    round.crossVerification().agreements().stream()
        .flatMap(point -> point.positions().stream())
        .flatMap(position -> position.evidence().stream())
        .forEach(location -> files.add(location.file()));
    return files.stream().limit(MOST).toList();
  }
}
