package dev.conclave.workflows.gate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.gate.GateAnswer.AnalysisMode;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Answers for copying, most usual first. Each line names the gate and the digest of what it shows.
 */
public final class AnswerLines {
  private static final String WORDS = "your words";

  private AnswerLines() {}

  /** Lines of the {@code conclave} command, one for each kind that the gate takes. */
  public static List<String> of(String session, Gate gate) {
    return arguments(gate).stream()
        .map(
            arguments ->
                "conclave answer %s %s --gate %s --digest %s"
                    .formatted(session, arguments, gate.id(), gate.digest()))
        .toList();
  }

  /** Each kind of answer with what it needs, as arguments of that command. */
  public static List<String> arguments(Gate gate) {
    return examples(gate).stream().map(GateAnswer::read).map(AnswerLines::arguments).toList();
  }

  /** An answer as arguments of that command, without its gate, digest and sender. */
  public static String arguments(GateAnswer answer) {
    StringBuilder line = new StringBuilder(Words.of(answer.kind()));
    answer
        .text()
        .filter(any -> answer.kind() != AnswerKind.EDIT) // its text is a file's
        .ifPresent(text -> line.append(' ').append(Words.shell(text)));
    options(line, "--solution", answer.solution());
    options(line, "--execution", answer.executionMethod().map(Words::of));
    options(line, "--review", answer.codeReview().map(Words::of));
    options(line, "--constraint", answer.constraints());
    answer
        .scope()
        .ifPresent(
            scope -> {
              options(line, "--include", scope.included());
              options(line, "--exclude", scope.excluded());
            });
    answer
        .answers()
        .forEach(
            (number, text) ->
                line.append(" --answer ").append(number).append('=').append(Words.shell(text)));
    answer
        .budget()
        .ifPresent(
            raise -> {
              options(line, "--budget-usd", raise.usd().map(usd -> Words.decimal(usd, 2)));
              options(line, "--budget-calls", raise.calls());
              options(line, "--budget-tokens", raise.tokens());
            });
    options(line, "--agent", answer.agent());
    options(line, "--strategy", answer.strategy());
    options(line, "--mode", answer.mode().map(Words::of));
    if (answer.questions().size() == 1) {
      line.append(' ').append(Words.shell(answer.questions().get(0)));
    } else {
      options(line, "--question", answer.questions());
    }
    answer.target().ifPresent(place -> line.append(" ").append(Words.shell(place)));
    return line.append(answer.acceptDrift().orElse(false) ? " --accept-drift" : "").toString();
  }

  private static void options(StringBuilder line, String name, Optional<?> value) {
    options(line, name, value.stream().toList());
  }

  private static void options(StringBuilder line, String name, Collection<?> values) {
    values.forEach(
        value -> line.append(' ').append(name).append(' ').append(Words.shell(value + "")));
  }

  /** The same with nothing but the {@code temporal} command, as signals. */
  public static List<String> signals(String session, Gate gate) {
    return inputs(gate).stream()
        .map(
            input ->
                "temporal workflow signal -w %s --name submitAnswer --input %s"
                    .formatted(session, Words.shell(input)))
        .toList();
  }

  /** The same as JSON, for the form of the Temporal UI. */
  public static List<String> inputs(Gate gate) {
    return examples(gate).stream().map(ObjectNode::toString).toList();
  }

  private static List<ObjectNode> examples(Gate gate) {
    return gate.kinds().stream()
        .filter(
            kind -> !gate.type().need(kind).choosesOption() || !gate.shown().options().isEmpty())
        .flatMap(kind -> examples(kind, gate))
        .toList();
  }

  private static Stream<ObjectNode> examples(AnswerKind kind, Gate gate) {
    ObjectNode answer = example(kind, gate);
    return gate.type() == GateType.CONFIGURATION && kind == AnswerKind.APPROVE
        ? Stream.of(answer, answer.deepCopy().put("mode", Words.of(AnalysisMode.DEEP)))
        : Stream.of(answer);
  }

  private static ObjectNode example(AnswerKind kind, Gate gate) {
    ObjectNode answer =
        WireMapper.get()
            .createObjectNode()
            .put("gate", gate.id())
            .put("digest", gate.digest())
            .put("kind", Words.of(kind));
    if (gate.type().checks(kind) && !gate.shown().drift().isEmpty()) {
      answer.put("accept_drift", true);
    }
    switch (gate.type().need(kind)) {
      case NOTHING -> {}
      case SOLUTION -> answer.put("solution", 1);
      case STRATEGY -> answer.put("strategy", 1);
      case WORDS -> {
        if (gate.shown().questions().isEmpty()) {
          answer.put("text", WORDS);
        } else {
          answer.putObject("answers").put("1", "1");
        }
      }
      case ANSWERS -> {
        boolean named = !gate.shown().questions().get(0).options().isEmpty();
        answer.putObject("answers").put("1", named ? "1" : WORDS);
      }
      case QUESTIONS -> answer.putArray("questions").add(WORDS);
      case TEXT -> answer.put("text", "what to do instead");
      case BUDGET ->
          answer.set(
              "budget",
              WireMapper.get().valueToTree(gate.shown().enough().orElse(BudgetLimits.NONE)));
      case AGENT -> answer.put("agent", gate.shown().agents().stream().findFirst().orElse("NAME"));
      case TARGET -> answer.put("target", "DIR");
      case TABLE -> answer.put("text", "the text of tasks.csv");
    }
    return answer;
  }
}
