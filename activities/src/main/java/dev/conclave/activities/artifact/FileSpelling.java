package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.PointView;
import dev.conclave.workflows.gate.Answer.Approve;
import dev.conclave.workflows.gate.Answer.CodeReview;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Renders records of a discussion in the spelling of session files. */
final class FileSpelling {
  private FileSpelling() {}

  /** Spells {@code USER_INPUT_NEEDED} as {@code user_input_needed}. */
  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** Spells {@code MEDIUM} as {@code Medium}. */
  static String capitalized(Enum<?> constant) {
    return constant.name().charAt(0) + of(constant).substring(1);
  }

  static String reviewer(CodeReview review) {
    return review == CodeReview.SKIP ? "Skip" : capitalized(review) + " Review";
  }

  static ObjectNode wire(Object value) {
    return WireMapper.get().valueToTree(value);
  }

  static LocalizedText same(String text) {
    return new LocalizedText(text, text);
  }

  /** Formats an English sentence; a label in it has its own text for each language. */
  static LocalizedText say(String template, Object... parts) {
    return new LocalizedText(
        filled(template, parts, LocalizedText::en), filled(template, parts, LocalizedText::zh));
  }

  private static String filled(
      String template, Object[] parts, Function<LocalizedText, String> wording) {
    return template.formatted(
        Stream.of(parts)
            .map(part -> part instanceof LocalizedText l ? wording.apply(l) : part)
            .toArray());
  }

  static LocalizedText joined(List<LocalizedText> labels) {
    return new LocalizedText(
        labels.stream().map(LocalizedText::en).collect(Collectors.joining("; ")),
        labels.stream().map(LocalizedText::zh).collect(Collectors.joining("; ")));
  }

  static JsonFields contributor(String name, String id) {
    return new JsonFields().with("name", name).with("id", id);
  }

  static JsonFields agent(String agent) {
    return contributor(
        AgentProgram.find(agent).map(AgentProgram::title).orElse(agent),
        agent.equals(AgentStatus.DIRECT) ? agent : agent + "-cli");
  }

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

  static JsonFields crossVerification(CrossVerification verification) {
    return new JsonFields()
        .with("agreements", agreements(verification))
        .each("disagreements", verification.disagreements(), FileSpelling::disagreement)
        .with("resolution", verification.resolution());
  }

  static List<String> agreements(CrossVerification verification) {
    return verification.agreements().stream().map(PointView::statement).toList();
  }

  private static JsonFields disagreement(Disagreement disagreement) {
    JsonFields json = new JsonFields();
    disagreement.positions().forEach(side -> json.with(side.agent(), side.statement()));
    return json.with("id", disagreement.id())
        .with("topic", disagreement.topic())
        .with("resolution", disagreement.resolution())
        .with("open", disagreement.open());
  }

  static JsonFields question(Question question, List<String> languages) {
    return new JsonFields()
        .with("id", question.id())
        .with("question", question.question().in(languages))
        .each("options", question.options(), option -> option.in(languages))
        .with("recommended", question.recommended())
        .with("recommended_by", question.recommendedBy())
        .with("answer", question.answer());
  }

  /**
   * Renders a decision with all fields for every kind of answer: "" and -1 if nothing was selected.
   */
  static JsonFields decision(Decision decision) {
    Optional<Approve> approval = decision.answer().as(Approve.class);
    return new JsonFields()
        .with("timestamp", decision.at())
        .with("gate", decision.gate())
        .with("selected_solution", decision.solution().orElse(""))
        .with(
            "selected_solution_index",
            approval.flatMap(Approve::solution).map(n -> n - 1).orElse(-1))
        .with("commands", Optional.of(decision.commands()).filter(lines -> !lines.isEmpty()))
        .with("feedback_type", List.of(Words.of(decision.kind())))
        .with("additional_input", decision.said())
        .with("constraints", approval.map(Approve::constraints).orElse(List.of()))
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
        .with(
            "execution_method",
            approval.flatMap(Approve::executionMethod).map(FileSpelling::capitalized))
        .with("code_review", approval.flatMap(Approve::codeReview).map(FileSpelling::reviewer))
        .with("scope", approval.flatMap(Approve::scope));
  }
}
