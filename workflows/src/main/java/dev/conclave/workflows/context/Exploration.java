package dev.conclave.workflows.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.WireMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one angle.
 *
 * @param index from 1
 * @param reply of a valid exploration; empty if the angle failed
 * @param failure why it failed
 */
public record Exploration(
    String angle, int index, Optional<AskReply> reply, Optional<String> failure, Instant ended) {

  private static final JsonNode NONE = MissingNode.getInstance();

  /** Limit of the reason for a question, in characters. */
  private static final int WHY = 600;

  /** Returns the duration of its call in seconds; 0 for a failed angle. */
  public long seconds() {
    return reply
        .map(AskReply::receipt)
        .map(proof -> Duration.between(proof.start(), proof.end()).toSeconds())
        .orElse(0L);
  }

  public Optional<ObjectNode> structuredReply() {
    return reply.flatMap(AskReply::structured);
  }

  /** Returns its findings in a few sentences, or why it failed. */
  public String summary() {
    return failure
        .or(() -> structuredReply().map(one -> one.path("project_structure").asText()))
        .orElse("");
  }

  private record Need(
      String question, String context, List<String> options, @Nullable Integer recommended) {}

  /** Returns what it asks the human, numbered within this exploration. */
  List<Question> questions() {
    List<Question> questions = new ArrayList<>();
    for (JsonNode asked :
        structuredReply().map(one -> one.path("clarification_needs")).orElse(NONE)) {
      Need need = WireMapper.get().convertValue(asked, Need.class);
      Optional<Integer> recommended =
          Optional.ofNullable(need.recommended())
              .filter(number -> number >= 1 && number <= need.options().size());
      questions.add(
          new Question(
              "E" + (1 + questions.size()),
              LocalizedText.of(need.question().strip()),
              need.options().stream().map(LocalizedText::of).toList(),
              recommended,
              recommended.flatMap(any -> reply).map(one -> one.receipt().agent()).stream().toList(),
              List.of(angle),
              Optional.empty(),
              Cut.shorten(need.context().strip(), WHY)));
    }
    return questions;
  }

  /**
   * A sign of a conflict between the task and the code.
   *
   * @param severity high, medium or low
   */
  record Sign(String type, String severity, String description) {
    /** Returns {@code high, ModuleOverlap: …}, bounded. */
    String line() {
      return Bounds.message(Optional.of("%s, %s: %s".formatted(severity, type, description)));
    }
  }

  List<String> files() {
    return structuredReply()
        .map(one -> one.path("relevant_files").findValuesAsText("path"))
        .orElse(List.of());
  }

  List<Sign> signs() {
    List<Sign> signs = new ArrayList<>();
    structuredReply()
        .map(one -> one.path("conflict_indicators"))
        .orElse(NONE)
        .forEach(sign -> signs.add(WireMapper.get().convertValue(sign, Sign.class)));
    return signs;
  }
}
