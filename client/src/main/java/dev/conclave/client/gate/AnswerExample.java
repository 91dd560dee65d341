package dev.conclave.client.gate;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.wire.Words;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How an open gate can be answered: in its own numbers and names, at a prompt and in a shell.
 *
 * @param what it does
 * @param typed at the prompt
 * @param arguments behind {@code conclave answer SESSION}
 */
public record AnswerExample(String what, String typed, String arguments) {
  /** Whose example with answers to questions is given. */
  private static final Set<AnswerKind> ANSWERING =
      EnumSet.of(
          AnswerKind.CLARIFY, AnswerKind.APPROVE, AnswerKind.MORE_ANALYSIS, AnswerKind.REPLY);

  /** Who says nothing but answers to questions where the gate asks any. */
  private static final Set<AnswerKind> PLAINLY_ANSWERING =
      EnumSet.of(AnswerKind.CLARIFY, AnswerKind.REPLY);

  /** Examples for each choice of the open gate, in its order. */
  public static List<AnswerExample> of(SessionView view) {
    Gate gate = view.gate().orElseThrow();
    List<AnswerExample> examples = new ArrayList<>();
    Set<AnswerKind> seen = EnumSet.noneOf(AnswerKind.class);
    for (GateChoice choice : GateChoice.of(gate)) {
      boolean asked = !gate.shown().questions().isEmpty();
      if (asked && ANSWERING.contains(choice.kind()) && seen.add(choice.kind())) {
        examples.add(numbered(choice, gate));
      }
      if (!PLAINLY_ANSWERING.contains(choice.kind()) || !asked) {
        examples.add(of(choice, gate));
      }
    }
    return examples;
  }

  private static AnswerExample numbered(GateChoice choice, Gate gate) {
    boolean plain = PLAINLY_ANSWERING.contains(choice.kind());
    String of = choice.option().map(number -> " " + number).orElse("");
    StringBuilder arguments = new StringBuilder(Words.of(choice.kind()) + of);
    for (int i = 1; i <= gate.shown().questions().size(); i++) {
      arguments.append(" --answer ").append(i).append("=1");
    }
    if (choice.kind() == AnswerKind.APPROVE) {
      arguments.append(drift(gate));
    }
    return new AnswerExample(
        (gate.shown().questions().size() == 1
                ? "answer the question, and "
                : "answer questions, and ")
            + (choice.kind() == AnswerKind.CLARIFY ? "the votes are counted anew" : choice.what()),
        (plain ? "" : GateChoice.letter(choice.kind()) + of + " ") + "1=1",
        arguments.toString());
  }

  private static String drift(Gate gate) {
    return gate.shown().drift().isEmpty() ? "" : " --accept-drift";
  }

  private static AnswerExample of(GateChoice choice, Gate gate) {
    String letter = GateChoice.letter(choice.kind());
    String word = Words.of(choice.kind());
    Optional<String> behind =
        switch (choice.kind()) {
          case APPROVE, CHOOSE -> choice.option().map(String::valueOf);
          case CLARIFY -> Optional.of("100 requests a minute");
          case MORE_ANALYSIS -> Optional.of("look at the cache");
          case CHANGE_DIRECTION, DIFFERENT_DIRECTION -> Optional.of("use the gateway instead");
          case MODIFY -> Optional.of("split the second task");
          case DROP_AGENT -> gate.shown().agents().stream().findFirst();
          case ADJUST -> Optional.of("look at the clients instead");
          case ASK -> Optional.of("\"who calls it?\"");
          case EXPORT -> Optional.of("DIR");
          case PROCEED,
              EXECUTE,
              BACK,
              SAVE,
              RAISE,
              DECIDE,
              CUSTOM,
              SKIP,
              REPLY,
              RETRY,
              ABORT,
              DEEPEN,
              DONE,
              ARCHIVE,
              KEEP,
              CANCEL ->
              Optional.empty();
        };
    String quoted =
        GateChoice.TAKE_TEXT.contains(choice.kind())
            ? behind.map(words -> " \"" + words + "\"").orElse("")
            : behind.map(words -> " " + words).orElse("");
    return new AnswerExample(
        choice.what(),
        letter + behind.map(words -> " " + words).orElse(""),
        word
            + quoted
            + switch (choice.kind()) {
              case RAISE -> AnswerLines.raise(gate);
              case APPROVE, EXECUTE -> drift(gate);
              default -> "";
            });
  }
}
