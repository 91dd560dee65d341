package dev.conclave.client.page;

import dev.conclave.client.session.UsageException;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.view.ExecutionOffer;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.plan.RoundView;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Pages of a planning session: rounds, solutions and the plan. */
final class PlanKindPage extends KindPage<PlanState> {
  @Override
  void afterGate(Page page, PlanState state, Gate gate) {
    ExecutionOffer.of(state, gate).forEach(line -> GatePage.write(page, line));
    state
        .currentPlan()
        .filter(any -> gate.type() == GateType.CONFIRMATION)
        .ifPresent(draft -> PlanPage.overview(page, draft.plan()));
  }

  @Override
  void details(Page page, PlanState state, Gate gate, String what) {
    List<Solution> solutions = state.last().map(Synthesis::solutions).orElse(List.of());
    boolean all = what.isEmpty();
    if (what.equals("plan") || (all && gate.type() == GateType.CONFIRMATION)) {
      state
          .currentPlan()
          .ifPresentOrElse(
              plan -> PlanPage.write(page, plan), () -> page.text("There is no plan yet."));
    } else if (what.equals("round") || all) {
      if (all) {
        GatePage.write(page, gate);
      }
      if (!state.rounds().isEmpty()) {
        RoundPage.write(page, RoundView.of(state, 0), state.request().languages());
      }
    } else if (what.matches("[a-z]\\d+") && state.last().isPresent()) {
      LedgerPage.write(page, state.last().get().ledger(), state.request().languages(), true, what);
    } else if (what.matches("[1-9]") && Integer.parseInt(what) <= solutions.size()) {
      int number = Integer.parseInt(what);
      PlanPage.write(page, number, solutions.get(number - 1));
    } else {
      page.text(
          "Cannot view \"%s\": use an option's number%s, a point's id, round or plan."
              .formatted(what, solutions.isEmpty() ? "" : " from 1 to " + solutions.size()));
    }
  }

  @Override
  public Part round(PlanState state, int number, Function<DocumentRef, Optional<Synthesis>> whole) {
    int last = state.rounds().size();
    if (last == 0) {
      throw missing(state.handle(), "round");
    }
    if (number < 1 || number > last) {
      throw new UsageException(
          "There is no round " + number + "; the rounds are 1 to " + last + ".");
    }
    RoundView known = RoundView.of(state, number);
    // The state holds only the last round, truncated to fit the history.
    RoundView view =
        whole
            .apply(known.record().synthesis())
            .map(one -> new RoundView(known.record(), Optional.of(one), known.file()))
            .orElse(known);
    return new Part(view, page -> RoundPage.write(page, view, state.request().languages()));
  }

  @Override
  public Part plan(PlanState state, Consumer<String> remarks) {
    PlanDraft draft = state.plan().orElseThrow(() -> missing(state.handle(), "plan"));
    if (state.currentPlan().isEmpty()) {
      remarks.accept("This plan was discarded when the answer `back` reopened the decision.");
    }
    PlanState shown = (PlanState) state.named();
    return new Part(draft, page -> PlanPage.write(page, shown.plan().orElseThrow()));
  }

  @Override
  public boolean keepsOutputs() {
    return true;
  }
}
