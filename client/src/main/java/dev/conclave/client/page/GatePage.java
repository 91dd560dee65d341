package dev.conclave.client.page;

import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Score;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.wire.Words;
import java.util.List;

/** What a gate shows: the question, the options with their trade-offs, what to beware of. */
public final class GatePage {
  /** Below this there is no room for all that is known of an option beside its name. */
  private static final int ROOMY = 90;

  private GatePage() {}

  /**
   * Writes the gate, without the ways to answer it.
   *
   * @param solutions what stands behind the options, in their order; empty when it is not at hand
   */
  public static void write(Page page, Gate gate, List<Solution> solutions) {
    page.heading(gate.shown().title());
    page.text(Ink.FAINT, 0, "gate " + gate.id() + ", open since " + Figures.time(gate.openedAt()));
    notes(page, gate.shown().notes());
    if (!gate.shown().drift().isEmpty()) {
      page.item(
          Ink.CAREFUL,
          0,
          "!",
          gate.type() == GateType.CONFIRMATION
              ? "The workspace has changed since; of the plan, this holds no more:"
              : "The workspace has changed since; of what was cited, these files:");
      gate.shown().drift().forEach(file -> page.item(2, "·", file));
    }
    options(page, gate.shown().options(), solutions);
    questions(page, gate.shown().questions());
  }

  /** Writes what a gate or a plan comes with; a mark is before what to beware of alone. */
  static void notes(Page page, List<String> notes) {
    for (int i = 0; i < notes.size(); i++) {
      String note = notes.get(i);
      if (GateContent.warns(i, note)) {
        page.item(Ink.CAREFUL, 0, "!", note);
      } else {
        page.text(note);
      }
    }
  }

  private static void options(Page page, List<Option> options, List<Solution> solutions) {
    if (options.isEmpty()) {
      return;
    }
    boolean roomy = page.screen().width() >= ROOMY;
    page.gap().table(roomy ? wide(options) : narrow(options));
    page.text(
        Ink.FAINT,
        0,
        "Feasible is what an option's agents say of the whole task, not of the option.");
    if (options.stream().anyMatch(Option::ofBuiltInAlone)
        && !options.stream().allMatch(Option::ofBuiltInAlone)) {
      page.text(
          Ink.FAINT,
          0,
          "What the built-in analyst alone proposes comes last whatever its score: its counts are a"
              + " template's.");
    }
    for (Option option : options) {
      page.gap().item(Ink.STRONG, 0, option.number() + ".", option.name());
      if (!roomy) {
        page.text(
            Ink.FAINT,
            3,
            "task feasible %s, by %s"
                .formatted(
                    RoundPage.said(option.feasibility()), String.join(", ", option.sources())));
      }
      solutions.stream()
          .filter(solution -> solution.name().equals(option.name()))
          .findFirst()
          .ifPresentOrElse(
              solution -> described(page, solution),
              () -> page.text(Ink.PLAIN, 3, option.summary()));
      option.pros().forEach(pro -> page.item(Ink.GOOD, 3, "+", pro));
      option.cons().forEach(con -> page.item(Ink.BAD, 3, "-", con));
    }
  }

  /** What the solution is; its summary would repeat the table. */
  private static void described(Page page, Solution solution) {
    page.text(Ink.PLAIN, 3, solution.description());
    page.text(
        Ink.FAINT,
        3,
        "evidence: %d of %s there"
            .formatted(solution.verified(), Figures.count(solution.cited(), "place")));
    score(page, solution);
  }

  /** How the score came about, so that a person can disbelieve it. */
  private static void score(Page page, Solution solution) {
    Score.parts(solution)
        .ifPresent(
            parts ->
                page.text(
                    Ink.FAINT, 3, "score " + Figures.points(solution.score()) + " = " + parts));
  }

  private static Table wide(List<Option> options) {
    Table table =
        new Table("#", "Solution", "Score", "Feasible", "Effort", "Risk", "Files", "By")
            .right(0, 2, 3, 6);
    for (Option option : options) {
      table.row(
          option.number(),
          option.name(),
          Figures.points(option.score()),
          option.feasibility().map(Figures::score).orElse("-"),
          Words.of(option.effort()),
          Words.of(option.risk()),
          option.files(),
          String.join(", ", option.sources()));
    }
    return table;
  }

  private static Table narrow(List<Option> options) {
    Table table = new Table("#", "Solution", "Score", "Effort", "Risk", "Files").right(0, 2, 5);
    for (Option option : options) {
      table.row(
          option.number(),
          option.name(),
          Figures.points(option.score()),
          Words.of(option.effort()),
          Words.of(option.risk()),
          option.files());
    }
    return table;
  }

  private static void questions(Page page, List<Question> questions) {
    if (!questions.isEmpty()) {
      page.heading("Questions");
    }
    for (int i = 0; i < questions.size(); i++) {
      Question question = questions.get(i);
      page.item(1, (i + 1) + ".", question.question().en());
      for (int option = 1; option <= question.options().size(); option++) {
        page.item(4, option + ")", question.options().get(option - 1).en());
      }
      question.recommendation().ifPresent(text -> page.text(Ink.FAINT, 4, text));
    }
  }
}
