package dev.conclave.workflows.gate;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.temporal.Bounds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A human's answer to a gate, the same for update and signal. An answer without an id is known
 * again by what is written of it: what is added here later is written only where there is some.
 *
 * @param gate id of the gate, such as {@code 2-decision}
 * @param kind what the answer is
 * @param answerId chosen by the sender; equal for a repeated sending
 * @param digest of what the human saw; a person who saw the gate sends it
 * @param by who answers
 * @param solution counts from 1
 * @param executionMethod with approve; agent when absent
 * @param codeReview with approve; skip when absent
 * @param constraints free text or presets, with approve
 * @param scope changed scope, with approve
 * @param text feedback, a new direction, a wish
 * @param answers to numbered questions, from "1"
 * @param acceptDrift go on although cited files changed, or the plan no longer fits the workspace
 * @param budget new limits, with raise
 * @param agent to be dropped, with drop-agent
 * @param strategy counts from 1
 * @param mode with approve, at a configuration; the one that is shown when absent
 * @param questions to be looked into, with ask
 * @param target directory to write to, with export
 */
public record GateAnswer(
    String gate,
    AnswerKind kind,
    Optional<String> answerId,
    Optional<String> digest,
    Optional<String> by,
    Optional<Integer> solution,
    Optional<ExecutionMethod> executionMethod,
    Optional<CodeReview> codeReview,
    List<String> constraints,
    Optional<Scope> scope,
    Optional<String> text,
    Map<String, String> answers,
    Optional<Boolean> acceptDrift,
    Optional<BudgetRaise> budget,
    Optional<String> agent,
    Optional<Integer> strategy,
    Optional<AnalysisMode> mode,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> questions,
    Optional<String> target) {

  public GateAnswer {
    // A shell's unset variable is no constraint: no task could keep it.
    constraints = said(constraints);
    questions = said(questions);
    text = text.map(String::strip).filter(words -> !words.isEmpty());
    target = target.map(String::strip).filter(words -> !words.isEmpty());
    answers = new TreeMap<>(answers);
    if (answers.containsValue(null)) {
      throw new IllegalArgumentException("an answer to a question is a text, not null");
    }
  }

  private static List<String> said(List<String> texts) {
    return texts.stream().map(String::strip).filter(words -> !words.isEmpty()).toList();
  }

  /** An answer with nothing but its kind. */
  public static GateAnswer of(String gate, AnswerKind kind) {
    return new GateAnswer(
        gate,
        kind,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.empty());
  }

  /** The same with its long texts shortened; a digest names each whole. */
  public GateAnswer shortened() {
    TreeMap<String, String> shortened = new TreeMap<>();
    answers.forEach((number, words) -> shortened.put(number, Bounds.shortened(words)));
    return new GateAnswer(
        gate,
        kind,
        answerId,
        digest,
        by,
        solution,
        executionMethod,
        codeReview,
        constraints.stream().map(Bounds::shortened).toList(),
        scope,
        text.map(Bounds::shortened),
        shortened,
        acceptDrift,
        budget,
        agent,
        strategy,
        mode,
        questions.stream().map(Bounds::shortened).toList(),
        target.map(Bounds::shortened));
  }

  /** The human's words: text, then the answers to questions in their order. */
  public String words() {
    StringBuilder words = new StringBuilder(text.orElse(""));
    answers.forEach(
        (number, answer) ->
            words.append(words.isEmpty() ? "" : "\n").append(number).append(". ").append(answer));
    return words.toString();
  }
}
