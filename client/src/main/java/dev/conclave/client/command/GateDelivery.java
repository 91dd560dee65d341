package dev.conclave.client.command;

import dev.conclave.client.gate.AnswerDraft;
import dev.conclave.client.gate.Replies;
import dev.conclave.client.page.DecisionsPage;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Session;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.gate.AnswerOutcome;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.temporal.ServerException;
import java.util.Optional;

/** Takes a person's answer to its gate, and says what became of it. */
final class GateDelivery {
  private static final int ATTEMPTS = 3;

  private final Surroundings around;
  private final Session session;
  private final Following following;

  GateDelivery(Surroundings around, Session session, Following following) {
    this.around = around;
    this.session = session;
    this.following = following;
  }

  /** What became of it; empty when somebody else was faster, or the gate shows something else. */
  Optional<AnswerOutcome> send(Gate gate, AnswerDraft draft) {
    Optional<AnswerOutcome> outcome = Optional.empty();
    try {
      draft.reword(around.withoutSecrets("the answer"));
      AnswerReply reply = sent(draft.to(gate.id(), Optional.of(gate.digest()), around.user()), 1);
      around.output().say(Replies.sentence(session.id(), reply));
      outcome = Optional.of(reply.outcome());
    } catch (Refusal e) {
      around.output().say(String.valueOf(e.getMessage()));
      answered(gate).ifPresent(decision -> tell(DecisionsPage.sentence(decision)));
    }
    following.steered();
    return outcome;
  }

  /** Where the worker or server is being started again, the answer is sent until it is there. */
  private AnswerReply sent(GateAnswer answer, int attempt) {
    int before = following.remarks().size();
    try {
      return Replies.awaited(around.output()::say, () -> session.answer(answer, Replies.PATIENCE));
    } catch (ServerException e) {
      if (attempt == ATTEMPTS || following.remarks().size() == before) {
        throw e;
      }
      return sent(answer, attempt + 1);
    }
  }

  /** The last answer that counted at a gate. */
  Optional<Decision> answered(Gate gate) {
    try {
      return session.decisions().stream()
          .filter(decision -> decision.gate().equals(gate.id()))
          .reduce((older, newer) -> newer);
    } catch (ServerException | Refusal e) {
      return Optional.empty(); // the view goes on all the same
    }
  }

  private void tell(String sentence) {
    around.output().say(new Page(around.output().progressScreen()).text(sentence));
  }
}
