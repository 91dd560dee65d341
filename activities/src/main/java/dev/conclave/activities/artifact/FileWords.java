package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Point;
import dev.conclave.workflows.discussion.Position;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.temporal.WireMapper;
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
}
