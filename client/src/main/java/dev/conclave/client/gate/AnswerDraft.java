package dev.conclave.client.gate;

import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.gate.AnalysisMode;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.BudgetRaise;
import dev.conclave.workflows.gate.CodeReview;
import dev.conclave.workflows.gate.ExecutionMethod;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** An answer while it is being put together. Not thread-safe. */
public final class AnswerDraft {
  public final AnswerKind kind;
  public final List<String> constraints = new ArrayList<>();
  public final List<String> included = new ArrayList<>();
  public final List<String> excluded = new ArrayList<>();
  public final Map<String, String> answers = new TreeMap<>();
  public Optional<Integer> solution = Optional.empty();
  public Optional<ExecutionMethod> execution = Optional.empty();
  public Optional<CodeReview> review = Optional.empty();
  public Optional<String> text = Optional.empty();
  public Optional<String> agent = Optional.empty();
  public Optional<BudgetRaise> budget = Optional.empty();
  public Optional<Integer> strategy = Optional.empty();
  public Optional<AnalysisMode> mode = Optional.empty();
  public final List<String> questions = new ArrayList<>();
  public Optional<String> target = Optional.empty();
  public boolean acceptDrift;

  public AnswerDraft(AnswerKind kind) {
    this.kind = kind;
  }

  /**
   * Whether it can be given again at a gate that opened because what it was held against changed.
   */
  public boolean fitsAgain(Gate gate) {
    return !gate.shown().drift().isEmpty()
        && gate.kinds().contains(kind)
        && solution.orElse(0) <= gate.shown().options().size();
  }

  /** Changes every text that a person wrote. */
  public void reword(UnaryOperator<String> words) {
    text = text.map(words);
    answers.replaceAll((number, answer) -> words.apply(answer));
    List.of(constraints, included, excluded, questions).forEach(list -> list.replaceAll(words));
  }

  /** This answer, given although the workspace has changed. */
  public AnswerDraft acceptingDrift() {
    acceptDrift = true;
    return this;
  }

  /**
   * The answer.
   *
   * @param digest of what the person saw, or fetched
   */
  public GateAnswer to(String gate, Optional<String> digest, String by) {
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
        agent,
        strategy,
        mode,
        questions,
        target);
  }
}
