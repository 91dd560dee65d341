package dev.conclave.workflows.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.gate.Answer.AnalysisMode;
import dev.conclave.workflows.gate.AnswerForm.Option;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Formats answers to copy, most common first. Each line has the gate and the digest of its content.
 */
public final class AnswerLines {
  private AnswerLines() {}

  /** Returns {@code conclave} commands, one for each kind that the gate takes. */
  public static List<String> of(String session, Gate gate) {
    return arguments(gate).stream()
        .map(
            arguments ->
                "conclave answer %s %s --gate %s --digest %s"
                    .formatted(session, arguments, gate.id(), gate.digest()))
        .toList();
  }

  /** Returns the arguments of those commands: each kind with its values. */
  public static List<String> arguments(Gate gate) {
    return examples(gate).stream().map(GateAnswer::read).map(AnswerLines::arguments).toList();
  }

  /** Formats an answer as arguments, without gate, digest and sender. */
  public static String arguments(GateAnswer answer) {
    StringBuilder line = new StringBuilder(Words.of(answer.kind()));
    ObjectNode json = answer.json();
    if (answer.kind() != AnswerKind.EDIT) { // its text is a whole file
      answer.text().ifPresent(text -> word(line, text));
    }
    // Options without a value come last.
    Stream<Option> options =
        AnswerForm.OPTIONS.stream()
            .sorted(Comparator.comparing(option -> option.label().isEmpty()));
    options.forEach(option -> append(line, option, json.at(option.at().replace("/-", ""))));
    answer.as(Answer.Export.class).ifPresent(export -> word(line, export.target()));
    answer.as(Answer.Patch.class).ifPresent(patch -> word(line, patch.file()));
    return line.toString();
  }

  private static void append(StringBuilder line, Option option, JsonNode value) {
    if (option.type() == Boolean.class) {
      line.append(value.asBoolean() ? " " + option.name() : "");
    } else if (value.isObject()) {
      value
          .properties()
          .forEach(
              each ->
                  line.append(" %s %s=".formatted(option.name(), letter(each.getKey())))
                      .append(Words.shell(each.getValue().asText())));
    } else if (option.at().equals("/questions/-") && value.size() == 1) {
      word(line, value.get(0).asText());
    } else {
      for (JsonNode each :
          value.isArray() ? value : WireMapper.get().createArrayNode().add(value)) {
        if (!each.isMissingNode()) {
          boolean fraction = option.type() == Double.class;
          word(
              line.append(' ').append(option.name()),
              fraction ? Words.decimal(each.asDouble(), 2) : each.asText());
        }
      }
    }
  }

  private static String letter(String question) {
    return question.matches("\\d{1,3}") ? AnswerForm.letter(Integer.parseInt(question)) : question;
  }

  private static void word(StringBuilder line, String text) {
    line.append(' ').append(Words.shell(text));
  }

  /** Returns signals of the {@code temporal} command, for use without {@code conclave}. */
  public static List<String> signals(String session, Gate gate) {
    return inputs(gate).stream()
        .map(
            input ->
                "temporal workflow signal -w %s --name submitAnswer --input %s"
                    .formatted(session, Words.shell(input)))
        .toList();
  }

  /** Returns the answers as JSON, for the form of the Temporal UI. */
  public static List<String> inputs(Gate gate) {
    return examples(gate).stream().map(ObjectNode::toString).toList();
  }

  private static List<ObjectNode> examples(Gate gate) {
    boolean choice = !gate.shown().options().isEmpty();
    List<ObjectNode> examples = new ArrayList<>();
    for (AnswerKind kind : gate.kinds()) {
      if (choice || !kind.form().choosesAt(gate.type())) {
        examples.add(example(kind, gate));
        if (kind == AnswerKind.APPROVE && gate.type() == GateType.CONFIGURATION) {
          examples.add(example(kind, gate).put("mode", Words.of(AnalysisMode.DEEP)));
        }
      }
    }
    return examples;
  }

  private static ObjectNode example(AnswerKind kind, Gate gate) {
    ObjectNode answer = WireMapper.get().createObjectNode();
    answer.put("gate", gate.id()).put("digest", gate.digest()).put("kind", Words.of(kind));
    if (gate.type().checks(kind) && !gate.shown().drift().isEmpty()) {
      answer.put("accept_drift", true);
    }
    kind.form().example(answer, gate);
    return answer;
  }
}
