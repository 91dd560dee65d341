package dev.conclave.client.page;

import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Score;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.SolutionTask;
import dev.conclave.workflows.temporal.Words;

/** A solution in full: what a person reads before approving it. */
public final class SolutionPage {
  private SolutionPage() {}

  /**
   * Writes it.
   *
   * @param number from 1, as the gate counts
   */
  public static void write(Page page, int number, Solution solution) {
    page.heading(number + ". " + solution.name());
    page.text(solution.description());
    page.gap();
    page.field("Proposed by", String.join(", ", solution.sourceCli()));
    if (!solution.rankedFirstBy().isEmpty()) {
      page.field("Ranked first", "by " + String.join(", ", solution.rankedFirstBy()));
    }
    page.field(
        "Judged",
        "score %s, task feasible %s, effort %s, risk %s%s, %d of %s there"
            .formatted(
                Figures.points(solution.score()),
                RoundPage.said(solution.feasibility()),
                Words.of(solution.effort()),
                Words.of(solution.risk()),
                solution.riskInferred() ? " (inferred)" : "",
                solution.verified(),
                Figures.count(solution.cited(), "place")));
    Score.parts(solution).ifPresent(parts -> page.field("Score is", parts));
    page.field("Upkeep", solution.maintainability());
    page.field("Performance", solution.performanceImpact());
    solution.pros().forEach(pro -> page.item(Ink.GOOD, 0, "+", pro));
    solution.cons().forEach(con -> page.item(Ink.BAD, 0, "-", con));
    solution.differences().forEach(text -> page.item(0, "the plan has to choose:", text));
    solution.revisions().forEach(text -> page.item(0, "to be changed, says", text));
    solution.objections().forEach(text -> page.item(Ink.CAREFUL, 0, "objection of", text));
    solution.technicalConcerns().forEach(concern -> page.item(Ink.CAREFUL, 0, "!", concern));
    for (CodeLocation file : solution.affectedFiles()) {
      page.item(
          Ink.NAME, 0, file.file() + (file.line() > 0 ? ":" + file.line() : ""), file.reason());
    }
    for (SolutionTask task : solution.implementationPlan().tasks()) {
      page.item(
          0, task.id(), task.name() + (task.keyPoint().isBlank() ? "" : ". " + task.keyPoint()));
    }
  }
}
