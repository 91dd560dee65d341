package dev.conclave.client.page;

import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanFile;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.plan.PlanAccount;
import dev.conclave.workflows.plan.PlanDraft;
import java.util.Locale;
import java.util.stream.Collectors;

/** The plan that awaits confirmation, or was confirmed. */
public final class PlanPage {
  private PlanPage() {}

  /** Writes the plan with all its tasks. */
  public static void write(Page page, PlanDraft draft) {
    Plan plan = draft.plan();
    page.heading("Plan: " + plan.summary());
    page.field("Approach", plan.approach());
    page.field(
        "Complexity",
        plan.complexity().name().toLowerCase(Locale.ROOT)
            + ", "
            + plan.estimatedTime()
            + ", recommended execution: "
            + plan.recommendedExecution());
    GatePage.write(page, PlanAccount.of(draft));
    overview(page, plan);
    plan.tasks().forEach(task -> write(page, task));
  }

  /** Writes a table of the tasks. */
  public static void overview(Page page, Plan plan) {
    Table table = new Table("Task", "Title", "Action", "Group", "After", "Files").right(3, 5);
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

  private static void write(Page page, PlanTask task) {
    page.heading(task.id() + " " + task.title());
    page.text(task.description());
    for (PlanFile file : task.files()) {
      String line = file.line() > 0 ? ":" + file.line() : "";
      page.item(
          Ink.NAME,
          2,
          file.action(),
          file.path() + line + (file.change().isBlank() ? "" : " - " + file.change()));
    }
    int step = 1;
    for (String text : task.implementation()) {
      page.item(2, step++ + ".", text);
    }
    page.item(
        Ink.GOOD, 2, "Done when", task.acceptance().stream().collect(Collectors.joining("; ")));
    page.item(Ink.FAINT, 2, "Verified by", task.verification());
    task.risks().forEach(risk -> page.item(Ink.CAREFUL, 2, "Risk", risk));
  }
}
