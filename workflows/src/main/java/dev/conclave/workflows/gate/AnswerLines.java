package dev.conclave.workflows.gate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.host.ShellWord;
import dev.conclave.workflows.wire.StableText;
import dev.conclave.workflows.wire.WireMapper;
import dev.conclave.workflows.wire.Words;
import java.util.List;
import java.util.Optional;

/**
 * Command lines for copying that answer a gate, the most usual first. Each names the gate and the
 * digest of what it shows, so that it answers what the reader saw and nothing else.
 */
public final class AnswerLines {
  private static final String WORDS = "your words";
  private static final String INSTEAD = "what to do instead";

  private AnswerLines() {}

  /** Lines of the {@code conclave} command. */
  public static List<String> of(String session, Gate gate) {
    return kinds(gate).stream()
        .map(
            kind ->
                "conclave answer %s %s%s --gate %s --digest %s"
                    .formatted(
                        session, Words.of(kind), needs(kind, gate), gate.id(), gate.digest()))
        .toList();
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
        .filter(kind -> kind != AnswerKind.APPROVE || !gate.shown().options().isEmpty())
        .toList();
  }

  private static String needs(AnswerKind kind, Gate gate) {
    return switch (kind) {
      case APPROVE -> " --solution 1" + drift(gate);
      case EXECUTE -> drift(gate);
      case CLARIFY ->
          gate.shown().questions().isEmpty()
              ? " \"" + WORDS + "\""
              : " --answer 1=\"" + WORDS + "\"";
      case CHANGE_DIRECTION, DIFFERENT_DIRECTION, MODIFY -> " \"" + INSTEAD + "\"";
      case RAISE -> raise(gate);
      case DROP_AGENT -> " --agent " + droppable(gate);
      case PROCEED, MORE_ANALYSIS, BACK, SAVE, DECIDE, CANCEL -> "";
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
    if (kind.needsWorkspace() && !gate.shown().drift().isEmpty()) {
      answer.put("accept_drift", true);
    }
    switch (kind) {
      case APPROVE -> answer.put("solution", 1);
      case CLARIFY -> {
        if (gate.shown().questions().isEmpty()) {
          answer.put("text", WORDS);
        } else {
          answer.putObject("answers").put("1", WORDS);
        }
      }
      case CHANGE_DIRECTION, DIFFERENT_DIRECTION, MODIFY -> answer.put("text", INSTEAD);
      case RAISE -> {
        BudgetRaise raise = proposed(gate);
        ObjectNode budget = answer.putObject("budget");
        raise.usd().ifPresent(usd -> budget.put("usd", usd));
        raise.calls().ifPresent(calls -> budget.put("calls", calls));
        raise.tokens().ifPresent(tokens -> budget.put("tokens", tokens));
      }
      case DROP_AGENT -> answer.put("agent", droppable(gate));
      case PROCEED, MORE_ANALYSIS, EXECUTE, BACK, SAVE, DECIDE, CANCEL -> {}
    }
    return answer.toString();
  }
}
