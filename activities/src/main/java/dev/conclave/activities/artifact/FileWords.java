package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Point;
import dev.conclave.workflows.gate.CodeReview;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The records of a discussion in the spelling of files: snake_case fields as on the wire, and words
 * with underscores where a reader knows them so ({@code user_input_needed}).
 */
final class FileWords {
  private FileWords() {}

  /** {@code USER_INPUT_NEEDED} as {@code user_input_needed}. */
  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** {@code MEDIUM} as {@code Medium}. */
  static String capitalized(Enum<?> constant) {
    return constant.name().charAt(0) + of(constant).substring(1);
  }

  /** Who reviews, as executors call it. */
  static String reviewer(CodeReview review) {
    return review == CodeReview.SKIP ? "Skip" : capitalized(review) + " Review";
  }

  /** A record as on the wire. */
  static ObjectNode wire(Object value) {
    return WireMapper.get().valueToTree(value);
  }

  /** A text that has only one wording. */
  static Label same(String text) {
    return new Label(text, text);
  }

  /**
   * A sentence of ours, which is English; a label in it brings its own wording of each language.
   */
  static Label say(String template, Object... parts) {
    return new Label(
        template.formatted(
            Arrays.stream(parts).map(part -> part instanceof Label l ? l.en() : part).toArray()),
        template.formatted(
            Arrays.stream(parts).map(part -> part instanceof Label l ? l.zh() : part).toArray()));
  }

  static Label joined(List<Label> labels) {
    return new Label(
        labels.stream().map(Label::en).collect(Collectors.joining("; ")),
        labels.stream().map(Label::zh).collect(Collectors.joining("; ")));
  }

  /** Who contributed: a name for people and an id for programs. */
  static JsonFields contributor(String name, String id) {
    return new JsonFields().with("name", name).with("id", id);
  }

  /** An agent; the built-in analyst is no CLI. */
  static JsonFields agent(String agent) {
    return contributor(
        AgentProgram.find(agent).map(AgentProgram::title).orElse(agent),
        agent.equals(AgentStatus.DIRECT) ? agent : agent + "-cli");
  }

  /** An analysis, with the votes of its ballot among its fields. */
  static ObjectNode analysis(Analysis analysis) {
    ObjectNode json = wire(analysis).without("ballot");
    analysis.ballot().ifPresent(ballot -> json.setAll(wire(ballot)));
    return json;
  }

  static ObjectNode convergence(Convergence convergence, String rationale) {
    return wire(convergence)
        .put("recommendation", of(convergence.recommendation()))
        .put("rationale", rationale);
  }

  /** Agreements as sentences, disagreements with one key for each agent. */
  static JsonFields crossVerification(CrossVerification verification) {
    return new JsonFields()
        .with("agreements", agreements(verification))
        .each("disagreements", verification.disagreements(), FileWords::disagreement)
        .with("resolution", verification.resolution());
  }

  /** What agents agree on, in sentences. */
  static List<String> agreements(CrossVerification verification) {
    return verification.agreements().stream().map(Point::statement).toList();
  }

  private static JsonFields disagreement(Disagreement disagreement) {
    JsonFields json = new JsonFields();
    disagreement.positions().forEach(side -> json.with(side.agent(), side.statement()));
    return json.with("id", disagreement.id())
        .with("topic", disagreement.topic())
        .with("resolution", disagreement.resolution())
        .with("open", disagreement.open());
  }

  /** A question with its options and what is recommended, in the first of these languages. */
  static JsonFields question(Question question, List<String> languages) {
    return new JsonFields()
        .with("id", question.id())
        .with("question", question.question().in(languages))
        .each("options", question.options(), option -> option.in(languages))
        .with("recommended", question.recommended())
        .with("recommended_by", question.recommendedBy())
        .with("answer", question.answer());
  }

  /** Every field is there for every kind of answer: "" and -1 where nothing was selected. */
  static JsonFields decision(Decision decision) {
    return new JsonFields()
        .with("timestamp", decision.at())
        .with("gate", decision.gate())
        .with("selected_solution", decision.solution().orElse(""))
        .with("selected_solution_index", decision.answer().solution().map(n -> n - 1).orElse(-1))
        .with("feedback_type", List.of(Words.of(decision.kind())))
        .with("additional_input", decision.said())
        .with("constraints", decision.answer().constraints())
        .each(
            "answers",
            decision.answers(),
            answer ->
                new JsonFields()
                    .with("id", answer.id())
                    .with("question", answer.question())
                    .with("answer", answer.words()))
        .with("by", decision.by())
        .with("digest", decision.digest())
        .with("round", decision.round())
        .with("execution_method", decision.answer().executionMethod().map(FileWords::capitalized))
        .with("code_review", decision.answer().codeReview().map(FileWords::reviewer))
        .with("scope", decision.answer().scope());
  }
}
