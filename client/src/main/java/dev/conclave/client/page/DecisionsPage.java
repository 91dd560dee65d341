package dev.conclave.client.page;

import dev.conclave.client.terminal.Columns;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Printable;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.temporal.Words;
import java.util.ArrayList;
import java.util.List;

/** What humans decided in a session, oldest first. */
public final class DecisionsPage {
  private static final int LONGEST = 300;

  private DecisionsPage() {}

  /** Writes a line for each decision; nothing when there is none. */
  public static void write(Page page, List<Decision> decisions) {
    if (decisions.isEmpty()) {
      return;
    }
    Table table = new Table("Decided", "Gate", "By", "What");
    for (Decision decision : decisions) {
      table.row(Figures.time(decision.at()), decision.gate(), decision.by(), what(decision));
    }
    page.gap().table(table);
  }

  /**
   * A decision for those who were asked the same, such as {@code Gate 1-decision was answered by
   * Ada: approve solution 1 (Token bucket)}.
   */
  public static String sentence(Decision decision) {
    String first = Words.of(decision.kind());
    String solution =
        decision.answer().solution().map(number -> " solution " + number).orElse("")
            + decision.solution().map(name -> " (" + name + ")").orElse("");
    String rest = what(decision).substring(first.length()).replaceFirst("^: [^;]*", "");
    return "Gate %s was answered by %s: %s"
        .formatted(
            decision.gate(),
            Printable.line(decision.by()),
            Columns.fit(Printable.line(first + solution + rest), LONGEST));
  }

  private static List<String> scope(Scope scope) {
    List<String> parts = new ArrayList<>();
    if (!scope.included().isEmpty()) {
      parts.add("included: " + String.join(", ", scope.included()));
    }
    if (!scope.excluded().isEmpty()) {
      parts.add("excluded: " + String.join(", ", scope.excluded()));
    }
    return parts;
  }

  private static String what(Decision decision) {
    GateAnswer answer = decision.answer();
    List<String> parts = new ArrayList<>();
    parts.add(Words.of(decision.kind()) + decision.solution().map(name -> ": " + name).orElse(""));
    answer.executionMethod().ifPresent(method -> parts.add("executed by " + Words.of(method)));
    answer.codeReview().ifPresent(review -> parts.add("review: " + Words.of(review)));
    parts.addAll(answer.constraints());
    answer.scope().ifPresent(scope -> parts.addAll(scope(scope)));
    answer.agent().ifPresent(agent -> parts.add("agent: " + agent));
    answer.text().ifPresent(parts::add);
    if (!answer.answers().isEmpty()) {
      decision.answers().forEach(one -> parts.add(one.id() + ": " + one.words()));
    }
    return String.join("; ", parts);
  }
}
