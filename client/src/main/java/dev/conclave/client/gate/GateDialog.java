package dev.conclave.client.gate;

import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Snapshot;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Prompt;
import dev.conclave.client.terminal.Prompt.Left;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.AnswerRules;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.temporal.Words;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks a person at a terminal to answer a gate. */
public final class GateDialog {
  private static final Set<String> LATER = Set.of("0", "l", "later", "q", "quit", "exit");
  private static final Set<String> HELP = Set.of("?", "h", "help");
  private static final Pattern VIEW = Pattern.compile("(?:v|view)(?:\\s+(.*))?");

  private final Prompt prompt;
  private final Supplier<Screen> screen;
  private final Consumer<String> views;
  private final Function<String, Optional<String>> editor;

  /** The person goes back to the list of answers. */
  private static final class Back extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /**
   * A dialog.
   *
   * @param screen what the terminal is now: it may be made wider meanwhile
   * @param views shows what the person wants to see before answering
   * @param editor lets the person write a text, told what it is for; empty when no editor is set
   */
  public GateDialog(
      Prompt prompt,
      Supplier<Screen> screen,
      Consumer<String> views,
      Function<String, Optional<String>> editor) {
    this.prompt = prompt;
    this.screen = screen;
    this.views = views;
    this.editor = editor;
  }

  /**
   * Asks until the answer is complete; empty when the person wants to leave the gate open.
   *
   * @param now the session, with its open gate
   * @param earlier what the person answered before, and was not carried out
   * @throws Left when the person leaves
   */
  public Optional<AnswerOptions> ask(Snapshot now, Optional<AnswerOptions> earlier) throws Left {
    Gate gate = now.view().gate().orElseThrow();
    GateMenu menu = new GateMenu(gate);
    Optional<AnswerOptions> again = earlier.filter(answer -> answer.fitsAgain(gate));
    Map<String, String> noted = new TreeMap<>();
    show(gate, menu, again);
    while (true) {
      String line =
          prompt
              .ask(again.isPresent() ? "Answer (Enter: once more, ? helps):" : "Answer (? helps):")
              .strip();
      String word = line.toLowerCase(Locale.ROOT);
      Matcher view = VIEW.matcher(word);
      if (LATER.contains(word)) {
        return Optional.empty();
      }
      try {
        if (HELP.contains(word)) {
          prompt.show(menu.help(new Page(screen.get()), now.view()));
        } else if (view.matches()) {
          views.accept(Optional.ofNullable(view.group(1)).orElse(""));
        } else if (menu.asks() && AnswerOptions.isNumbered(line)) {
          noted.putAll(checked(gate, AnswerOptions.numbered(line)));
          if (menu.clarifies()) {
            return Optional.of(
                complete(AnswerOptions.of(AnswerKind.CLARIFY, List.of()), now, noted));
          }
          say(
              "Kept: the answer to question %s. It goes along with what you choose now; nothing is sent yet."
                  .formatted(String.join(", ", noted.keySet())));
        } else {
          AnswerOptions answer =
              again.isPresent() && line.isEmpty() ? again.get() : menu.read(line);
          return Optional.of(complete(answer, now, noted));
        }
      } catch (Refusal e) {
        say(String.valueOf(e.getMessage()));
      } catch (Back e) {
        show(gate, menu, again);
      }
    }
  }

  private static Map<String, String> checked(Gate gate, Map<String, String> answers) {
    answers.forEach(
        (number, text) ->
            AnswerRules.wrong(number, text, gate.shown().questions())
                .ifPresent(
                    wrong -> {
                      throw new Refusal(sentence(wrong));
                    }));
    return answers;
  }

  /**
   * Asks for what the answer needs beside its kind, and for a yes to what cannot be taken back.
   *
   * @throws Refusal when the gate does not take it
   */
  private AnswerOptions complete(AnswerOptions answer, Snapshot now, Map<String, String> noted)
      throws Left, Back {
    Gate gate = now.view().gate().orElseThrow();
    AnswerKind kind = answer.kind();
    if (GateMenu.carriesAnswers(kind)) {
      noted.forEach(answer.answers()::putIfAbsent);
    }
    if (answer.text().filter(GateMenu.EDIT::equals).isPresent()) {
      answer.text(Optional.of(text("Your words for " + Words.of(kind), GateMenu.EDIT)));
    }
    ask(answer, gate);
    Optional<String> refusal =
        AnswerRules.refusal(Optional.of(gate), answer.to(gate.id(), Optional.empty(), "?"));
    if (refusal.isPresent()) {
      throw new Refusal(sentence(refusal.get()));
    }
    if (gate.type().checks(kind) && !gate.shown().drift().isEmpty()) {
      sure(
          kind == AnswerKind.EXECUTE
              ? "The plan no longer fits the workspace. Execute it all the same?"
              : "Cited files have changed since. Approve all the same?");
      answer.acceptDrift();
    }
    boolean doubtful =
        now.view().plan().filter(plan -> plan.degraded() || !plan.errors().isEmpty()).isPresent();
    if (kind == AnswerKind.EXECUTE && doubtful) {
      sure("The plan is degraded or fails checks. Execute it all the same?");
    }
    if (kind == AnswerKind.CANCEL) {
      sure(
          "End the session? `conclave resume %s` would go on with it."
              .formatted(now.view().session()));
    }
    return answer;
  }

  private void ask(AnswerOptions answer, Gate gate) throws Left, Back {
    AnswerKind kind = answer.kind();
    switch (gate.type().need(kind)) {
      case SOLUTION, STRATEGY -> {}
      case TEXT -> {
        if (answer.text().isEmpty()) {
          answer.text(
              needed(
                  kind == AnswerKind.MODIFY
                      ? "What should be different in the plan?"
                      : "What should be done instead?"));
        }
      }
      case WORDS -> {
        if (answer.text().isEmpty()) {
          replies(answer, gate);
        }
        if (answer.text().isEmpty() && answer.answers().isEmpty()) {
          answer.text(needed("Your words:"));
        }
      }
      case ANSWERS -> replies(answer, gate);
      case QUESTIONS -> {
        if (answer.details.questions.isEmpty()) {
          needed("What should be looked into?").ifPresent(answer.details.questions::add);
        }
      }
      case TARGET -> {
        if (answer.details.target.isEmpty()) {
          answer.details.target = needed("To which directory?");
        }
      }
      case BUDGET -> {
        if (answer.to("", Optional.empty(), "").budget().isEmpty()) {
          String limits =
              needed("New limit, for example --budget-usd 5 or --budget-calls 20:").get();
          answer.details = new GateMenu(gate).read(Words.of(kind) + " " + limits).details;
        }
      }
      case AGENT -> {
        List<String> agents = gate.shown().agents();
        if (answer.details.agent.isEmpty()) {
          answer.details.agent = needed("Which agent? (" + String.join(", ", agents) + ")");
        }
        answer.details.agent =
            answer.details.agent.map(
                named ->
                    named.matches("[1-9]") && Integer.parseInt(named) <= agents.size()
                        ? agents.get(Integer.parseInt(named) - 1)
                        : named);
      }
      case NOTHING -> {
        if (kind == AnswerKind.MORE_ANALYSIS && answer.text().isEmpty()) {
          answer.text(
              optional(
                  answer.answers().isEmpty() ? "What should be looked at?" : "Anything else?",
                  "no wish"));
        }
      }
    }
  }

  /** Those answers to the gate's questions that did not come with the choice. */
  private void replies(AnswerOptions answer, Gate gate) throws Left, Back {
    List<Question> asked = gate.shown().questions();
    checked(gate, answer.answers());
    for (int i = 0; i < asked.size(); i++) {
      String number = String.valueOf(i + 1);
      while (!answer.answers().containsKey(number)) {
        Optional<String> said = optional(number + ". " + asked.get(i).line(), "no answer");
        if (said.isEmpty()) {
          break;
        }
        Optional<String> wrong = AnswerRules.wrong(number, said.get(), asked);
        wrong.ifPresent(rule -> say(sentence(rule)));
        if (wrong.isEmpty()) {
          answer.answers().put(number, said.get());
        }
      }
    }
  }

  /** A text; an empty one goes back. */
  private Optional<String> needed(String question) throws Left, Back {
    String said = text(question, line(question + " (Enter: back, :e editor)"));
    if (said.isBlank()) {
      throw new Back();
    }
    return Optional.of(said);
  }

  /**
   * A text, or none.
   *
   * @param none what Enter alone means
   */
  private Optional<String> optional(String question, String none) throws Left, Back {
    String said = line(question + " (Enter: " + none + ", :e editor)");
    return Optional.of(text(question, said)).filter(text -> !text.isBlank());
  }

  /** What was typed, or what is then written in the editor. */
  private String text(String question, String said) throws Left, Back {
    String text = said;
    while (text.equals(GateMenu.EDIT)) {
      Optional<String> written = Optional.empty();
      try {
        written = editor.apply(question);
        if (written.isEmpty()) {
          say("No editor is set: EDITOR or VISUAL names it.");
        }
      } catch (Refusal e) {
        say(String.valueOf(e.getMessage()));
      }
      text = written.isPresent() ? written.get() : line("Your words, on one line:");
    }
    return text;
  }

  /** Goes on only with a yes. */
  private void sure(String question) throws Left, Back {
    if (!Set.of("y", "yes").contains(line(question + " (y/N)").toLowerCase(Locale.ROOT))) {
      throw new Back();
    }
  }

  /** What was typed; {@code <} goes back. */
  private String line(String question) throws Left, Back {
    String said = prompt.ask(screen.get().program().in(question));
    if (said.equals(GateMenu.BACK)) {
      throw new Back();
    }
    return said;
  }

  private void show(Gate gate, GateMenu menu, Optional<AnswerOptions> again) {
    Page page = new Page(screen.get()).text("");
    again.ifPresent(
        answer ->
            page.text(Ink.PLAIN, 1, "Enter: your answer once more, as the workspace is now:")
                .verbatim(3, AnswerLines.arguments(answer.to(gate.id(), Optional.empty(), ""))));
    page.text(Ink.NAME, 0, menu.line() + ".");
    if (menu.asks() && !menu.clarifies()) {
      page.text(
          Ink.FAINT,
          0,
          "1=2 answers question 1 with its option 2, along with what you then choose.");
    }
    prompt.show(page);
  }

  private void say(String message) {
    prompt.show(new Page(screen.get()).text(message));
  }

  /** What a rule says, as a sentence of its own. */
  private static String sentence(String rule) {
    return Character.toUpperCase(rule.charAt(0)) + rule.substring(1) + ".";
  }
}
