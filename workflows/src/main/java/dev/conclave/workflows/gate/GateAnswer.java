package dev.conclave.workflows.gate;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import dev.conclave.workflows.config.BudgetLimits;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.secret.Redaction;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.Digests;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

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
    Optional<BudgetLimits> budget,
    Optional<String> agent,
    Optional<Integer> strategy,
    Optional<AnalysisMode> mode,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> questions,
    Optional<String> target) {

  /** Half a solution is no solution. */
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
      throw new IllegalArgumentException("an answer to a question is a text, not null");
    }
  }

  private static List<String> said(List<String> texts) {
    return texts.stream().map(String::strip).filter(words -> !words.isEmpty()).toList();
  }

  /** An answer with nothing but its kind. */
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
          "an answer is a JSON object such as {\"gate\":\"2-decision\",\"kind\":\"approve\",\"solution\":1}");
    }
    for (String needed : List.of("gate", "kind")) {
      if (!value.path(needed).isTextual() || value.path(needed).asText().isBlank()) {
        throw new IllegalArgumentException("the answer lacks \"" + needed + "\"");
      }
    }
    if (Words.parse(AnswerKind.class, value.path("kind").asText()).isEmpty()) {
      throw wrong("kind", value.path("kind"), Words.oneOf(expected));
    }
    try {
      return READER.readValue(value);
    } catch (JsonMappingException e) {
      StringBuilder field = new StringBuilder();
      JsonNode given = value;
      for (JsonMappingException.Reference step : e.getPath()) {
        if (step.getFieldName() == null) {
          field.append('[').append(step.getIndex()).append(']');
          given = given.path(step.getIndex());
        } else {
          field.append(field.isEmpty() ? "" : ".").append(step.getFieldName());
          given = given.path(step.getFieldName());
        }
      }
      if (field.isEmpty()) {
        throw new IllegalArgumentException("an answer to a question is a text, not null", e);
      }
      Class<?> type = e instanceof MismatchedInputException wrong ? wrong.getTargetType() : null;
      throw wrong(field.toString(), given, type == null ? "another value" : Words.expected(type));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the answer is no JSON that can be read", e);
    } catch (IOException e) {
      throw new UncheckedIOException("a tree in memory does no I/O", e);
    }
  }

  private static IllegalArgumentException wrong(String field, JsonNode value, String expected) {
    return new IllegalArgumentException(
        "\"%s\" is %s; expected %s"
            .formatted(field, Cut.shown(value.toString(), LONGEST), expected));
  }

  /** The key under which its outcome is remembered. */
  public String key() {
    return answerId.orElseGet(() -> Digests.ofRecord(this));
  }

  /** The same with its long texts shortened; a digest names each whole. */
  public GateAnswer shortened() {
    JsonNode shorter = new Redaction(Bounds::shortened).in(WireMapper.get().valueToTree(this));
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
}
