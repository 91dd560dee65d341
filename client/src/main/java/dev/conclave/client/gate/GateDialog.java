package dev.conclave.client.gate;

import dev.conclave.client.session.UsageException;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Prompt;
import dev.conclave.client.terminal.Prompt.Left;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.AnswerRules;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
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

/**
 * Asks a person at a terminal to answer a gate. What is typed is a number, a letter or a word, and
 * behind it what {@code conclave answer} takes.
 */
public final class GateDialog {
  private static final Set<String> LATER = Set.of("0", "l", "later", "q", "quit", "exit");
  private static final Set<String> HELP = Set.of("?", "h", "help");
  private static final String EDIT = ":e";
  private static final Pattern VIEW = Pattern.compile("(?:v|view)(?:\\s+(.*))?");
  private static final Pattern OPTIONS = Pattern.compile("(?:^|\\s)(?=--[a-z])");
  private static final com.google.re2j.Pattern SHELL_WORD =
      com.google.re2j.Pattern.compile("(?:'[^']*'|\"[^\"]*\"|\\\\.|[^\\s'\"\\\\])+");
  private static final Pattern QUOTES = Pattern.compile("'([^']*)'|\"([^\"]*)\"|\\\\(.)");

  private final SessionView session;
  private final Gate gate;
  private final List<Question> questions;
  private final int options;

  /** The kind that answers what the gate asks, where it is there to be asked. */
  private final Optional<AnswerKind> clarifying;

  private final Prompt prompt;
  private final Supplier<Screen> screen;
  private final Consumer<String> views;
  private final Function<String, Optional<String>> editor;
  private final UnaryOperator<Optional<String>> tables;

  /** Answers to questions that go along with what is chosen then. */
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
    this.options =
        gate.kinds().stream().anyMatch(this::choosesOption) ? gate.shown().options().size() : 0;
    this.clarifying =
        gate.kinds().stream()
            .filter(kind -> kind == AnswerKind.CLARIFY || kind == AnswerKind.REPLY)
            .filter(kind -> !questions.isEmpty())
            .findFirst();
    this.prompt = prompt;
    this.screen = screen;
    this.views = views;
    this.editor = editor;
    this.tables = tables;
  }

  /**
   * Asks until the answer is complete; empty when the person wants to leave the gate open.
   *
   * @throws Left when the person leaves
   */
  public Optional<AnswerOptions> ask() throws Left {
    say(Ink.NAME, "\n" + menu());
    while (true) {
      String line = prompt.ask("Answer (? for help):").strip();
      String word = line.toLowerCase(Locale.ROOT);
      Matcher view = VIEW.matcher(word);
      if (LATER.contains(word)) {
        return Optional.empty();
      }
      try {
        if (HELP.contains(word)) {
          prompt.show(help());
        } else if (view.matches()) {
          views.accept(Optional.ofNullable(view.group(1)).orElse(""));
        } else if (!questions.isEmpty() && clarifying.isEmpty() && AnswerOptions.isNumbered(line)) {
          Map<String, String> answers = AnswerOptions.numbered(line);
          requireRight(answers);
          noted.putAll(answers);
          say(Ink.PLAIN, "Kept. It will be sent with your next answer.");
        } else {
          return Optional.of(complete(read(line)));
        }
      } catch (UsageException e) {
        say(Ink.PLAIN, String.valueOf(e.getMessage()));
      }
    }
  }

  private boolean choosesOption(AnswerKind kind) {
    return gate.type().need(kind).choosesOption();
  }

  String menu() {
    List<String> parts = new ArrayList<>();
    if (options > 0) {
      String numbers = options == 1 ? "1" : options == 2 ? "1 or 2" : "1 to " + options;
      parts.add(numbers + ": " + Words.of(gate.kinds().get(0)));
    } else if (clarifying.isPresent()) {
      parts.add(
          (questions.stream().allMatch(asked -> asked.options().isEmpty()) ? "" : "a number or ")
              + "your own words: answer"
              + (questions.size() == 1 ? "" : " question 1, then the others"));
    }
    gate.kinds().stream()
        .filter(kind -> !choosesOption(kind) && !clarifying.equals(Optional.of(kind)))
        .map(kind -> kind.letter() + ": " + Words.of(kind))
        .forEach(parts::add);
    return String.join(", ", parts)
        + ", 0: later, v: view, ?: help."
        + (options > 0 && gate.kinds().contains(AnswerKind.APPROVE)
            ? " Words and options can follow: 1 no new library, 1 --execution codex."
            : options > 0 ? " Words can follow: 1 keep the old name too." : "")
        + (questions.isEmpty() || clarifying.isPresent()
            ? ""
            : " 1=2 answers question 1 with its option 2.");
  }

  /** A line for each answer, as the command line takes it too, and what can be viewed. */
  private Page help() {
    Table typed = new Table("Type", "to");
    List<String> lines = AnswerLines.arguments(gate);
    for (String line : lines) {
      Optional<AnswerKind> kind = kind(line.split(" ", 2)[0]);
      boolean plain = kind.equals(Optional.of(AnswerKind.APPROVE)) && options == 0;
      boolean chooses = options > 0 && kind.filter(this::choosesOption).isPresent();
      typed.row(
          chooses ? "1" : line,
          plain
              ? line.contains("--mode") ? "go on in another mode" : "go on this way"
              : kind.map(AnswerKind::label).orElse(""));
    }
    if (!questions.isEmpty()) {
      typed.row(
          "1=2; 2=your words", "answer question 1 with its option 2, and question 2 in your words");
    }
    boolean planned =
        Set.of(GateType.CLARIFICATION, GateType.DECISION, GateType.CONFIRMATION)
            .contains(gate.type());
    typed.row(
        "view",
        "read what this gate is based on" + (planned ? "; also view plan, view round" : ""));
    if (planned || gate.type() == GateType.DISCUSSION) {
      typed.row("view C1", "read the conflict C1 alone; a point P1 or a question Q1 likewise");
    }
    if (options > 0) {
      typed.row("view 1", "read option 1 in full");
    }
    return new Page(screen.get())
        .table(typed)
        .text(
            "One letter is enough for an answer, and "
                + EDIT
                + " in place of words opens your editor. Ctrl-C leaves while the session goes on;"
                + " nothing is sent before the last Enter.");
  }

  /**
   * The answer that was typed, as far as it goes.
   *
   * @throws UsageException saying what can be typed
   */
  AnswerOptions read(String line) {
    String[] typed = OPTIONS.split(line.strip(), 2);
    String[] words = typed[0].strip().split("\\s+", 2);
    boolean number = words[0].matches("\\d{1,9}");
    List<String> rest = new ArrayList<>();
    Optional<AnswerKind> kind;
    if (number && options > 0) {
      kind = gate.kinds().stream().filter(this::choosesOption).findFirst();
      rest.add(typed[0].strip());
    } else {
      kind = number ? Optional.empty() : kind(words[0]);
      // Words that were copied from a line for a shell stand in quotes; typed ones need none.
      List.of(words).subList(1, words.length).stream()
          .map(String::strip)
          .map(said -> said.matches("(['\"]).*\\1") ? unquoted(said) : said)
          .forEach(rest::add);
    }
    if (kind.isEmpty()) {
      return toQuestions(line.strip(), words[0]);
    }
    if (typed.length > 1) {
      for (var word = SHELL_WORD.matcher(typed[1]); word.find(); ) {
        rest.add(unquoted(word.group()));
      }
    }
    return AnswerOptions.of(kind.get(), rest);
  }

  private static String unquoted(String word) {
    return QUOTES.matcher(word).replaceAll("$1$2$3");
  }

  /** What is no kind of answer answers questions, where the gate asks for that: else the first. */
  private AnswerOptions toQuestions(String line, String first) {
    String meant = UsageException.meant(first, gate.kinds().stream().map(Words::of).toList());
    if (clarifying.isEmpty() || line.isEmpty() || !meant.isEmpty()) {
      throw new UsageException(
          (line.isEmpty() ? "" : "\"" + first + "\" is not an answer here." + meant + " ")
              + "Type one of these: "
              + menu());
    }
    return AnswerOptions.of(
        clarifying.get(), List.of(AnswerOptions.isNumbered(line) ? line : "1=" + line));
  }

  /** By its letter, its word, or the beginning of one that no other shares. */
  private Optional<AnswerKind> kind(String typed) {
    String word = typed.toLowerCase(Locale.ROOT).replace('_', '-');
    List<AnswerKind> meant =
        gate.kinds().stream()
            .filter(
                kind ->
                    word.length() < 2
                        ? kind.letter().equals(word)
                        : Words.of(kind).startsWith(word))
            .toList();
    return meant.size() == 1 ? Optional.of(meant.get(0)) : Optional.empty();
  }

  /**
   * Asks for what the answer needs beside its kind, and for a yes to what cannot be taken back.
   *
   * @throws UsageException when the gate does not take it, or the person goes back
   */
  private AnswerOptions complete(AnswerOptions answer) throws Left {
    AnswerKind kind = answer.kind();
    if (answer.text().filter(EDIT::equals).isPresent()) {
      answer.text(written("Your words for " + Words.of(kind), EDIT));
    }
    for (Map.Entry<String, String> said : answer.answers().entrySet()) {
      said.setValue(written("Your answer to question " + said.getKey(), said.getValue()));
    }
    boolean silent = answer.text().isEmpty();
    switch (gate.type().need(kind)) {
      case TEXT -> {
        if (silent) {
          answer.text(needed("Your words for " + Words.of(kind) + ":"));
        }
      }
      case WORDS -> {
        if (silent) {
          questions(answer);
        }
        if (silent && answer.answers().isEmpty()) {
          answer.text(needed("Your words:"));
        }
      }
      case ANSWERS -> questions(answer);
      case QUESTIONS, TARGET -> {
        GateAnswer given = answer.to("", Optional.empty(), "");
        if (given.questions().isEmpty() && given.target().isEmpty()) {
          String asked = kind == AnswerKind.ASK ? "Your question:" : "To which folder:";
          return complete(read(Words.of(kind) + " " + needed(asked)));
        }
      }
      case TABLE -> tables.apply(answer.text()).ifPresent(answer::text);
      case BUDGET -> {
        if (answer.to("", Optional.empty(), "").budget().isEmpty()) {
          String limits = needed("New limit, for example --budget-usd 5 or --budget-calls 20:");
          return complete(read(Words.of(kind) + " " + limits));
        }
      }
      case AGENT -> {
        List<String> agents = gate.shown().agents();
        String named =
            answer.agent.isPresent()
                ? answer.agent.get()
                : needed("Which agent? (" + String.join(", ", agents) + ")");
        boolean number = named.matches("[1-9]") && Integer.parseInt(named) <= agents.size();
        answer.agent = Optional.of(number ? agents.get(Integer.parseInt(named) - 1) : named);
      }
      default -> {
        if (kind == AnswerKind.MORE_ANALYSIS && silent && answer.answers().isEmpty()) {
          answer.text(optional("What should the agents look at?", "up to them"));
        } else if (kind == AnswerKind.CUSTOM && silent) {
          String how = needed("How is it to be resolved? - when you see to it yourself");
          answer.text(how.equals("-") ? "" : how);
        }
      }
    }
    if (kind != AnswerKind.CANCEL) {
      noted.forEach(answer.answers()::putIfAbsent);
    }
    AnswerRules.refusal(Optional.of(gate), answer.to(gate.id(), Optional.empty(), "?"))
        .ifPresent(GateDialog::refuse);
    confirm(answer);
    return answer;
  }

  private void confirm(AnswerOptions answer) throws Left {
    AnswerKind kind = answer.kind();
    if (gate.type().checks(kind) && !gate.shown().drift().isEmpty()) {
      sure(
          kind == AnswerKind.EXECUTE
              ? "The plan no longer fits the workspace. Execute it anyway?"
              : "Cited files have changed since the analysis. Approve anyway?");
      answer.acceptDrift = true;
    }
    boolean doubtful =
        session.plan().filter(plan -> plan.degraded() || !plan.errors().isEmpty()).isPresent();
    if (kind == AnswerKind.EXECUTE && doubtful) {
      sure("The plan is degraded or fails its checks. Execute it anyway?");
    }
    if (kind == AnswerKind.CANCEL) {
      sure("End the session? `conclave resume " + session.session() + "` can continue it later.");
    }
  }

  private void questions(AnswerOptions answer) throws Left {
    requireRight(answer.answers());
    for (int i = 0; i < questions.size(); i++) {
      String number = String.valueOf(i + 1);
      while (!answer.answers().containsKey(number)) {
        String said = optional(number + ". " + questions.get(i).line(), "no answer");
        if (said.isBlank()) {
          break;
        }
        Optional<String> wrong = wrong(number, said);
        wrong.ifPresent(rule -> say(Ink.PLAIN, sentence(rule)));
        if (wrong.isEmpty()) {
          answer.answers().put(number, said);
        }
      }
    }
  }

  private void requireRight(Map<String, String> answers) {
    answers.forEach((number, text) -> wrong(number, text).ifPresent(GateDialog::refuse));
  }

  private Optional<String> wrong(String number, String text) {
    return AnswerRules.wrong(number, text, questions);
  }

  /** A text; an empty one goes back to the menu. */
  private String needed(String question) throws Left {
    String said = written(question, ask(question + " (Enter: back, " + EDIT + " editor)"));
    if (said.isBlank()) {
      throw new UsageException(menu());
    }
    return said;
  }

  private String optional(String question, String nothing) throws Left {
    return written(question, ask(question + " (Enter: " + nothing + ", " + EDIT + " editor)"));
  }

  /** What was typed, or what is then written in the editor; without one it is typed after all. */
  private String written(String question, String said) throws Left {
    if (!said.equals(EDIT)) {
      return said;
    }
    try {
      Optional<String> text = editor.apply(question);
      if (text.isPresent()) {
        return text.get();
      }
      say(Ink.PLAIN, "No editor is set: set VISUAL or EDITOR.");
    } catch (UsageException e) {
      say(Ink.PLAIN, String.valueOf(e.getMessage()));
    }
    return ask("Your words, on one line:");
  }

  private void sure(String question) throws Left {
    if (!Set.of("y", "yes").contains(ask(question + " (y/N)").toLowerCase(Locale.ROOT))) {
      throw new UsageException(menu());
    }
  }

  private String ask(String question) throws Left {
    return prompt.ask(screen.get().typed(question));
  }

  private void say(Ink ink, String message) {
    prompt.show(new Page(screen.get()).text(ink, 0, message));
  }

  private static void refuse(String rule) {
    throw new UsageException(sentence(rule));
  }

  /** What a rule says, as a sentence of its own. */
  private static String sentence(String rule) {
    return Character.toUpperCase(rule.charAt(0)) + rule.substring(1) + ".";
  }
}
