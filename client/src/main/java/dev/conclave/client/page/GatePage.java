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
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

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
    List<Note> notes = new ArrayList<>(notes(shown.notes()));
    // Options of an earlier round may be those of agents.
    boolean builtIn =
        discusses
            && shown.notes().stream().anyMatch(n -> n.startsWith(GateContent.DEGRADED))
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
      notes.remove(0);
      notes.removeIf(
          n -> n.text.startsWith(GateContent.DEGRADED) || n.text.startsWith("uncertain"));
    }
    if (gate.type() == GateType.CONFLICT) {
      ConflictPage.write(page, shown, end);
      notes.remove(0);
      notes.removeIf(note -> note.text.startsWith(ConflictPage.ABOUT));
    } else {
      options(page, shown.options());
    }
    if (discusses && !builtIn && !notes.isEmpty()) {
      notes.stream().filter(Note::recommends).forEach(note -> note.write(page));
      page.field("Score", notes.remove(0).text);
      notes.removeIf(Note::recommends);
    }
    gate.drifted().ifPresent(what -> notes.add(0, new Note(Ink.CAREFUL, "!", what)));
    if (gate.type() == GateType.CLARIFICATION || gate.type() == GateType.CONFLICT_QUESTIONS) {
      questions(page, shown.questions());
    } else {
      for (int i = shown.questions().size(); i > 0; i--) {
        Question asked = shown.questions().get(i - 1);
        String id = asked.id().equals("Q" + i) ? "" : asked.id() + ": ";
        notes.add(0, new Note(Ink.NAME, i + "=", id + asked.line()));
      }
    }
    int room = page.screen().width() - SHORT;
    for (int i = 0; i < notes.size(); i++) {
      Note note = notes.get(i);
      int needed =
          Math.min(SHORT, Columns.of(note.text) / room + 1) + (i == notes.size() - 1 ? 0 : 1);
      if (page.height() + needed > end) {
        page.text(Ink.FAINT, 0, "… and " + (notes.size() - i) + " more: v shows them.");
        return;
      }
      (end == ALL ? note : note.shortened(SHORT * room - ANSWERING)).write(page);
    }
  }

  /** Writes the notes of a plan; only warnings have a mark. */
  static void account(Page page, List<String> account) {
    notes(account).forEach(note -> note.write(page));
  }

  private static List<Note> notes(List<String> notes) {
    return IntStream.range(0, notes.size())
        .mapToObj(
            i ->
                GateContent.warns(i, notes.get(i))
                    ? new Note(Ink.CAREFUL, "!", notes.get(i))
                    : new Note(Ink.PLAIN, "", notes.get(i)))
        .toList();
  }

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
