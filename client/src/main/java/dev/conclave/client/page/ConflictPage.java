package dev.conclave.client.page;

import dev.conclave.client.terminal.Columns;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Printable;
import dev.conclave.client.terminal.Table;
import dev.conclave.client.view.GateView;
import dev.conclave.client.view.Tone;
import dev.conclave.workflows.context.PlanningConflict;
import dev.conclave.workflows.context.PlanningConflict.Modification;
import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.gate.Note.NoteKind;
import dev.conclave.workflows.text.Words;

/** A conflict between a task and the existing code, with strategies to resolve it. */
final class ConflictPage {
  private static final int SHORT = 2;

  private ConflictPage() {}

  /**
   * Writes the notes about a conflict, and its strategies.
   *
   * @param end height limit of the page, including two lines for other notes; without one, each
   *     strategy lists pros and cons
   */
  static void write(Page page, GateView gate, int end) {
    boolean whole = end == GatePage.ALL;
    int width = page.screen().width();
    // two lines on a common terminal, more on a tall one
    int about = Math.max(SHORT, (end - page.height()) / 8);
    for (Note note : gate.subject()) {
      String text = page.screen().ours(note.text());
      page.quote(fit(text, whole, (note.is(NoteKind.SUBJECT) ? 1 : about) * width));
    }
    Table table = new Table("#", "Strategy", "Effort", "Risk", "Changes").right(0).ours(2, 3, 4);
    for (Option option : gate.options()) {
      table.row(
          option.number(),
          fit(option.name(), whole, width - 44),
          Words.of(option.effort()),
          Words.of(option.risk()),
          option.files() == 0 ? "no document" : Words.counted(option.files(), "document"));
    }
    page.gap().table(table);
    int lines = (end - SHORT - page.height()) / Math.max(1, gate.options().size());
    for (Option option : gate.options()) {
      int room = Math.max(1, Math.min(about, lines)) * (width - 3);
      page.quote(Tone.PLAIN, 0, option.number() + ".", fit(option.summary(), whole, room));
      if (whole) {
        option.pros().forEach(pro -> page.quote(Tone.GOOD, 3, "+", pro));
        option.cons().forEach(con -> page.quote(Tone.BAD, 3, "-", con));
      }
    }
    page.gap();
  }

  /** Allows for word wrap: a line holds about a tenth less than its columns. */
  private static String fit(String text, boolean whole, int columns) {
    return whole ? text : Columns.fit(Printable.line(text), columns - columns / 10);
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
