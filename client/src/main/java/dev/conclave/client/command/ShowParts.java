package dev.conclave.client.command;

import dev.conclave.client.page.DecisionsPage;
import dev.conclave.client.page.PlanPage;
import dev.conclave.client.page.ReceiptsPage;
import dev.conclave.client.page.RoundPage;
import dev.conclave.client.page.SessionPage;
import dev.conclave.client.session.CallLine;
import dev.conclave.client.session.LiveAgent;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.SessionDocument;
import dev.conclave.client.session.Snapshot;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.plan.RoundView;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Prints parts of what a session knows, whether its server or its folder told. */
final class ShowParts {
  private final Surroundings around;
  private final boolean json;

  ShowParts(Surroundings around, boolean json) {
    this.around = around;
    this.json = json;
  }

  /**
   * The session as it stands.
   *
   * @param more is written at the end of the page
   */
  void session(Snapshot now, Optional<String> ui, List<Decision> decisions, Consumer<Page> more) {
    print(
        SessionDocument.of(now, ui).with(decisions),
        page -> {
          SessionPage.write(page, now, ui);
          DecisionsPage.write(page, decisions);
          more.accept(page);
        });
  }

  void round(PlanState state, int number) {
    int last = state.rounds().size();
    if (number < 1 || number > last) {
      throw new Refusal(
          last == 0
              ? "The session has no round yet."
              : "There is no round " + number + "; they are 1 to " + last + ".");
    }
    RoundView known = RoundView.of(state, number);
    // The state holds the last round alone, and no more of it than a history bears.
    RoundView view =
        around
            .host()
            .exporter()
            .flatMap(host -> host.round(known.record().synthesis(), around.dataFolder()))
            .map(whole -> new RoundView(known.record(), Optional.of(whole), known.file()))
            .orElse(known);
    print(view, page -> RoundPage.write(page, view, state.request().languages()));
  }

  void plan(PlanState state) {
    PlanDraft draft =
        state
            .plan()
            .orElseThrow(
                () ->
                    new Refusal(
                        "The session has no plan yet; see `conclave show "
                            + state.session()
                            + "`."));
    print(draft, page -> PlanPage.write(page, draft));
  }

  void receipts(PlanState state, List<LiveAgent> live) {
    List<CallLine> calls = CallLine.of(state, live, around.clock().instant());
    print(calls, page -> ReceiptsPage.write(page, calls));
  }

  private void print(Object document, Consumer<Page> writer) {
    if (json) {
      around.output().json(document);
    } else {
      Page page = around.output().resultPage();
      writer.accept(page);
      around.output().result(page);
    }
  }
}
