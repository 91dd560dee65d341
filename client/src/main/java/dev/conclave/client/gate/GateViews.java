package dev.conclave.client.gate;

import dev.conclave.client.page.GatePage;
import dev.conclave.client.page.PlanPage;
import dev.conclave.client.page.RoundPage;
import dev.conclave.client.page.SolutionPage;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Session;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.plan.RoundView;
import dev.conclave.workflows.temporal.ServerException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a person may want to read in full before answering a gate. */
public record GateViews(Session session, Gate gate, Screen screen) {

  /**
   * The page.
   *
   * @param what a solution's number, {@code plan} or {@code round}; empty for all that the gate is
   *     about
   */
  public Page page(String what) {
    String word = what.strip().toLowerCase(Locale.ROOT);
    Page page = new Page(screen);
    try {
      PlanState state = session.carried();
      if (word.equals("plan") || (word.isEmpty() && gate.type() == GateType.CONFIRMATION)) {
        state
            .plan()
            .ifPresentOrElse(plan -> PlanPage.write(page, plan), () -> page.text("No plan yet."));
      } else if (word.equals("round") || word.isEmpty()) {
        if (word.isEmpty()) {
          GatePage.write(page, gate);
        }
        if (!state.rounds().isEmpty()) {
          RoundPage.write(page, RoundView.of(state, 0), state.request().languages());
        }
      } else {
        solution(page, word, state.last().map(Synthesis::solutions).orElse(List.of()));
      }
    } catch (ServerException | Refusal e) {
      page.text(String.valueOf(e.getMessage()));
    }
    return page;
  }

  private static void solution(Page page, String word, List<Solution> solutions) {
    Optional<Integer> number = Numbers.whole(word).filter(n -> n >= 1 && n <= solutions.size());
    number.ifPresentOrElse(
        n -> SolutionPage.write(page, n, solutions.get(n - 1)),
        () ->
            page.text(
                "There is no \"%s\" to view: a solution's number%s, round or plan."
                    .formatted(word, solutions.isEmpty() ? "" : " from 1 to " + solutions.size())));
  }
}
