package dev.conclave.client.page;

import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Table;
import dev.conclave.client.view.Field;
import dev.conclave.client.view.Formats;
import dev.conclave.client.view.GateView;
import dev.conclave.client.view.RoundSummary;
import dev.conclave.client.view.Tone;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.SolutionTask;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.text.Words;

/** A drafted or confirmed plan, and the solutions behind it. */
public final class PlanPage {
  private PlanPage() {}

  public static void write(Page page, PlanDraft draft) {
    Plan plan = draft.plan();
    page.heading("Plan: " + plan.summary());
    page.field(Field.quote("Approach", plan.approach()));
    page.field(
        "Complexity",
        "%s, %s, recommended execution: %s"
            .formatted(
                Words.of(plan.complexity()), plan.estimatedTime(), plan.recommendedExecution()));
    draft.notes().forEach(note -> GatePage.write(page, GateView.line(note)));
    overview(page, plan);
    plan.tasks().forEach(task -> write(page, task));
  }

  public static void overview(Page page, Plan plan) {
    Table table =
        new Table("Task", "Title", "Action", "Group", "After", "Files").right(3, 5).ours(2);
    for (PlanTask task : plan.tasks()) {
      table.row(
          task.id(),
          task.title(),
          task.action(),
          task.executionGroup(),
          String.join(", ", task.dependsOn()),
          task.files().size());
    }
    page.gap().table(table);
  }

  /** Quotes an agent's assessment; without one, the program speaks. */
  private static Field assessment(String name, String words) {
    return new Field(name, words, !words.equals(Solution.NOT_ASSESSED));
  }

  private static void write(Page page, PlanTask task) {
    page.heading(task.id() + " " + task.title());
    page.quote(task.description());
    for (PlanFile file : task.files()) {
      String line = file.line() > 0 ? ":" + file.line() : "";
      page.quote(
          Tone.NAME,
          2,
          file.action(),
          file.path() + line + (file.change().isBlank() ? "" : " - " + file.change()));
    }
    int step = 1;
    for (String text : task.implementation()) {
      page.quote(Tone.PLAIN, 2, step++ + ".", text);
    }
    page.quote(Tone.GOOD, 2, "Done when", String.join("; ", task.acceptance()));
    page.quote(Tone.FAINT, 2, "Verified by", task.verification());
    task.risks().forEach(risk -> page.quote(Tone.CAREFUL, 2, "Risk", risk));
  }

  public static void write(Page page, int number, Solution solution) {
    page.heading(number + ". " + solution.name());
    page.quote(solution.description());
    page.gap();
    page.field("Proposed by", String.join(", ", solution.sourceCli()));
    if (!solution.rankedFirstBy().isEmpty()) {
      page.field(
          Field.quote(
              "Ranked first",
              page.screen().ours("by") + " " + String.join(", ", solution.rankedFirstBy())));
    }
    page.field(
        "Assessment",
        "score %s of 100, task feasible %s, effort %s, risk %s, %d of %s verified"
            .formatted(
                Formats.points(solution.score()),
                RoundSummary.formatFeasibility(solution.feasibility()),
                Words.of(solution.effort()),
                Words.of(solution.risk()),
                solution.verified(),
                Words.counted(solution.cited(), "citation")));
    page.field("Breakdown", solution.scoreFrom());
    page.field(assessment("Maintainability", solution.maintainability()));
    page.field(assessment("Performance", solution.performanceImpact()));
    solution.pros().forEach(pro -> page.quote(Tone.GOOD, 0, "+", pro));
    solution.cons().forEach(con -> page.quote(Tone.BAD, 0, "-", con));
    solution
        .differences()
        .forEach(text -> page.quote(Tone.PLAIN, 0, "the plan must choose:", text));
    solution.revisions().forEach(text -> page.quote(Tone.PLAIN, 0, "change requested by", text));
    solution.objections().forEach(text -> page.quote(Tone.CAREFUL, 0, "objection by", text));
    solution.technicalConcerns().forEach(concern -> page.quote(Tone.CAREFUL, 0, "!", concern));
    for (CodeLocation file : solution.affectedFiles()) {
      page.quote(
          Tone.NAME, 0, file.file() + (file.line() > 0 ? ":" + file.line() : ""), file.reason());
    }
    for (SolutionTask task : solution.implementationPlan().tasks()) {
      page.quote(
          Tone.PLAIN,
          0,
          task.id(),
          task.name() + (task.keyPoint().isBlank() ? "" : ". " + task.keyPoint()));
    }
  }
}
