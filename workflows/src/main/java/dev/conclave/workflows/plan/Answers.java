package dev.conclave.workflows.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerReader;
import dev.conclave.workflows.gate.AnswerVerdict;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateAnswer;
import io.temporal.workflow.Workflow;
import java.util.List;
import java.util.Optional;

/** Judges the answers that reach a session. */
final class Answers {
  private final Session session;
  private final Stopping stopping;

  Answers(Session session, Stopping stopping) {
    this.session = session;
    this.stopping = stopping;
  }

  /** Judges an answer for its validator, which leaves no trace in history. */
  AnswerVerdict judge(JsonNode value) {
    GateAnswer answer;
    try {
      answer = AnswerReader.read(value, expected());
    } catch (IllegalArgumentException e) {
      return AnswerVerdict.refused(
          Optional.ofNullable(e.getMessage()).orElse("the answer cannot be read"));
    }
    String key = AnswerReader.key(answer);
    if (session.gates.taken(key).isPresent()) {
      return new AnswerVerdict(true, Optional.empty());
    }
    return stopping.cancelled()
        ? AnswerVerdict.refused("the session is being cancelled and takes no answer")
        : new AnswerVerdict(false, session.gates.refusal(key, answer));
  }

  /** The kinds that an answer can be of now; all of them while nothing is asked. */
  private List<AnswerKind> expected() {
    return session.gates.open().map(Gate::kinds).orElseGet(() -> List.of(AnswerKind.values()));
  }

  /**
   * Judges an answer for good. Another one may have been taken since the validator looked, and a
   * signal has none. A replay hears the same verdict, whatever today's rules and words are.
   */
  AnswerVerdict judgeOnce(JsonNode value) {
    return Workflow.sideEffect(AnswerVerdict.class, () -> judge(value));
  }
}
