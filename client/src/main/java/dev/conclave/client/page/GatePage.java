package dev.conclave.client.page;

import dev.conclave.client.terminal.Columns;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.temporal.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** What a gate shows: options, what is recommended, what is open, what to beware of. */
public final class GatePage {
  /** Rows of a common terminal. */
  private static final int ROWS = 24;

  /** Rows that the ways to answer and the prompt take. */
  private static final int ANSWERING = 6;

  /** Rows of a note in short. */
  private static final int SHORT = 2;

  private GatePage() {}

  /** Writes all of the gate, without the ways to answer it. */
  public static void write(Page page, Gate gate) {
    write(page, gate, Integer.MAX_VALUE);
  }

  /** The same on one screen: of what is below the recommendation as much as there is room for. */
  public static void writeShort(Page page, Gate gate) {
    write(page, gate, page.height() + ROWS - ANSWERING);
  }

  private static void write(Page page, Gate gate, int rows) {
    GateContent shown = gate.shown();
    page.heading("%s (gate %s)".formatted(shown.title(), gate.id()));
    options(page, shown.options());
    boolean round = gate.type() == GateType.DECISION || gate.type() == GateType.CLARIFICATION;
    List<Note> notes = new ArrayList<>(notes(shown.notes()));
    if (round && !notes.isEmpty()) {
      notes.stream().filter(Note::recommends).forEach(note -> note.write(page));
      page.field("Score", notes.remove(0).text);
      notes.removeIf(Note::recommends);
    }
    if (!shown.drift().isEmpty()) {
      notes.add(
          0,
          note(
              true,
              (gate.type() == GateType.CONFIRMATION
                      ? "the workspace has changed since; of the plan, this holds no more: "
                      : "the workspace has changed since; of what was cited, these files: ")
                  + String.join(", ", shown.drift())));
    }
    if (gate.type() == GateType.CLARIFICATION) {
      questions(page, shown.questions());
    } else {
      for (int i = shown.questions().size(); i > 0; i--) {
        notes.add(0, new Note(Ink.NAME, i + "=", shown.questions().get(i - 1).line()));
      }
    }
    notes(page, notes, rows);
  }

  /** Writes what a plan comes with; a mark is before what to beware of alone. */
  static void write(Page page, List<String> account) {
    notes(account).forEach(note -> note.write(page));
  }

  private static void notes(Page page, List<Note> notes, int rows) {
    int room = page.screen().width() - SHORT;
    for (int i = 0; i < notes.size(); i++) {
      Note note = notes.get(i);
      boolean last = i == notes.size() - 1;
      int needed = Math.min(SHORT, Columns.of(note.text) / room + 1) + (last ? 0 : 1);
      if (page.height() + needed > rows) {
        page.text(Ink.FAINT, 0, "… and " + (notes.size() - i) + " more: v shows them.");
        return;
      }
      (rows == Integer.MAX_VALUE ? note : note.shortened(SHORT * room - ANSWERING)).write(page);
    }
  }

  private static List<Note> notes(List<String> notes) {
    return IntStream.range(0, notes.size())
        .mapToObj(i -> note(GateContent.warns(i, notes.get(i)), notes.get(i)))
        .toList();
  }

  private static Note note(boolean warns, String text) {
    return new Note(warns ? Ink.CAREFUL : Ink.PLAIN, warns ? "!" : "", text);
  }

  /** One thing to know. */
  private record Note(Ink ink, String mark, String text) {
    boolean recommends() {
      return text.startsWith(GateContent.RECOMMENDED);
    }

    Note shortened(int columns) {
      return new Note(ink, mark, Columns.fit(text, columns));
    }

    /** A note that begins with a name of its own is written as a field. */
    void write(Page page) {
      if (recommends()) {
        page.field("Recommended", text.substring(GateContent.RECOMMENDED.length()));
      } else if (text.startsWith(GateContent.OPEN)) {
        page.field("Open", text.substring(GateContent.OPEN.length()));
      } else if (mark.isEmpty()) {
        page.text(text);
      } else {
        page.item(ink, 0, mark, text);
      }
    }
  }

  private static void options(Page page, List<Option> options) {
    if (options.isEmpty()) {
      return;
    }
    Table table =
        new Table("#", "Option", "Score", "Effort", "Risk", "Places", "By").right(0, 2, 5);
    for (Option option : options) {
      table.row(
          option.number(),
          option.name(),
          Figures.points(option.score()),
          Words.of(option.effort()),
          Words.of(option.risk()),
          option.there() + "/" + option.cited(),
          String.join(", ", option.sources()));
    }
    page.table(table);
    if (options.stream().anyMatch(Option::ofBuiltInAlone)
        && !options.stream().allMatch(Option::ofBuiltInAlone)) {
      page.text(
          Ink.FAINT, 0, "What the built-in analyst alone proposes comes last, whatever its score.");
    }
    page.gap();
  }

  private static void questions(Page page, List<Question> questions) {
    for (int i = 0; i < questions.size(); i++) {
      Question question = questions.get(i);
      page.item(Ink.STRONG, 0, (i + 1) + ".", question.question().en());
      for (int option = 1; option <= question.options().size(); option++) {
        boolean recommended = question.recommended().equals(Optional.of(option));
        page.item(
            3,
            option + ")",
            question.options().get(option - 1).en()
                + (recommended ? " (" + question.recommendation().orElse("") + ")" : ""));
      }
    }
  }
}
