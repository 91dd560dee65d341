package dev.conclave.client.gate;

import dev.conclave.client.page.PlanPage;
import dev.conclave.client.page.RoundPage;
import dev.conclave.client.page.SolutionPage;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Session;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.host.ServerException;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.RoundView;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a person may want to read in full before answering a gate. */
public record GateViews(Session session, GateType type, Screen screen) {

  /**
   * The page.
   *
   * @param what a solution's number, {@code plan} or {@code round}; empty for what the gate is
   *     about
   */
  public Page page(String what) {
    String word = what.strip().toLowerCase(Locale.ROOT);
    try {
      if (word.equals("plan") || (word.isEmpty() && type == GateType.CONFIRMATION)) {
        return plan();
      }
      if (word.equals("round")) {
        return round();
      }
      return word.isEmpty() ? everything() : solution(word);
    } catch (ServerException | Refusal e) {
      return say(String.valueOf(e.getMessage()));
    }
  }

  private Page plan() {
    Optional<PlanDraft> draft = session.carried().plan();
    Page page = new Page(screen);
    draft.ifPresentOrElse(plan -> PlanPage.write(page, plan), () -> page.text("No plan yet."));
    return page;
  }

  private Page round() {
    Page page = new Page(screen);
    RoundPage.write(page, session.round(0));
    return page;
  }

  /** Every solution, and the round that they came of. */
  private Page everything() {
    RoundView round = session.round(0);
    Page page = new Page(screen);
    List<Solution> solutions = solutions(round);
    for (int i = 0; i < solutions.size(); i++) {
      SolutionPage.write(page, i + 1, solutions.get(i));
    }
    RoundPage.write(page, round);
    return page;
  }

  private Page solution(String word) {
    List<Solution> solutions = solutions(session.round(0));
    Page page = new Page(screen);
    Optional<Integer> number = Numbers.whole(word).filter(n -> n >= 1 && n <= solutions.size());
    number.ifPresentOrElse(
        n -> SolutionPage.write(page, n, solutions.get(n - 1)),
        () ->
            page.text(
                "There is no \"%s\" to view: a solution's number%s, round or plan."
                    .formatted(word, solutions.isEmpty() ? "" : " from 1 to " + solutions.size())));
    return page;
  }

  private static List<Solution> solutions(RoundView round) {
    return round.synthesis().map(Synthesis::solutions).orElse(List.of());
  }

  private Page say(String message) {
    return new Page(screen).text(message);
  }
}
