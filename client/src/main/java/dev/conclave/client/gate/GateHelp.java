package dev.conclave.client.gate;

import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerForm;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.ConstraintPreset;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Help for the prompt of a gate: a one-line menu and a full page. */
public record GateHelp(Gate gate) {
  List<Question> questions() {
    return gate.shown().questions();
  }

  int options() {
    return choosing().isPresent() ? gate.shown().options().size() : 0;
  }

  /** Returns the answer kind that chooses an option. */
  Optional<AnswerKind> choosing() {
    return gate.kinds().stream().filter(this::chooses).findFirst();
  }

  private boolean chooses(AnswerKind kind) {
    return kind.form().choosesAt(gate.type());
  }

  /** Returns the answer kind that answers the gate's questions, if it has any. */
  Optional<AnswerKind> clarifying() {
    return gate.kinds().stream()
        .filter(kind -> !questions().isEmpty() && kind.form().answersQuestions())
        .findFirst();
  }

  String menu() {
    int options = options();
    List<String> parts = new ArrayList<>();
    if (options > 0) {
      String numbers = options == 1 ? "1" : options == 2 ? "1 or 2" : "1 to " + options;
      parts.add(numbers + ": " + Words.of(gate.kinds().get(0)));
    } else if (clarifying().isPresent()) {
      parts.add(
          (questions().stream().allMatch(asked -> asked.options().isEmpty()) ? "" : "a number or ")
              + "your own text: answer"
              + (questions().size() == 1 ? "" : " question a, then the others"));
    }
    gate.kinds().stream()
        .filter(kind -> !chooses(kind) && !clarifying().equals(Optional.of(kind)))
        .map(kind -> kind.letter() + ": " + Words.of(kind))
        .forEach(parts::add);
    return String.join(", ", parts)
        + ", 0: later, v: view, ?: help."
        + (options > 0 && gate.kinds().contains(AnswerKind.APPROVE)
            ? " Text and options can follow: 1 no new library, 1 --execution codex."
            : options > 0 ? " Text can follow: 1 keep the old name too." : "")
        + (questions().isEmpty() || clarifying().isPresent()
            ? ""
            : " a=2 answers question a with its option 2.");
  }

  /**
   * Returns the answer kind for a first word: an option's number, a letter, a word or its prefix.
   */
  public Optional<AnswerKind> answerKind(String word) {
    return new GateLine(gate, this).answerKind(word);
  }

  /** Returns a command to copy for each answer that the gate takes, with its options. */
  public String commands(String session, Language language) {
    StringBuilder lines = new StringBuilder();
    String command = "%n  conclave answer " + session + " %-24s  %s";
    if (options() > 0) {
      gate.shown()
          .options()
          .forEach(one -> lines.append(command.formatted(one.number(), one.name())));
    }
    for (AnswerKind kind : gate.kinds()) {
      String usage = kind.form().usage(gate.type());
      if (!chooses(kind)) {
        lines.append(
            command.formatted((Words.of(kind) + " " + usage).strip(), meaning(kind, language)));
      }
      String more =
          kind.form().options(gate.type()).stream()
              .filter(option -> option.label().isEmpty() || !usage.contains(option.label()))
              .map(option -> (option.name() + " " + option.label()).strip())
              .collect(Collectors.joining(", "));
      if (!more.isEmpty()) {
        String with = "with %s: %s".formatted(Words.of(kind), more);
        lines.append("%n      %s".formatted(language.sentence(with)));
      }
    }
    for (int number = 1; number <= questions().size(); number++) {
      String letter = AnswerForm.letter(number);
      lines.append(
          "%n      --answer %s=…: %s"
              .formatted(letter, language.sentence(questions().get(number - 1).line())));
    }
    return lines.toString();
  }

  private String meaning(AnswerKind kind, Language language) {
    String key = "meaning." + Words.of(kind);
    return language.label(
        key + "." + gate.type().name().toLowerCase(Locale.ROOT),
        language.label(key, kind.label(gate.type())));
  }

  Page page(Screen screen) {
    Table typed = new Table("Input", "Effect").ours(1);
    for (String line : AnswerLines.arguments(gate)) {
      Optional<AnswerKind> kind = Words.parse(AnswerKind.class, line.split(" ", 2)[0]);
      boolean inMode = line.contains("--mode");
      typed.row(
          options() > 0 && kind.filter(this::chooses).isPresent() ? "1" : line,
          inMode
              ? "continue in another mode"
              : kind.map(any -> meaning(any, screen.language())).orElse(""));
    }
    if (!questions().isEmpty()) {
      typed.row(
          "a=2; b=your text", "answer question a with its option 2, and question b with your text");
    }
    boolean planned =
        Set.of(GateType.CLARIFICATION, GateType.DECISION, GateType.CONFIRMATION)
            .contains(gate.type());
    typed.row(
        "view", "show the details of this gate" + (planned ? "; also view plan, view round" : ""));
    if (planned || gate.type() == GateType.DISCUSSION) {
      typed.row("view C1", "show conflict C1; also points (P1) and questions (Q1)");
    }
    if (options() > 0) {
      typed.row("view 1", "show option 1 in full");
    }
    Page page = new Page(screen).table(typed);
    if (gate.kinds().contains(AnswerKind.APPROVE) && options() > 0) {
      page.text("Constraints by name, as in 1 --constraint performance:");
      for (ConstraintPreset preset : ConstraintPreset.values()) {
        page.item(0, "·", Words.of(preset) + ": " + screen.ours(preset.meaning()));
      }
    }
    return page.text(
        "One letter is enough for an answer. Ctrl-C leaves the session running; nothing is sent before the last Enter. "
            + GateDialog.EDIT
            + " instead of text opens your editor.");
  }
}
