package dev.conclave.workflows.gate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.temporal.ShellWord;
import dev.conclave.workflows.temporal.StableText;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import java.util.List;
import java.util.Optional;

/**
 * Command lines for copying that answer a gate, the most usual first. Each names the gate and the
 * digest of what it shows, so that it answers what the reader saw and nothing else.
 */
public final class AnswerLines {
  private static final String WORDS = "your words";
  private static final String INSTEAD = "what to do instead";
  private static final String DIRECTORY = "DIR";

  private AnswerLines() {}

  /** Lines of the {@code conclave} command. */
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
    return kinds(gate).stream().map(kind -> Words.of(kind) + needs(kind, gate)).toList();
  }

  /** The same with nothing but the {@code temporal} command, as signals. */
  public static List<String> signals(String session, Gate gate) {
    return inputs(gate).stream()
        .map(
            input ->
                "temporal workflow signal -w %s --name submitAnswer --input %s"
                    .formatted(session, ShellWord.of(input)))
        .toList();
  }

  /** The same as JSON, for the form of the Temporal UI. */
  public static List<String> inputs(Gate gate) {
    return kinds(gate).stream().map(kind -> json(kind, gate)).toList();
  }

  private static List<AnswerKind> kinds(Gate gate) {
    return gate.kinds().stream()
        .filter(
            kind -> !gate.type().need(kind).choosesOption() || !gate.shown().options().isEmpty())
        .toList();
  }

  private static String needs(AnswerKind kind, Gate gate) {
    String drift = gate.type().checks(kind) ? drift(gate) : "";
    return switch (gate.type().need(kind)) {
      case NOTHING -> drift;
      case SOLUTION -> " --solution 1" + drift;
      case STRATEGY -> " --strategy 1";
      case WORDS -> gate.shown().questions().isEmpty() ? " \"" + WORDS + "\"" : " --answer 1=1";
      case ANSWERS -> " --answer 1=1";
      case QUESTIONS -> " --question \"" + WORDS + "\"";
      case TEXT -> " \"" + INSTEAD + "\"";
      case BUDGET -> raise(gate);
      case AGENT -> " --agent " + droppable(gate);
      case TARGET -> " --target " + DIRECTORY;
    };
  }

  private static String drift(Gate gate) {
    return gate.shown().drift().isEmpty() ? "" : " --accept-drift";
  }

  /** The options that raise what is in the way to what is enough for all that may follow. */
  public static String raise(Gate gate) {
    StringBuilder options = new StringBuilder();
    BudgetRaise raise = proposed(gate);
    raise.usd().ifPresent(usd -> options.append(" --budget-usd ").append(StableText.of(usd, 2)));
    raise.calls().ifPresent(calls -> options.append(" --budget-calls ").append(calls));
    raise.tokens().ifPresent(tokens -> options.append(" --budget-tokens ").append(tokens));
    return options.toString();
  }

  private static BudgetRaise proposed(Gate gate) {
    return gate.shown()
        .enough()
        .orElse(new BudgetRaise(Optional.empty(), Optional.empty(), Optional.empty()));
  }

  /** Whose place another can take; a gate of a session that is older may not say. */
  private static String droppable(Gate gate) {
    return gate.shown().agents().stream().findFirst().orElse("NAME");
  }

  private static String json(AnswerKind kind, Gate gate) {
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
      case ANSWERS -> answer.putObject("answers").put("1", "1");
      case QUESTIONS -> answer.putArray("questions").add(WORDS);
      case TEXT -> answer.put("text", INSTEAD);
      case BUDGET -> {
        BudgetRaise raise = proposed(gate);
        ObjectNode budget = answer.putObject("budget");
        raise.usd().ifPresent(usd -> budget.put("usd", usd));
        raise.calls().ifPresent(calls -> budget.put("calls", calls));
        raise.tokens().ifPresent(tokens -> budget.put("tokens", tokens));
      }
      case AGENT -> answer.put("agent", droppable(gate));
      case TARGET -> answer.put("target", DIRECTORY);
    }
    return answer.toString();
  }
}
