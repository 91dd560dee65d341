package dev.conclave.workflows.gate;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.model.ApproverKey;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Digests;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A human's answer to a gate. Without an id its digest is its key: new fields are written only when
 * set.
 *
 * @param answerId chosen by the sender; equal for a repeated sending
 * @param digest of what the human saw; a person who saw the gate sends it
 * @param acceptDrift go on although cited files changed, or the plan no longer fits the workspace
 * @param mode with approve, at a configuration; the one that is shown when absent
 * @param signature of an {@link ApproverKey}, as Base64
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
    Optional<BudgetLimits> budget,
    Optional<String> agent,
    Optional<Integer> strategy,
    Optional<AnalysisMode> mode,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> questions,
    Optional<String> target,
    Optional<String> signature) {

  private static final ObjectReader READER =
      WireMapper.get()
          .readerFor(GateAnswer.class)
          .without(DeserializationFeature.ACCEPT_FLOAT_AS_INT);

  /** Of a value that is quoted, in characters. */
  private static final int LONGEST = 60;

  public GateAnswer {
    // A shell's unset variable is no constraint: no task could keep it.
    constraints = said(constraints);
    questions = said(questions);
    text = text.map(String::strip).filter(words -> !words.isEmpty());
    target = target.map(String::strip).filter(words -> !words.isEmpty());
    answers = new TreeMap<>(answers);
    if (answers.containsValue(null)) {
      throw new IllegalArgumentException("an answer to a question has to be a text, not null");
    }
  }

  private static List<String> said(List<String> texts) {
    return texts.stream().map(String::strip).filter(words -> !words.isEmpty()).toList();
  }

  public static GateAnswer of(String gate, AnswerKind kind) {
    return WireMapper.get().convertValue(Map.of("gate", gate, "kind", kind), GateAnswer.class);
  }

  /**
   * Reads an answer.
   *
   * @throws IllegalArgumentException with a sentence for the sender
   */
  public static GateAnswer read(@Nullable JsonNode value) {
    return read(value, List.of(AnswerKind.values()));
  }

  /**
   * Reads an answer to a gate out of any JSON value.
   *
   * @param expected the kinds that the sentence about an unknown kind names
   * @throws IllegalArgumentException with a sentence for the sender
   */
  public static GateAnswer read(@Nullable JsonNode value, List<AnswerKind> expected) {
    if (value == null || !value.isObject()) {
      throw new IllegalArgumentException(
          "an answer has to be a JSON object such as {\"gate\":\"2-decision\",\"kind\":\"approve\",\"solution\":1}");
    }
    for (String needed : List.of("gate", "kind")) {
      if (!value.path(needed).isTextual() || value.path(needed).asText().isBlank()) {
        throw new IllegalArgumentException("the answer has no \"" + needed + "\"");
      }
    }
    if (Words.parse(AnswerKind.class, value.path("kind").asText()).isEmpty()) {
      throw wrong("kind", value.path("kind"), Words.oneOf(expected));
    }
    try {
      return READER.treeToValue(value, GateAnswer.class);
    } catch (JsonMappingException e) {
      JsonPointer at = WireMapper.pointer(e);
      if (at.matches()) {
        throw new IllegalArgumentException("an answer to a question has to be a text, not null", e);
      }
      String field = at.toString().substring(1).replace('/', '.');
      Class<?> type = e instanceof MismatchedInputException wrong ? wrong.getTargetType() : null;
      String expects = type == null ? "another value" : Words.expected(type);
      throw wrong(field, value.at(at), expects);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the answer is not readable JSON", e);
    }
  }

  private static IllegalArgumentException wrong(String field, JsonNode value, String expected) {
    return new IllegalArgumentException(
        "\"%s\" is %s; expected %s"
            .formatted(field, Cut.shown(value.toString(), LONGEST), expected));
  }

  public String key() {
    return answerId.orElseGet(() -> Digests.ofRecord(this));
  }

  /** The same under the name of a key, signed for one session. */
  public GateAnswer signedFor(String session, ApproverKey key) {
    GateAnswer own = by(key.name());
    return own.with(Optional.of(key.sign(own.signable(session))));
  }

  /** Whether the owner of a public key signed it, as it is, for this session. */
  public boolean isSignedFor(String session, String publicKey) {
    return signature
        .filter(text -> ApproverKey.signed(publicKey, signable(session), text))
        .isPresent();
  }

  /** What is signed: the session, the gate, which has its id once, and the whole answer. */
  private String signable(String session) {
    String whole = Digests.ofRecord(with(Optional.empty()));
    return "conclave answer\n%s\n%s\n%s\n".formatted(session, gate, whole);
  }

  private GateAnswer with(Optional<String> anySignature) {
    return WireMapper.with(this, Map.of("signature", anySignature));
  }

  /** The same from somebody of this name. */
  public GateAnswer by(String name) {
    return WireMapper.with(this, Map.of("by", name));
  }

  /** The same with its long texts shortened; a digest names each whole. */
  public GateAnswer shortened() {
    JsonNode shorter = SecretFilter.inTexts(WireMapper.get().valueToTree(this), Bounds::shortened);
    return WireMapper.get().convertValue(shorter, GateAnswer.class);
  }

  /** The human's words: text, then the answers to questions in their order. */
  public String words() {
    StringBuilder words = new StringBuilder(text.orElse(""));
    answers.forEach(
        (number, answer) ->
            words.append(words.isEmpty() ? "" : "\n").append(number).append(". ").append(answer));
    return words.toString();
  }

  public enum AnalysisMode {
    QUICK,
    STANDARD,
    DEEP
  }

  public enum CodeReview {
    SKIP,
    GEMINI,
    CODEX,
    AGENT
  }

  public enum ExecutionMethod {
    AGENT,
    CODEX,
    AUTO
  }
}
