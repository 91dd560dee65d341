package dev.conclave.client.page;

import dev.conclave.client.session.Session;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.terminal.Columns;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.terminal.Table;
import dev.conclave.client.view.Field;
import dev.conclave.client.view.Formats;
import dev.conclave.client.view.GateView;
import dev.conclave.client.view.Line;
import dev.conclave.client.view.SessionSummary;
import dev.conclave.client.view.Tone;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.text.Words;
import java.util.List;
import java.util.Optional;

/** A gate: options, recommendation, open questions, warnings, and how to answer. */
public final class GatePage {
  /** Rows of a common terminal. */
  private static final int ROWS = 24;

  /** Rows that the prompt takes. */
  private static final int ANSWERING = 6;

  /** More rows than any page has. */
  public static final int ALL = Integer.MAX_VALUE;

  /** Rows of a truncated note. */
  private static final int SHORT = 2;

  private GatePage() {}

  /**
   * Writes the open gate of a session, with the plan's tasks at a confirmation.
   *
   * @param rows of the terminal; a longer gate is cut to what the decision needs
   */
  public static void open(Page page, Session session, SessionView view, int rows) {
    Gate gate = view.gate().orElseThrow();
    boolean confirms = gate.type() == GateType.CONFIRMATION;
    Page whole = new Page(page.screen());
    write(whole, gate, ALL);
    int room = Math.max(ROWS, rows) - ANSWERING;
    write(page, gate, confirms || whole.height() <= room ? ALL : room);
    if (confirms || gate.type() == GateType.DELIVERY) {
      SessionState<?> known = session.known().named();
      KindPage.of(known).afterGate(page, known, gate);
    }
    if (!view.approvers().isEmpty()) {
      String signers = String.join(" or ", view.approvers());
      page.field("Approval", "only by " + signers + ", with a signed answer");
    }
    view.deadlineAt().ifPresent(at -> page.field("Deadline", SessionSummary.deadline(view, at)));
  }

  public static void answers(Page page, SessionView view) {
    Gate gate = view.gate().orElseThrow();
    List<String> arguments = AnswerLines.arguments(gate);
    page.heading("Answer with")
        .verbatim(
            2,
            "conclave answer %s %s --gate %s"
                .formatted(view.handle(), arguments.get(0), gate.id()));
    if (arguments.size() > 1) {
      page.text(
          "Instead of `%s`: %s."
              .formatted(
                  arguments.get(0), String.join(", ", arguments.subList(1, arguments.size()))));
    }
    if (!view.rounds().isEmpty()) {
      boolean confirms = gate.type() == GateType.CONFIRMATION;
      page.text("To see the details:")
          .verbatim(
              2,
              "conclave show %s %s"
                  .formatted(
                      view.handle(), confirms ? "--plan" : "--round " + view.rounds().size()));
    }
  }

  public static void waiting(
      Page page, Session session, SessionView view, Optional<String> ui, boolean lasting) {
    page.field("Session", session.handle());
    page.field("Waiting for", "your answer at gate " + view.gate().orElseThrow().id());
    ui.ifPresent(url -> page.field("Temporal UI", url));
    open(page, session, view, ALL);
    if (lasting) {
      answers(page, view);
    } else {
      page.heading(
              "The in-memory server ends with this command; the session is saved in its folder")
          .verbatim(2, "conclave resume " + session.handle())
          .text(
              "Run it in a terminal, where it can prompt you. If the `temporal` command is installed, sessions survive this command and can be answered from anywhere.");
    }
  }

  public static Page details(Screen screen, Session session, Gate gate, String what) {
    Page page = new Page(screen);
    try {
      SessionState<?> known = session.known().named();
      KindPage.of(known).details(page, known, gate, what);
    } catch (ServerException | UsageException e) {
      page.text(String.valueOf(e.getMessage()));
    }
    return page;
  }

  public static void write(Page page, Gate gate) {
    write(page, gate, ALL);
  }

  /** Writes a gate, with as many notes below the recommendation as fit. */
  static void write(Page page, Gate gate, int rows) {
    GateView view = GateView.of(gate);
    int end = rows == ALL ? rows : page.height() + rows;
    page.heading(view.title());
    if (gate.type() == GateType.CONFLICT) {
      ConflictPage.write(page, view, end);
    } else if (!view.options().isEmpty()) {
      options(page, view);
    }
    view.verdict().forEach(page::field);
    for (GateView.Asked asked : view.asked()) {
      page.item(Tone.STRONG, 0, asked.letter() + ".", asked.question());
      if (!asked.why().isEmpty()) {
        page.quote(3, new Line(Tone.FAINT, "", asked.why()));
      }
      for (int option = 1; option <= asked.options().size(); option++) {
        page.line(3, new Line(Tone.PLAIN, option + ")", asked.options().get(option - 1)));
      }
    }
    lines(page, view.lines(), end);
  }

  /**
   * Writes lines up to a height, truncated if it is bounded; the last tells how many are left out.
   */
  private static void lines(Page page, List<Line> lines, int end) {
    int room = page.screen().width() - SHORT;
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i).in(page.screen().language());
      int label = isField(line) ? line.mark().length() + SHORT : 0;
      int columns = label + Columns.of(line.text());
      int needed = Math.min(SHORT, columns / room + 1) + (i == lines.size() - 1 ? 0 : 1);
      if (page.height() + needed > end) {
        page.text(Tone.FAINT, 0, "… and " + (lines.size() - i) + " more: v shows them.");
        return;
      }
      write(page, end == ALL ? line : fit(line, SHORT * room - ANSWERING - label));
    }
  }

  private static Line fit(Line line, int columns) {
    return new Line(line.tone(), line.mark(), Columns.fit(line.text(), columns));
  }

  /** Writes a line of a gate; a plain line with a mark is a field. */
  static void write(Page page, Line line) {
    Line told = line.in(page.screen().language());
    if (isField(told)) {
      page.field(Field.quote(told.mark(), told.text()));
    } else {
      page.quote(0, told);
    }
  }

  private static boolean isField(Line line) {
    return line.tone() == Tone.PLAIN && !line.mark().isEmpty();
  }

  private static void options(Page page, GateView view) {
    Table table =
        new Table("#", "Option", "Score", "Effort", "Risk", "Citations", "By")
            .right(0, 2, 5)
            .ours(3, 4);
    for (Option option : view.options()) {
      table.row(
          option.number(),
          option.name(),
          Formats.points(option.score()),
          Words.of(option.effort()),
          Words.of(option.risk()),
          option.there() + "/" + option.cited(),
          String.join(", ", option.sources()));
    }
    page.table(table)
        .text(
            Tone.FAINT,
            0,
            "Score of 100: citations 35, first votes 35, co-authors 10, effort 10, risk 10.")
        .gap();
  }
}
