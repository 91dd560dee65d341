package dev.conclave.client.command;

import dev.conclave.client.Spelling;
import dev.conclave.client.gate.AnswerDraft;
import dev.conclave.client.gate.GateChoice;
import dev.conclave.client.gate.Numbers;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.terminal.Surroundings;
import dev.conclave.client.terminal.Texts;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.BudgetRaise;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.temporal.Words;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads {@code KIND [TEXT]} and the options of an answer, and refuses what cannot be meant. */
final class AnswerWords {
  private final Surroundings around;
  private final Optional<GateType> only;
  private final Optional<AnswerKind> usual;

  /**
   * A reader.
   *
   * @param only the one type of gate that the command answers
   * @param usual the kind when none is named
   */
  AnswerWords(Surroundings around, Optional<GateType> only, Optional<AnswerKind> usual) {
    this.around = around;
    this.only = only;
    this.usual = usual;
  }

  /**
   * The answer as far as the command line tells it.
   *
   * @throws Refusal naming the fix
   */
  AnswerDraft read(AnswerOptions options) {
    List<String> words = options.words;
    Optional<AnswerKind> named = words.isEmpty() ? Optional.empty() : kind(words.get(0));
    List<String> rest = named.isPresent() ? words.subList(1, words.size()) : words;
    AnswerKind kind = named.or(() -> usual).orElseThrow(() -> noKind(words));
    if (rest.size() > 1) {
      throw new Refusal(
          "Put the words of the answer in quotes: \"" + String.join(" ", rest) + "\"");
    }
    AnswerDraft draft = new AnswerDraft(kind);
    new Texts(around)
        .read(rest.stream().findFirst(), options.file)
        .ifPresent(text -> take(draft, text));
    refuseStray(draft, options.approval);
    approval(draft, options.approval);
    details(draft, options.details);
    return draft;
  }

  private Optional<AnswerKind> kind(String word) {
    return Words.parse(AnswerKind.class, word).filter(kind -> kinds().contains(kind));
  }

  /** An answer, but to a gate of a type that this command does not serve. */
  private Optional<AnswerKind> named(String word) {
    return Words.parse(AnswerKind.class, word.strip()).filter(kind -> !kinds().contains(kind));
  }

  private List<AnswerKind> kinds() {
    return only.map(GateType::kinds).orElseGet(() -> Arrays.asList(AnswerKind.values()));
  }

  private List<String> names() {
    return kinds().stream().map(Words::of).toList();
  }

  /** No kind was named that is one; which there are depends on the open gate. */
  static final class NoKind extends Refusal {
    private static final long serialVersionUID = 1L;

    NoKind(String message) {
      super(message);
    }
  }

  private NoKind noKind(List<String> words) {
    return words.isEmpty()
        ? new NoKind("Name the kind of answer: " + choices() + ".")
        : new NoKind(
            "\"%s\" is no answer.%s The kinds are %s."
                .formatted(words.get(0), Spelling.question(words.get(0), names()), choices()));
  }

  private String choices() {
    return names().stream().collect(Collectors.joining(", "));
  }

  /** The words of a kind; a stray word may be a kind that is spelled wrongly, and is never lost. */
  private void take(AnswerDraft draft, String text) {
    Optional<Integer> number = Numbers.whole(text);
    if (draft.kind == AnswerKind.APPROVE && number.isPresent()) {
      draft.solution = number;
    } else if (draft.kind == AnswerKind.CHOOSE && number.isPresent()) {
      draft.strategy = number;
    } else if (draft.kind == AnswerKind.DROP_AGENT) {
      draft.agent = Optional.of(text.strip());
    } else if (draft.kind == AnswerKind.ASK) {
      draft.questions.add(text.strip());
    } else if (draft.kind == AnswerKind.EXPORT) {
      draft.target = Optional.of(text.strip());
    } else if (GateChoice.TAKE_TEXT.contains(draft.kind)) {
      draft.text = Optional.of(text);
    } else if (named(text).isPresent()) {
      throw new Refusal(
          "\"%1$s\" is an answer to another gate than a %2$s: send it with `conclave answer SESSION %1$s`."
              .formatted(text.strip(), only.map(Words::of).orElse("gate")));
    } else {
      throw new Refusal(
          "%s takes %s, not \"%s\".%s"
              .formatted(
                  Words.of(draft.kind),
                  switch (draft.kind) {
                    case APPROVE -> "the number of a solution";
                    case CHOOSE -> "the number of a strategy";
                    default -> "no words";
                  },
                  text.strip(),
                  Spelling.question(text.strip(), names())));
    }
  }

  /** What would be dropped without a word was meant for something. */
  private static void refuseStray(AnswerDraft draft, AnswerOptions.Approval options) {
    if (draft.kind != AnswerKind.APPROVE
        && !(draft.kind == AnswerKind.EXECUTE && options.nothingButDrift())
        && options.given()) {
      throw new Refusal(
          "--solution, --execution, --review, --constraint, --include, --exclude and --accept-drift"
              + " go with approve, not with "
              + Words.of(draft.kind)
              + ".");
    }
    if (draft.solution.isPresent()
        && options.solution.filter(number -> !draft.solution.get().equals(number)).isPresent()) {
      throw new Refusal(
          "approve takes one solution, not %d and %d."
              .formatted(options.solution.get(), draft.solution.get()));
    }
  }

  private static void approval(AnswerDraft draft, AnswerOptions.Approval options) {
    draft.solution = options.solution.or(() -> draft.solution);
    draft.execution = options.execution;
    draft.review = options.review;
    draft.constraints.addAll(options.constraints);
    draft.included.addAll(options.included);
    draft.excluded.addAll(options.excluded);
    draft.acceptDrift = options.acceptDrift;
  }

  private static void details(AnswerDraft draft, AnswerOptions.Details options) {
    draft.answers.putAll(options.answers);
    draft.agent = options.agent.or(() -> draft.agent);
    draft.strategy = options.strategy.or(() -> draft.strategy);
    draft.mode = options.mode;
    draft.questions.addAll(options.questions);
    draft.target = options.target.or(() -> draft.target);
    BudgetRaise raise =
        new BudgetRaise(options.budgetUsd, options.budgetCalls, options.budgetTokens);
    if (raise.usd().isPresent() || raise.calls().isPresent() || raise.tokens().isPresent()) {
      draft.budget = Optional.of(raise);
    }
  }
}
