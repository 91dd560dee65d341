package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.gate.CodeReview;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.ExecutionMethod;
import dev.conclave.workflows.plan.Kept;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import java.util.List;

/** The humans' decisions, as files list them. */
final class DecisionFiles {
  private DecisionFiles() {}

  static ArrayNode list(List<Decision> decisions) {
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    decisions.forEach(decision -> json.add(one(decision)));
    return json;
  }

  /** How files call who carries a plan out. */
  static String executor(ExecutionMethod method) {
    return switch (method) {
      case AGENT -> "Agent";
      case CODEX -> "Codex";
      case AUTO -> "Auto";
    };
  }

  /** How files call who reviews. */
  static String reviewer(CodeReview review) {
    return switch (review) {
      case SKIP -> "Skip";
      case GEMINI -> "Gemini Review";
      case CODEX -> "Codex Review";
      case AGENT -> "Agent Review";
    };
  }

  /** Every field is there for every kind of answer: "" and -1 where nothing was selected. */
  private static ObjectNode one(Decision decision) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("timestamp", decision.at().toString());
    json.put("gate", decision.gate());
    json.put("selected_solution", decision.solution().orElse(""));
    json.put("selected_solution_index", decision.answer().solution().map(n -> n - 1).orElse(-1));
    json.set("feedback_type", FileWords.texts(List.of(Words.of(decision.kind()))));
    json.put("additional_input", decision.said());
    json.set("constraints", FileWords.texts(Kept.constraints(decision.answer().constraints())));
    ArrayNode answers = json.putArray("answers");
    decision
        .answers()
        .forEach(
            answer ->
                answers
                    .addObject()
                    .put("id", answer.id())
                    .put("question", answer.question())
                    .put("answer", answer.words()));
    json.put("by", decision.by());
    json.put("digest", decision.digest());
    json.put("round", decision.round());
    decision
        .answer()
        .executionMethod()
        .ifPresent(method -> json.put("execution_method", executor(method)));
    decision.answer().codeReview().ifPresent(review -> json.put("code_review", reviewer(review)));
    decision
        .answer()
        .scope()
        .ifPresent(scope -> json.set("scope", WireMapper.get().valueToTree(scope)));
    return json;
  }
}
