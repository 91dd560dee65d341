package dev.conclave.client.gate;

import dev.conclave.client.session.UsageException;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Prompt;
import dev.conclave.client.terminal.Prompt.PromptAbandoned;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.view.Tone;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.Answer;
import dev.conclave.workflows.gate.AnswerForm;
import dev.conclave.workflows.gate.AnswerForm.Missing;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.text.Words;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Prompts a user to answer a gate. */
public final class GateDialog {
  private static final Set<String> LATER = Set.of("0", "l", "later", "q", "quit", "exit");
  private static final Set<String> HELP = Set.of("?", "h", "help");
  static final String EDIT = ":e";
  private static final Pattern VIEW = Pattern.compile("(?:v|view)(?:\\s+(.*))?");

  private final SessionView session;
  private final Gate gate;
  private final List<Question> questions;
  private final GateHelp help;
  private final GateLine line;
  private final Prompt prompt;
  private final Supplier<Screen> screen;
  private final Consumer<String> views;
  private final Function<String, Optional<String>> editor;
  private final UnaryOperator<Optional<String>> tables;

  /** Answers to questions, sent together with the chosen answer. */
  private final Map<String, String> noted = new TreeMap<>();

  public GateDialog(
      SessionView session,
      Prompt prompt,
      Supplier<Screen> screen,
      Consumer<String> views,
      Function<String, Optional<String>> editor,
      UnaryOperator<Optional<String>> tables) {
    this.session = session;
    this.gate = session.gate().orElseThrow();
    this.questions = gate.shown().questions();
    this.help = new GateHelp(gate);
    this.line = new GateLine(gate, help);
    this.prompt = prompt;
    this.screen = screen;
    this.views = views;
    this.editor = editor;
    this.tables = tables;
  }

  /**
   * Prompts until the answer is complete; empty when the user leaves the gate open.
   *
   * @throws PromptAbandoned when the user leaves
   */
  public Optional<AnswerOptions> ask() throws PromptAbandoned {
    say(Tone.NAME, "\n" + help.menu());
    String refused = "";
    while (true) {
      String typed = prompt.askAgain(screen.get().ours("Answer (? for help):"), refused).strip();
      refused = "";
      String word = typed.toLowerCase(Locale.ROOT);
      Matcher view = VIEW.matcher(word);
      if (LATER.contains(word)) {
        return Optional.empty();
      }
      try {
        if (HELP.contains(word)) {
          prompt.show(help.page(screen.get()));
        } else if (view.matches()) {
          views.accept(Optional.ofNullable(view.group(1)).orElse(""));
        } else if (!questions.isEmpty()
            && help.clarifying().isEmpty()
            && AnswerForm.isNumbered(typed)) {
          Map<String, String> answers = AnswerForm.numbered(typed);
          requireRight(answers);
          noted.putAll(answers);
          say(Tone.PLAIN, "Saved. It will be sent with your next answer.");
        } else {
          return Optional.of(complete(line.read(typed)));
        }
      } catch (UsageException e) {
        say(Tone.PLAIN, String.valueOf(e.getMessage()));
        refused = typed;
      }
    }
  }

  /**
   * Prompts for missing parts of the answer, and for confirmation if it is irreversible.
   *
   * @throws UsageException when the gate refuses it, or the user goes back
   */
  private AnswerOptions complete(AnswerOptions answer) throws PromptAbandoned {
    AnswerKind kind = answer.kind();
    if (answer.text().filter(EDIT::equals).isPresent()) {
      answer.text(written("Your words for " + Words.of(kind), EDIT));
    }
    for (Map.Entry<String, String> said : answer.answers().entrySet()) {
      String text =
          written(
              "Your answer to question " + AnswerForm.letter(Integer.parseInt(said.getKey())),
              said.getValue());
      answer.answer(said.getKey(), text);
    }
    if (kind == AnswerKind.EDIT) {
      tables.apply(answer.text()).ifPresent(answer::text);
    } else if (kind.form().answersQuestions() && answer.text().isEmpty()) {
      questions(answer);
    }
    Optional<Missing> missing = gate.missing(sent(answer)).filter(one -> !one.question().isEmpty());
    if (missing.isPresent()) {
      String said = asked(kind, missing.get());
      if (kind == AnswerKind.RAISE) {
        return complete(line.read(Words.of(kind) + " " + said));
      }
      if (!said.isBlank()) {
        answer.type(said);
      }
    }
    numbered(answer);
    if (kind != AnswerKind.CANCEL) {
      noted.forEach(
          (number, text) -> answer.answer(number, answer.answers().getOrDefault(number, text)));
    }
    gate.refusal(sent(answer)).ifPresent(GateDialog::refuse);
    confirm(answer);
    return answer;
  }

  private GateAnswer sent(AnswerOptions answer) {
    return answer.to(gate.id(), Optional.empty(), "?");
  }

  /** Replaces an agent's number with its name. */
  private void numbered(AnswerOptions answer) {
    List<String> agents = gate.shown().agents();
    sent(answer)
        .as(Answer.DropAgent.class)
        .map(Answer.DropAgent::agent)
        .filter(named -> named.matches("[1-9]") && Integer.parseInt(named) <= agents.size())
        .ifPresent(number -> answer.type(agents.get(Integer.parseInt(number) - 1)));
  }

  private void confirm(AnswerOptions answer) throws PromptAbandoned {
    AnswerKind kind = answer.kind();
    if (gate.type().checks(kind) && !gate.shown().drift().isEmpty()) {
      sure(
          kind == AnswerKind.EXECUTE
              ? "The plan no longer matches the workspace. Execute it anyway?"
              : "Cited files have changed since the analysis. Approve anyway?");
      answer.acceptDrift();
    }
    boolean doubtful =
        session.plan().filter(plan -> plan.degraded() || !plan.errors().isEmpty()).isPresent();
    if (kind == AnswerKind.EXECUTE && doubtful) {
      sure("The plan is degraded or fails its checks. Execute it anyway?");
    }
    if (kind == AnswerKind.DISCARD) {
      sure("Discard the work? Its commits are kept for a while.");
    }
    if (kind == AnswerKind.CANCEL) {
      sure("End the session? `conclave resume " + session.handle() + "` can continue it later.");
    }
  }

  private void questions(AnswerOptions answer) throws PromptAbandoned {
    requireRight(answer.answers());
    for (int i = 0; i < questions.size(); i++) {
      String number = String.valueOf(i + 1);
      while (!answer.answers().containsKey(number)) {
        String said =
            optional(AnswerForm.letter(i + 1) + ". " + questions.get(i).line(), "no answer");
        if (said.isBlank()) {
          break;
        }
        Optional<String> wrong = gate.wrong(number, said);
        wrong.ifPresent(rule -> say(Tone.PLAIN, sentence(rule)));
        if (wrong.isEmpty()) {
          answer.answer(number, said);
        }
      }
    }
  }

  private void requireRight(Map<String, String> answers) {
    answers.forEach((number, text) -> gate.wrong(number, text).ifPresent(GateDialog::refuse));
  }

  /** Prompts for text; if it is required, an empty one returns to the menu. */
  private String asked(AnswerKind kind, Missing missing) throws PromptAbandoned {
    Optional<String> silence = kind.form().meaningOfEmptyInput();
    String said = optional(missing.question(), silence.orElse("back"));
    if (said.isBlank() && silence.isEmpty()) {
      throw new UsageException(help.menu());
    }
    return said;
  }

  private String optional(String question, String nothing) throws PromptAbandoned {
    return written(question, ask(question + " (Enter: " + nothing + ", " + EDIT + " editor)"));
  }

  /** Returns the typed text, or that from the editor; without an editor prompts for it. */
  private String written(String question, String said) throws PromptAbandoned {
    if (!said.equals(EDIT)) {
      return said;
    }
    try {
      Optional<String> text = editor.apply(screen.get().ours(question));
      if (text.isPresent()) {
        return text.get();
      }
      say(Tone.PLAIN, "No editor is set: set VISUAL or EDITOR.");
    } catch (UsageException e) {
      say(Tone.PLAIN, String.valueOf(e.getMessage()));
    }
    return ask("Your words, on one line:");
  }

  private void sure(String question) throws PromptAbandoned {
    if (!Set.of("y", "yes").contains(ask(question + " (y/N)").toLowerCase(Locale.ROOT))) {
      throw new UsageException(help.menu());
    }
  }

  private String ask(String question) throws PromptAbandoned {
    return prompt.ask(screen.get().ours(question));
  }

  private void say(Tone tone, String message) {
    prompt.show(new Page(screen.get()).text(tone, 0, message));
  }

  private static void refuse(String rule) {
    throw new UsageException(sentence(rule));
  }

  private static String sentence(String rule) {
    return Character.toUpperCase(rule.charAt(0)) + rule.substring(1) + ".";
  }
}
