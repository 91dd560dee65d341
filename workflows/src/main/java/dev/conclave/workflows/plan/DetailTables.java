package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.temporal.Markdown;
import dev.conclave.workflows.temporal.Words;
import java.util.List;

/**
 * What a gate lets choose or confirm, as tables of Markdown. Cells have no margins in the Temporal
 * UI: columns of words side by side would run together, so the narrow ones are centered and few.
 */
final class DetailTables {
  private static final int CELL = 160;

  private DetailTables() {}

  /** The options; nothing when there are none. */
  static String options(List<Option> options) {
    if (options.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    text.append("| # | Option | Score | Effort, risk | Places there | By |\n");
    text.append("|---|---|:-:|:-:|:-:|---|\n");
    for (Option option : options) {
      text.append(
          "| %d | **%s**%s | %d | %s, %s | %d of %d | %s |\n"
              .formatted(
                  option.number(),
                  cell(option.name()),
                  tradeOffs(option),
                  Math.round(option.score()),
                  Words.of(option.effort()),
                  Words.of(option.risk()),
                  option.there(),
                  option.cited(),
                  cell(String.join(", ", option.sources()))));
    }
    return text.append('\n').toString();
  }

  private static String tradeOffs(Option option) {
    String pros = String.join("; ", option.pros());
    String cons = String.join("; ", option.cons());
    return (pros.isEmpty() ? "" : " Pro: " + cell(pros) + ".")
        + (cons.isEmpty() ? "" : " Con: " + cell(cons) + ".");
  }

  /** The tasks of a plan. */
  static String tasks(List<PlanTask> tasks) {
    StringBuilder text = new StringBuilder();
    text.append("| Task | What | Action, files | After |\n");
    text.append("|---|---|:-:|---|\n");
    for (PlanTask task : tasks) {
      text.append(
          "| %s | **%s**: %s | %s, %d | %s |\n"
              .formatted(
                  cell(task.id()),
                  cell(task.title()),
                  cell(task.description()),
                  cell(task.action()),
                  task.files().size(),
                  cell(String.join(", ", task.dependsOn()))));
    }
    return text.append('\n').toString();
  }

  private static String cell(String raw) {
    return Markdown.cell(raw, CELL);
  }
}
