package dev.conclave.client.page;

import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.terminal.Page;
import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.review.ReviewState;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.text.Language;
import java.util.Optional;
import java.util.function.Function;

/** A session as one Markdown document: all parts that {@code show} prints. */
public final class SessionMarkdown {
  private SessionMarkdown() {}

  /**
   * Returns the document of a session or of one of its rounds.
   *
   * @param round 0 for the whole session
   * @param whole reads an untruncated round if this host has it
   * @throws dev.conclave.client.session.UsageException when the session has no such round
   */
  public static String of(
      SessionState<?> state,
      SessionSnapshot now,
      int round,
      Function<DocumentRef, Optional<Synthesis>> whole) {
    KindPage<SessionState<?>> kind = KindPage.of(state);
    Page page = Page.markdown(Language.of(state.request().languages()));
    if (round > 0) {
      kind.round(state, round, whole).page().accept(page);
      return page.toString();
    }
    SessionPage.write(page, now, Optional.empty());
    now.view().gate().ifPresent(gate -> GatePage.write(page, gate));
    SessionPage.decisions(page, state.decisions());
    if (now.view().plan().isPresent()) {
      kind.plan(state, remark -> page.gap().text(remark)).page().accept(page);
    }
    if (state instanceof PlanState plan) {
      for (int number = plan.rounds().size(); number > 0; number--) {
        kind.round(state, number, whole).page().accept(page);
      }
    } else if (state instanceof ReviewState review && review.last().isPresent()) {
      kind.round(state, review.rounds().size(), whole).page().accept(page);
    } else if (state instanceof AnalyzeState analysis && analysis.discussionCount() > 0) {
      kind.round(state, analysis.discussionCount(), whole).page().accept(page);
    }
    return page.toString();
  }
}
