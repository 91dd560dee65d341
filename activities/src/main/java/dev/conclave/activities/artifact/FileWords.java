package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Point;
import dev.conclave.workflows.discussion.Position;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.gate.CodeReview;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.ExecutionMethod;
import dev.conclave.workflows.plan.Kept;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import java.util.List;
import java.util.Locale;

/**
 * The records of a discussion in the flat spelling of files: snake_case fields as on the wire, and
 * words with underscores where a reader knows them so ({@code user_input_needed}).
 */
public final class FileWords {
  private static final JsonMapper ORDERED =
      WireMapper.get().rebuild().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private FileWords() {}

  /** {@code USER_INPUT_NEEDED} as {@code user_input_needed}. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** A list of texts, as JSON. */
  public static JsonNode texts(List<String> texts) {
    return WireMapper.get().valueToTree(texts);
  }

  /** Any record of the wire, as JSON. */
  public static ObjectNode wire(Object value) {
    return WireMapper.get().valueToTree(value);
  }

  /** A record with its maps in the order of their keys: a map's own order may differ by process. */
  public static ObjectNode ordered(Object value) {
    return ORDERED.valueToTree(value);
  }

  /** An analysis with all fields of its schema, the votes of its ballot among them. */
  public static ObjectNode analysis(Analysis analysis) {
    ObjectNode json = wire(analysis);
    json.remove("ballot");
    analysis.ballot().ifPresent(ballot -> json.setAll(wire(ballot)));
    return json;
  }

  /** A solution with what speaks for it. */
  public static ObjectNode solution(Solution solution) {
    return wire(solution);
  }

  /** How far a round came. */
  public static ObjectNode convergence(Convergence convergence, String rationale) {
    ObjectNode json = wire(convergence);
    json.put("recommendation", of(convergence.recommendation()));
    json.put("rationale", rationale);
    return json;
  }

  /**
   * Agreements as sentences, disagreements with one key for each agent, and what bears them out.
   */
  public static ObjectNode crossVerification(CrossVerification verification) {
    ObjectNode json = JSON.objectNode();
    json.set("agreements", statements(verification.agreements()));
    json.set(
        "disagreements",
        JSON.arrayNode()
            .addAll(verification.disagreements().stream().map(FileWords::disagreement).toList()));
    json.put("resolution", verification.resolution());
    json.set("partial", statements(verification.partial()));
    json.set("unique", statements(verification.unique()));
    ObjectNode positions = json.putObject("positions");
    positions.set("agreements", WireMapper.get().valueToTree(verification.agreements()));
    positions.set("partial", WireMapper.get().valueToTree(verification.partial()));
    positions.set("unique", WireMapper.get().valueToTree(verification.unique()));
    return json;
  }

  /** The texts of questions, each in the first of these languages. */
  public static JsonNode questionTexts(List<Question> questions, List<String> languages) {
    return texts(questions.stream().map(question -> question.question().in(languages)).toList());
  }

  /** Questions with their options and what is recommended. */
  public static JsonNode questions(List<Question> questions, List<String> languages) {
    ArrayNode json = JSON.arrayNode();
    for (Question question : questions) {
      ObjectNode one = json.addObject();
      one.put("id", question.id());
      one.put("question", question.question().in(languages));
      one.set(
          "options",
          texts(question.options().stream().map(option -> option.in(languages)).toList()));
      question.recommended().ifPresent(number -> one.put("recommended", number));
      one.set("recommended_by", texts(question.recommendedBy()));
      question.answer().ifPresent(answer -> one.put("answer", answer));
    }
    return json;
  }

  /** What agents agree on, in sentences. */
  public static JsonNode statements(List<Point> points) {
    return texts(points.stream().map(Point::statement).toList());
  }

  private static ObjectNode disagreement(Disagreement disagreement) {
    ObjectNode json = JSON.objectNode();
    ObjectNode evidence = JSON.objectNode();
    for (Position position : disagreement.positions()) {
      json.put(position.agent(), position.statement());
      evidence.set(position.agent(), WireMapper.get().valueToTree(position.evidence()));
    }
    json.put("id", disagreement.id());
    json.put("topic", disagreement.topic());
    json.put("resolution", disagreement.resolution());
    json.put("open", disagreement.open());
    json.set("evidence", evidence);
    return json;
  }

  static ArrayNode decisions(List<Decision> decisions) {
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    decisions.forEach(decision -> json.add(decision(decision)));
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
  private static ObjectNode decision(Decision decision) {
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

  /** How artifacts name who contributed. */
  static final class Contributors {
    /** The rules that hold analyses against each other. */
    public static final Contributor SYSTEM = new Contributor("System", "cross-verification");

    private Contributors() {}

    /** A name for people and an id for programs. */
    public record Contributor(String name, String id) {}

    /** An agent; the built-in analyst is no CLI. */
    public static Contributor agent(String agent) {
      String id = agent.equals(AgentStatus.DIRECT) ? agent : agent + "-cli";
      return new Contributor(AgentProgram.find(agent).map(AgentProgram::title).orElse(agent), id);
    }

    /** A person. */
    public static Contributor human(String by) {
      return new Contributor("Human", by.isBlank() ? "human" : by);
    }
  }
}
