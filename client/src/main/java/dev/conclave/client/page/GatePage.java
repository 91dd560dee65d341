package dev.conclave.client.page;

import dev.conclave.client.session.Session;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.terminal.Columns;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.gate.Note.NoteKind;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A gate: options, what is recommended, what is open, what to beware of, and how to answer. */
public final class GatePage {
  /** Rows of a common terminal, those that the prompt takes, and those of a shortened note. */
  private static final int ROWS = 24;

  private static final int ANSWERING = 6;

  /** More rows than any page has. */
  public static final int ALL = Integer.MAX_VALUE;

  private static final int SHORT = 2;

  private GatePage() {}

  /**
   * Writes the open gate of a session, at a confirmation with the plan's tasks.
   *
   * @param rows of the terminal, where a gate that is longer is shortened to what decides
   */
  public static void open(Page page, Session session, SessionView view, int rows) {
    Gate gate = view.gate().orElseThrow();
    boolean confirms = gate.type() == GateType.CONFIRMATION;
    Page whole = new Page(page.screen());
    write(whole, gate, ALL);
    int room = Math.max(ROWS, rows) - ANSWERING;
    write(page, gate, confirms || whole.height() <= room ? ALL : room);
    if (confirms) {
      SessionState<?> known = session.known();
      KindPage.of(known).below(page, known, gate);
    }
    if (!view.approvers().isEmpty()) {
      String signers = String.join(" or ", view.approvers());
      page.field("Approval", "by " + signers + " alone, with a signed answer");
    }
    view.deadlineAt().ifPresent(at -> page.field("Deadline", SessionPage.deadline(view, at)));
  }

  /** Writes how to answer: a line for copying, what may stand in its place, and what is behind. */
  public static void answers(Page page, SessionView view) {
    Gate gate = view.gate().orElseThrow();
    List<String> arguments = AnswerLines.arguments(gate);
    page.heading("Answer with")
        .verbatim(
            2,
            "conclave answer %s %s --gate %s"
                .formatted(view.session(), arguments.get(0), gate.id()));
    if (arguments.size() > 1) {
      page.text(
          "Or, in place of `%s`: %s."
              .formatted(
                  arguments.get(0), String.join(", ", arguments.subList(1, arguments.size()))));
    }
    if (!view.rounds().isEmpty()) {
      boolean confirms = gate.type() == GateType.CONFIRMATION;
      page.text("To read what this is based on:")
          .verbatim(
              2,
              "conclave show %s %s"
                  .formatted(
                      view.session(), confirms ? "--plan" : "--round " + view.rounds().size()));
    }
  }

  public static void waiting(
      Page page, Session session, SessionView view, Optional<String> ui, boolean lasting) {
    page.field("Session", session.id());
    page.field("Awaiting", "your answer at gate " + view.gate().orElseThrow().id());
    ui.ifPresent(url -> page.field("Temporal UI", url));
    open(page, session, view, ALL);
    if (lasting) {
      answers(page, view);
    } else {
      page.heading("The in-memory server ends with this command; the session is kept in its folder")
          .verbatim(2, "conclave resume " + session.id())
          .text(
              "Run it at a terminal, where it can ask you. With the `temporal` command installed,"
                  + " sessions outlive this command, and you can answer them from anywhere.");
    }
  }

  /** What a person may want to read in full before answering. */
  public static Page behind(Screen screen, Session session, Gate gate, String what) {
    Page page = new Page(screen);
    try {
      SessionState<?> known = session.known();
      KindPage.of(known).behind(page, known, gate, what);
    } catch (ServerException | UsageException e) {
      page.text(String.valueOf(e.getMessage()));
    }
    return page;
  }

  public static void write(Page page, Gate gate) {
    write(page, gate, ALL);
  }

  /** Writes as much below the recommendation as there is room for. */
  static void write(Page page, Gate gate, int rows) {
    GateContent shown = gate.shown();
    int end = rows == ALL ? rows : page.height() + rows;
    page.heading("%s (gate %s)".formatted(shown.title(), gate.id()));
    boolean discusses = gate.type() == GateType.DECISION || gate.type() == GateType.CLARIFICATION;
    List<Note> notes = new ArrayList<>(shown.notes());
    // Options of an earlier round may be those of agents.
    boolean builtIn =
        discusses
            && notes.stream().anyMatch(note -> note.is(NoteKind.DEGRADED))
            && shown.options().stream()
                .allMatch(option -> option.sources().equals(List.of(AgentStatus.DIRECT)));
    if (builtIn) {
      page.item(
          Ink.CAREFUL,
          0,
          "!",
          "No agent CLI answered. The built-in analyst found these places by rules; no"
              + " model has seen the task. `conclave doctor` says how to set up an agent.");
      // Votes, scores and convergence say nothing of one analyst without a model.
      notes.removeIf(
          note ->
              Set.of(NoteKind.SUBJECT, NoteKind.DEGRADED, NoteKind.UNCERTAIN)
                  .contains(note.kind()));
    }
    if (gate.type() == GateType.CONFLICT) {
      ConflictPage.write(page, shown, end);
      notes.removeIf(ConflictPage::isAbout);
    } else {
      options(page, shown.options());
    }
    if (discusses) {
      notes.stream().filter(note -> note.is(NoteKind.RECOMMENDED)).forEach(n -> note(page, n));
      notes.stream()
          .filter(note -> note.is(NoteKind.SUBJECT))
          .forEach(note -> page.field("Score", note.text()));
      notes.removeIf(note -> note.is(NoteKind.RECOMMENDED) || note.is(NoteKind.SUBJECT));
    }
    List<Line> lines = new ArrayList<>();
    if (gate.type() == GateType.CLARIFICATION || gate.type() == GateType.CONFLICT_QUESTIONS) {
      questions(page, shown.questions());
    } else {
      for (int i = 1; i <= shown.questions().size(); i++) {
        Question asked = shown.questions().get(i - 1);
        String id = asked.id().equals("Q" + i) ? "" : asked.id() + ": ";
        lines.add(new Line(Ink.NAME, i + "=", "", id + asked.line()));
      }
    }
    gate.drifted().ifPresent(what -> lines.add(new Line(Ink.CAREFUL, "!", "", what)));
    notes.stream().map(Line::of).forEach(lines::add);
    int room = page.screen().width() - SHORT;
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      int needed = Math.min(SHORT, line.columns() / room + 1) + (i == lines.size() - 1 ? 0 : 1);
      if (page.height() + needed > end) {
        page.text(Ink.FAINT, 0, "… and " + (lines.size() - i) + " more: v shows them.");
        return;
      }
      (end == ALL ? line : line.shortened(SHORT * room - ANSWERING)).write(page);
    }
  }

  /** Writes a note; only warnings have a mark. */
  static void note(Page page, Note note) {
    Line.of(note).write(page);
  }

  /** A field where it has a label, else a text behind its mark, if any. */
  private record Line(Ink ink, String mark, String label, String text) {
    static Line of(Note note) {
      return switch (note.kind()) {
        case RECOMMENDED -> new Line(Ink.PLAIN, "", "Recommended", note.text());
        case OPEN -> new Line(Ink.PLAIN, "", "Open", note.text());
        default ->
            note.warns()
                ? new Line(Ink.CAREFUL, "!", "", note.line())
                : new Line(Ink.PLAIN, "", "", note.line());
      };
    }

    private int labelled() {
      return label.isEmpty() ? 0 : label.length() + SHORT;
    }

    int columns() {
      return labelled() + Columns.of(text);
    }

    Line shortened(int columns) {
      return new Line(ink, mark, label, Columns.fit(text, columns - labelled()));
    }

    void write(Page page) {
      if (!label.isEmpty()) {
        page.field(label, text);
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
          Formats.points(option.score()),
          Words.of(option.effort()),
          Words.of(option.risk()),
          option.there() + "/" + option.cited(),
          String.join(", ", option.sources()));
    }
    page.table(table);
    List<Option> builtIn = options.stream().filter(Option::ofBuiltInAlone).toList();
    double others =
        options.stream()
            .filter(o -> !o.ofBuiltInAlone())
            .mapToDouble(Option::score)
            .min()
            .orElse(Double.MAX_VALUE);
    if (options.get(options.size() - 1).ofBuiltInAlone()
        && builtIn.stream().anyMatch(option -> option.score() > others)) {
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
