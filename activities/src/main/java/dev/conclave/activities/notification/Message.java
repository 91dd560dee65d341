package dev.conclave.activities.notification;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.conclave.workflows.api.Notification;
import dev.conclave.workflows.config.NotificationConfiguration.Format;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.temporal.WireMapper;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A notification as it is written to webhooks.
 *
 * @param content what happened, without the secrets that its texts may have held
 * @param ui the session's page in the Temporal UI
 */
record Message(Notification content, Optional<String> ui) {

  /** A message from whose texts secrets are taken. */
  static Message of(
      Notification notification, Optional<String> ui, UnaryOperator<String> redacted) {
    try {
      return new Message(
          WireMapper.get()
              .treeToValue(
                  clean(WireMapper.get().valueToTree(notification), redacted), Notification.class),
          ui);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("what was written out of a record is read into it", e);
    }
  }

  private static JsonNode clean(JsonNode node, UnaryOperator<String> redacted) {
    if (node instanceof TextNode text) {
      return TextNode.valueOf(redacted.apply(text.textValue()));
    }
    if (node instanceof ObjectNode object) {
      object.properties().forEach(field -> field.setValue(clean(field.getValue(), redacted)));
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, clean(array.get(i), redacted));
      }
    }
    return node;
  }

  /** The body of a request, in UTF-8. */
  String body(Format format) {
    return switch (format) {
      case JSON -> json().toString();
      case SLACK -> WireMapper.get().createObjectNode().put("text", SlackText.of(this)).toString();
    };
  }

  private ObjectNode json() {
    ObjectNode json = WireMapper.get().valueToTree(content);
    json.put("title", title());
    content
        .gate()
        .ifPresent(
            gate -> {
              ObjectNode answers = json.putObject("answer_with");
              ArrayNode conclave = answers.putArray("conclave");
              AnswerLines.of(content.session(), gate).forEach(conclave::add);
              ArrayNode temporal = answers.putArray("temporal");
              AnswerLines.signals(content.session(), gate).forEach(temporal::add);
            });
    ui.ifPresent(url -> json.put("ui", url));
    return json;
  }

  /** What happened, in a line. */
  String title() {
    return switch (content.event()) {
      case AWAITING -> "Conclave awaits you: " + content.task();
      case REMINDER ->
          content.percent().orElse(0)
              + " % of the time until the deadline has passed"
              + content.gate().map(Gate::id).map(id -> ", gate " + id + " is open").orElse("")
              + ": "
              + content.task();
      case ENDED -> "Session " + content.phase() + ": " + content.task();
      case TEST -> "A test: this is where Conclave will tell you of your sessions";
    };
  }
}
