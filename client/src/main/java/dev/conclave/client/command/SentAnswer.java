package dev.conclave.client.command;

import dev.conclave.client.gate.AnswerArguments;
import dev.conclave.client.gate.AnswerDraft;
import dev.conclave.client.gate.Replies;
import dev.conclave.client.page.SessionPage;
import dev.conclave.client.session.Session;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerOutcome;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.temporal.ShellWord;
import java.util.Optional;

/**
 * An answer that was taken.
 *
 * @param by under another name than the user's own
 */
record SentAnswer(Session session, AnswerDraft draft, Optional<String> by, AnswerReply reply) {
  private static final int LOOKS = 20;

  /** What became of it; where it was not carried out, with the whole line that sends it again. */
  String sentence() {
    return Replies.sentence(session.id(), reply)
        + again()
            .map(line -> "\nThe same once more, as the workspace is now:\n  " + line)
            .orElse("");
  }

  /** The answer, when it was not carried out or may still not be: the workspace has changed. */
  Optional<AnswerDraft> hindered() {
    return reply.outcome() == AnswerOutcome.REOPENED || reply.outcome() == AnswerOutcome.PENDING
        ? Optional.of(draft)
        : Optional.empty();
  }

  private Optional<String> again() {
    return reply.outcome() == AnswerOutcome.REOPENED
        ? session.state().gate().filter(draft::fitsAgain).map(this::line)
        : Optional.empty();
  }

  private String line(Gate gate) {
    return "conclave answer %s %s%s --gate %s --digest %s"
        .formatted(
            session.id(),
            AnswerArguments.of(draft.acceptingDrift()),
            by.map(name -> " --as " + ShellWord.of(name)).orElse(""),
            gate.id(),
            gate.digest());
  }

  /** Who hands a plan over is told where it is, if it is written within a moment. */
  void writtenTo(Surroundings around) {
    boolean handedOver =
        reply.outcome() == AnswerOutcome.ACCEPTED || reply.outcome() == AnswerOutcome.REPEATED;
    if (draft.kind != AnswerKind.EXECUTE || !handedOver) {
      return;
    }
    SessionView view = session.state();
    for (int look = 0; look < LOOKS && !view.phase().closed(); look++) {
      try {
        Thread.sleep(around.pace().toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      view = session.state();
    }
    if (view.gate().isPresent()) {
      return; // it was refused when it was sent first: nothing is being written
    }
    Page page = around.output().resultPage();
    view.folder().ifPresent(folder -> page.field("Folder", folder));
    if (view.phase().closed()) {
      SessionPage.handOff(page, view);
    } else {
      page.text("The plan is being written; see `conclave show " + session.id() + "`.");
    }
    around.output().result(page);
  }
}
