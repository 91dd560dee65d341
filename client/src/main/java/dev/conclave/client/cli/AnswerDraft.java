package dev.conclave.client.cli;

import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.BudgetRaise;
import dev.conclave.workflows.gate.CodeReview;
import dev.conclave.workflows.gate.ExecutionMethod;
import dev.conclave.workflows.gate.GateAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An answer while it is being put together. Not thread-safe. */
final class AnswerDraft {
  final AnswerKind kind;
  final List<String> constraints = new ArrayList<>();
  final List<String> included = new ArrayList<>();
  final List<String> excluded = new ArrayList<>();
  final Map<String, String> answers = new TreeMap<>();
  Optional<Integer> solution = Optional.empty();
  Optional<ExecutionMethod> execution = Optional.empty();
  Optional<CodeReview> review = Optional.empty();
  Optional<String> text = Optional.empty();
  Optional<String> agent = Optional.empty();
  Optional<BudgetRaise> budget = Optional.empty();
  boolean acceptDrift;

  AnswerDraft(AnswerKind kind) {
    this.kind = kind;
  }

  /**
   * The answer.
   *
   * @param digest of what the person saw, or fetched
   */
  GateAnswer to(String gate, Optional<String> digest, String by) {
    boolean scoped = !included.isEmpty() || !excluded.isEmpty();
    return new GateAnswer(
        gate,
        kind,
        Optional.empty(),
        digest,
        Optional.of(by),
        solution,
        execution,
        review,
        constraints,
        scoped ? Optional.of(new Scope(included, excluded)) : Optional.empty(),
        text,
        answers,
        acceptDrift ? Optional.of(true) : Optional.empty(),
        budget,
        agent);
  }
}
