package dev.conclave.client.page;

import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Table;
import dev.conclave.client.view.GateView;
import dev.conclave.client.view.Tone;
import dev.conclave.workflows.context.PlanningConflict;
import dev.conclave.workflows.context.PlanningConflict.Modification;
import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.text.Words;

/** A conflict between a task and the existing code, with strategies to resolve it. */
final class ConflictPage {
  private ConflictPage() {}

  /** Writes the notes about a conflict, and its strategies with pros and cons. */
  static void write(Page page, GateView gate) {
    gate.subject().forEach(note -> page.quote(page.screen().ours(note.text())));
    Table table = new Table("#", "Strategy", "Effort", "Risk", "Changes").right(0).ours(2, 3, 4);
    for (Option option : gate.options()) {
      table.row(
          option.number(),
          option.name(),
          Words.of(option.effort()),
          Words.of(option.risk()),
          option.files() == 0 ? "no document" : Words.counted(option.files(), "document"));
    }
    page.gap().table(table);
    for (Option option : gate.options()) {
      page.quote(Tone.PLAIN, 0, option.number() + ".", option.summary());
      option.pros().forEach(pro -> page.quote(Tone.GOOD, 3, "+", pro));
      option.cons().forEach(con -> page.quote(Tone.BAD, 3, "-", con));
    }
    page.gap();
  }

  static void write(Page page, PlanningConflict conflict, int number) {
    Strategy strategy = conflict.strategies().get(number - 1);
    page.heading(number + ". " + strategy.name());
    page.quote(strategy.approach()).gap();
    page.field(
        "Assessment",
        "complexity %s, risk %s, effort %s"
            .formatted(
                Words.of(strategy.complexity()),
                Words.of(strategy.risk()),
                Words.of(strategy.effort())));
    strategy.pros().forEach(pro -> page.quote(Tone.GOOD, 0, "+", pro));
    strategy.cons().forEach(con -> page.quote(Tone.BAD, 0, "-", con));
    strategy.clarificationNeeded().forEach(asked -> page.quote(Tone.NAME, 0, "question:", asked));
    page.gap().field("Impact", conflict.impact().line());
    conflict.overlaps().forEach(overlap -> page.field("Overlap", overlap));
    conflict
        .modificationSuggestions()
        .forEach(one -> page.quote(Tone.PLAIN, 0, "alternative:", one));
    for (Modification change : strategy.modifications()) {
      page.gap()
          .text(
              Tone.NAME,
              0,
              "%s, \"%s\": %s"
                  .formatted(change.file(), change.section(), Words.of(change.changeType())));
      if (!change.oldContent().isBlank()) {
        page.quote(Tone.BAD, 2, "-", change.oldContent());
      }
      if (!change.newContent().isBlank()) {
        page.quote(Tone.GOOD, 2, "+", change.newContent());
      }
      page.quote(Tone.FAINT, 2, change.rationale());
    }
  }
}
