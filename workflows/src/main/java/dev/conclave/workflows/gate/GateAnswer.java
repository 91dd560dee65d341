package dev.conclave.workflows.gate;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.model.ApproverKey;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Digests;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A human's answer to a gate: the data of its kind and optional text. Without an id its digest is
 * its key, so new fields must be written only when set.
 *
 * @param answerId chosen by the sender; the same when an answer is sent again
 * @param digest of the content that the human saw
 * @param answers to the gate's questions, by number; {@code a} is read as 1
 * @param signature of an {@link ApproverKey}, as Base64
 */
@RecordBuilder
public record GateAnswer(
    String gate,
    AnswerKind kind,
    Optional<String> answerId,
    Optional<String> digest,
    Optional<String> by,
    @JsonUnwrapped Answer body,
    Optional<String> text,
    Map<String, String> answers,
    Optional<String> signature)
    implements GateAnswerBuilder.With {

  private static final ObjectReader READER =
      WireMapper.get().reader().without(DeserializationFeature.ACCEPT_FLOAT_AS_INT);

  /** Limit of a quoted value in characters. */
  private static final int LONGEST = 60;

  private record Envelope(
      String gate,
      AnswerKind kind,
      Optional<String> answerId,
      Optional<String> digest,
      Optional<String> by,
      Optional<String> text,
      Map<String, String> answers,
      Optional<String> signature) {}

  public GateAnswer {
    text = text.map(String::strip).filter(words -> !words.isEmpty());
    Map<String, String> numbered = new TreeMap<>();
    answers.forEach((question, said) -> numbered.put(AnswerForm.number(question), said));
    answers = numbered;
    if (answers.containsValue(null)) {
      throw new IllegalArgumentException("an answer to a question must be text, not null");
    }
  }

  public static GateAnswer of(String gate, AnswerKind kind) {
    return read(WireMapper.get().valueToTree(Map.of("gate", gate, "kind", kind)));
  }

  /**
   * Reads an answer.
   *
   * @throws IllegalArgumentException with a sentence for the sender
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static GateAnswer read(@Nullable JsonNode value) {
    return read(value, List.of(AnswerKind.values()));
  }

  /**
   * Reads an answer to a gate from any JSON value.
   *
   * @param expected the kinds listed in the error about an unknown kind
   * @throws IllegalArgumentException with a sentence for the sender
   */
  public static GateAnswer read(@Nullable JsonNode value, List<AnswerKind> expected) {
    if (value == null || !value.isObject()) {
      throw new IllegalArgumentException(
          "an answer must be a JSON object such as"
              + " {\"gate\":\"2-decision\",\"kind\":\"approve\",\"solution\":1}");
    }
    for (String needed : List.of("gate", "kind")) {
      if (!value.path(needed).isTextual() || value.path(needed).asText().isBlank()) {
        throw new IllegalArgumentException("the answer has no \"" + needed + "\"");
      }
    }
    AnswerKind kind =
        Words.parse(AnswerKind.class, value.path("kind").asText())
            .orElseThrow(() -> wrong("kind", value.path("kind"), Words.oneOf(expected)));
    Envelope sent = part(value, Envelope.class);
    // Fields of other kinds are ignored, but must be well-formed.
    for (AnswerForm other : AnswerForm.values()) {
      part(value, other.answerType());
    }
    return new GateAnswer(
        sent.gate,
        kind,
        sent.answerId,
        sent.digest,
        sent.by,
        part(value, kind.form().answerType()),
        sent.text,
        sent.answers,
        sent.signature);
  }

  private static <T> T part(JsonNode value, Class<T> type) {
    try {
      return READER.treeToValue(value, type);
    } catch (JsonMappingException e) {
      JsonPointer at = WireMapper.pointer(e);
      if (at.matches()) {
        throw new IllegalArgumentException("an answer to a question must be text, not null", e);
      }
      String field = at.toString().substring(1).replace('/', '.');
      Class<?> wanted = e instanceof MismatchedInputException wrong ? wrong.getTargetType() : null;
      String expects = wanted == null ? "another value" : Words.expected(wanted);
      throw wrong(field, value.at(at), expects);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the answer is not valid JSON", e);
    }
  }

  private static IllegalArgumentException wrong(String field, JsonNode value, String expected) {
    return new IllegalArgumentException(
        "\"%s\" is %s; expected %s"
            .formatted(field, Cut.shorten(value.toString(), LONGEST), expected));
  }

  /** Returns the flat JSON object that is sent, stored, digested and signed. */
  @JsonValue
  public ObjectNode json() {
    ObjectNode json = WireMapper.get().createObjectNode();
    json.put("gate", gate).put("kind", Words.of(kind));
    answerId.ifPresent(id -> json.put("answer_id", id));
    digest.ifPresent(seen -> json.put("digest", seen));
    by.ifPresent(who -> json.put("by", who));
    json.setAll(WireMapper.get().<ObjectNode>valueToTree(body));
    json.withArray("/constraints"); // always present, like answers
    text.ifPresent(words -> json.put("text", words));
    json.set("answers", WireMapper.get().valueToTree(answers));
    signature.ifPresent(proof -> json.put("signature", proof));
    return json;
  }

  public <A extends Answer> Optional<A> as(Class<A> type) {
    return Optional.of(body).filter(type::isInstance).map(type::cast);
  }

  public String key() {
    return answerId.orElseGet(() -> Digests.ofRecord(this));
  }

  /** Returns it under the name of a key, signed for one session. */
  public GateAnswer signedFor(String session, ApproverKey key) {
    GateAnswer own = by(key.name());
    return own.withSignature(Optional.of(key.sign(own.signable(session))));
  }

  /** Whether the owner of a public key signed exactly this answer for this session. */
  public boolean isSignedFor(String session, String publicKey) {
    return signature
        .filter(text -> ApproverKey.signed(publicKey, signable(session), text))
        .isPresent();
  }

  /** Returns the signed text: the session, the gate (its id is unique) and the whole answer. */
  private String signable(String session) {
    String whole = Digests.ofRecord(withSignature(Optional.empty()));
    return "conclave answer\n%s\n%s\n%s\n".formatted(session, gate, whole);
  }

  /** Returns it with an id, which identifies it when it is sent again. */
  public GateAnswer under(String id) {
    return withAnswerId(Optional.of(id));
  }

  public GateAnswer by(String name) {
    return withBy(Optional.of(name));
  }

  /** Returns it with long texts truncated; each has the digest of the whole. */
  public GateAnswer shortened() {
    return read(WireMapper.mapTexts(json(), Bounds::shortened));
  }

  /** Returns the text, then the answers to questions in their order. */
  public String words() {
    StringBuilder words = new StringBuilder(text.orElse(""));
    answers.forEach(
        (number, answer) ->
            words.append(words.isEmpty() ? "" : "\n").append(number).append(". ").append(answer));
    return words.toString();
  }

  /** Returns the failure of a phase whose gate does not accept this kind of answer. */
  public IllegalStateException unexpected() {
    return new IllegalStateException("this gate does not accept " + kind());
  }
}
