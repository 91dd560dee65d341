package dev.conclave.workflows.gate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.workflows.gate.Answer.AnalysisMode;
import dev.conclave.workflows.gate.Answer.CodeReview;
import dev.conclave.workflows.gate.Answer.ExecutionMethod;
import dev.conclave.workflows.gate.Answer.InWords;
import dev.conclave.workflows.gate.Note.NoteKind;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Defines how an answer is entered: the arguments after its kind, the question at the prompt, the
 * error for a missing value, and the example to copy. The input becomes the JSON of an answer,
 * which {@link GateAnswer#read} reads.
 */
public enum AnswerForm {
  NOTHING(InWords.class, "", "", "", ""),
  /** What to do instead. */
  TEXT(
      InWords.class,
      "TEXT",
      "text: what to do instead",
      "Your words for %s:",
      "what to do instead"),
  /** Answers to the gate's questions, or text. */
  WORDS(
      InWords.class,
      "TEXT",
      "text, or answers by the letters of the questions",
      "Your words:",
      "your words"),
  ANSWERS(InWords.class, "TEXT", "answers by the letters of the questions", "", "your words"),
  /** Optional text for another round. */
  FOCUS(InWords.class, "[TEXT]", "", "What should the agents look at?", ""),
  /** Optional text for another attempt. */
  HINT(InWords.class, "[TEXT]", "", "What should be done differently?", ""),
  /** Why the result is accepted; a plan needs no reason. */
  REASON(InWords.class, "TEXT", "text: the reason", "Why is it good enough?", "why"),
  COMMANDS(Answer.Allow.class, "[N …]", "numbers of commands, %s", "", ""),
  MERGE(Answer.Merge.class, "", "", "", ""),
  PULL_REQUEST(Answer.PullRequest.class, "", "", "", ""),
  FILE(Answer.Patch.class, "FILE", "the patch file to write", "Target file:", "FILE"),
  /** The human's own resolution; the text is optional. */
  RESOLUTION(
      InWords.class, "[TEXT]", "", "How should it be resolved? Enter - to resolve it yourself", ""),
  TABLE(
      InWords.class,
      "[FILE]",
      "the edited table: the text of tasks.csv",
      "",
      "the text of tasks.csv"),
  APPROVAL(Answer.Approve.class, "N", "the number of a solution, %s", "", ""),
  EXECUTION(Answer.Execute.class, "", "", "", ""),
  /** The id of a conflict. */
  CONFLICT(InWords.class, "ID", "the id of a decided conflict", "Which conflict?", "CON-001"),
  STRATEGY(Answer.Choose.class, "N [TEXT]", "the number of a strategy, %s", "", ""),
  BUDGET(
      Answer.Raise.class,
      "",
      "a budget: usd, calls or tokens, above 0",
      "New limit, for example --budget-usd 5 or --budget-calls 20:",
      ""),
  AGENT(
      Answer.DropAgent.class, "NAME", "the name of an agent, one of: %s", "Which agent? (%s)", ""),
  QUESTIONS(Answer.Ask.class, "TEXT", "questions, one or more", "Your question:", "your words"),
  TARGET(Answer.Export.class, "DIR", "a target directory", "Target folder:", "DIR");

  /**
   * A command-line option for a value.
   *
   * @param at JSON pointer of the value; ends with {@code -} for a list
   * @param type of the value, or of each list element
   */
  public record Option(String name, String at, Class<?> type, String label, String help) {}

  /**
   * A value that an answer lacks.
   *
   * @param refusal the error message; empty if the gate can take the answer
   * @param question that asks for it at the prompt; empty for none
   */
  public record Missing(String refusal, String question) {}

  private static final String REPEATED = "; may be repeated.";
  private static final String LIMIT = "With raise: the new limit.";

  /** The options of all answers, in the order of help. */
  public static final List<Option> OPTIONS =
      List.of(
          option("/solution", Integer.class, "N", number("solution to approve", "approve")),
          new Option(
              "--execution",
              "/execution_method",
              ExecutionMethod.class,
              "METHOD",
              "With approve: who executes the plan: agent, codex or auto (default: agent, the"
                  + " first installed agent CLI, preferably claude)."),
          new Option(
              "--review",
              "/code_review",
              CodeReview.class,
              "REVIEWER",
              "With approve: who reviews the code: skip, gemini, codex or agent (default: agent,"
                  + " the analysts that did not write the code)."),
          list(
              "--constraint",
              "/constraints/-",
              "With approve: your own text, or performance, maintainability, minimal-changes,"
                  + " full-refactor-ok; may be repeated. Same as `approve N TEXT`."),
          list("--include", "/scope/included/-", "With approve: what is in scope" + REPEATED),
          list("--exclude", "/scope/excluded/-", "With approve: what is out of scope" + REPEATED),
          option(
              "/accept_drift",
              Boolean.class,
              "",
              "Approve even if files cited by the solution have changed, or execute even if the"
                  + " plan no longer fits."),
          new Option(
              "--answer",
              "/answers",
              Map.class,
              "Q=TEXT",
              "Answer question Q (a, b, …) along with any answer that continues the session"
                  + REPEATED),
          new Option("--budget-usd", "/budget/usd", Double.class, "N", LIMIT),
          new Option("--budget-calls", "/budget/calls", Integer.class, "N", LIMIT),
          new Option("--budget-tokens", "/budget/tokens", Long.class, "N", LIMIT),
          option("/agent", String.class, "NAME", "With drop-agent: the agent's name."),
          option(
              "/mode",
              AnalysisMode.class,
              "MODE",
              "With approve at the configuration gate: quick, standard, deep."),
          list("--question", "/questions/-", "With ask: a question to investigate" + REPEATED),
          option("/strategy", Integer.class, "N", number("strategy to choose", "choose")),
          new Option(
              "--command",
              "/numbers/-",
              Integer.class,
              "N",
              "With allow: the number of a command that may run; same as `allow N`. Default: all"
                  + " commands."),
          option("/squash", Boolean.class, "", "With merge: as one commit."),
          option("/draft", Boolean.class, "", "With pr: as a draft."));

  private static Option option(String at, Class<?> type, String label, String help) {
    return new Option("--" + at.substring(1).replace('_', '-'), at, type, label, help);
  }

  private static Option list(String name, String at, String help) {
    return new Option(name, at, String.class, "TEXT", help);
  }

  private static String number(String of, String kind) {
    return "The number of the %s; same as `%s N`.".formatted(of, kind);
  }

  /** A number and the text after it. */
  private static final Pattern NUMBER = Pattern.compile("(\\d{1,9})(?:\\s+(.*))?", Pattern.DOTALL);

  private static final Pattern NUMBERED = Pattern.compile("(?:\\d{1,3}|[a-j])\\s*=");

  /** The start of the next numbered answer. */
  private static final Pattern NEXT =
      Pattern.compile("(?:^|[;；])\\s*(\\d{1,3}|[a-j])\\s*=|\\s+(\\d{1,3}|[a-j])=");

  /** Text that was meant as a command, not as a constraint. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?i)(with|without|view|v)( (\\d+|all|plan|round))?|later|help|h|q|y|\\?|\\d+");

  private final Class<? extends Answer> answerType;
  private final String usage;
  private final String needed;
  private final String question;
  private final String example;

  AnswerForm(
      Class<? extends Answer> answerType,
      String usage,
      String needed,
      String question,
      String example) {
    this.answerType = answerType;
    this.usage = usage;
    this.needed = needed;
    this.question = question;
    this.example = example;
  }

  Class<? extends Answer> answerType() {
    return answerType;
  }

  /** Returns the command-line options for its values at a gate. */
  public List<Option> options(GateType gate) {
    if (this == APPROVAL && !choosesAt(gate)) {
      return List.of();
    }
    Set<String> carried =
        Stream.of(answerType.getRecordComponents())
            .map(part -> part.getName().toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    return OPTIONS.stream()
        .filter(option -> carried.contains(option.at().split("/")[1].replace("_", "")))
        .filter(option -> option.type() != AnalysisMode.class)
        .toList();
  }

  /** Returns the arguments after its kind, such as {@code N [TEXT]}. */
  public String usage(GateType gate) {
    return switch (this) {
      case APPROVAL ->
          choosesAt(gate) ? usage : gate == GateType.CONFIGURATION ? "[--mode MODE]" : "";
      case HINT -> gate == GateType.WAVE_FAILURE ? "" : usage;
      case REASON -> gate == GateType.REVIEW ? usage : "";
      default -> usage;
    };
  }

  public boolean choosesAt(GateType gate) {
    return this == STRATEGY || (this == APPROVAL && gate == GateType.DECISION);
  }

  /** Whether its main purpose is to answer the gate's questions. */
  public boolean answersQuestions() {
    return this == WORDS || this == ANSWERS;
  }

  /** Returns the meaning of empty input at the prompt; empty if input is required. */
  public Optional<String> meaningOfEmptyInput() {
    return switch (this) {
      case FOCUS -> Optional.of("the agents decide");
      case HINT -> Optional.of("no hint");
      default -> Optional.empty();
    };
  }

  /**
   * Parses the text typed after its kind.
   *
   * @throws IllegalArgumentException with a sentence that says what it expects
   */
  public void type(ObjectNode answer, String words) {
    switch (this) {
      case NOTHING, EXECUTION, BUDGET, MERGE, PULL_REQUEST -> throw wrong(answer, "no text", words);
      case TEXT, TABLE, CONFLICT, HINT, REASON -> answer.put("text", words);
      case COMMANDS -> {
        for (String number : words.strip().split("[\\s,]+")) {
          if (!number.matches("\\d{1,3}")) {
            throw wrong(answer, "numbers of commands", words);
          }
          answer.withArray("/numbers").add(Integer.parseInt(number));
        }
      }
      case FILE -> answer.put("file", words.strip());
      case RESOLUTION -> answer.put("text", words.equals("-") ? "" : words);
      case WORDS, FOCUS, ANSWERS -> {
        if (isNumbered(words)) {
          numbered(words).forEach(answer.withObject("/answers")::put);
        } else if (this == ANSWERS) {
          answer.withObject("/answers").put("1", words);
        } else {
          answer.put("text", words);
        }
      }
      case APPROVAL -> {
        String more = afterNumber(answer, "solution", words);
        if (isNumbered(more)) {
          numbered(more).forEach(answer.withObject("/answers")::put);
        } else if (!more.isEmpty()) {
          answer.withArray("/constraints").add(requireNoCommand(more));
        }
      }
      case STRATEGY -> {
        String more = answer.has("strategy") ? words : afterNumber(answer, "strategy", words);
        answer.put("text", requireNoCommand(more.strip()));
      }
      case AGENT -> answer.put("agent", words.strip());
      case QUESTIONS -> words.lines().forEach(answer.withArray("/questions")::add);
      case TARGET -> answer.put("target", words.strip());
    }
  }

  void example(ObjectNode answer, Gate gate) {
    GateContent shown = gate.shown();
    switch (this) {
      case NOTHING, EXECUTION, FOCUS, RESOLUTION, HINT, COMMANDS, MERGE, PULL_REQUEST -> {}
      case REASON -> {
        if (gate.type() == GateType.REVIEW) {
          type(answer, example);
        }
      }
      case APPROVAL, STRATEGY -> {
        if (choosesAt(gate.type())) {
          type(answer, "1");
          answer.remove("text");
        }
      }
      case BUDGET ->
          answer.set(
              "budget", WireMapper.get().valueToTree(shown.enough().orElse(BudgetLimits.NONE)));
      case AGENT -> type(answer, shown.agents().stream().findFirst().orElse("NAME"));
      case WORDS, ANSWERS -> {
        boolean options =
            shown.questions().stream().limit(1).anyMatch(one -> !one.options().isEmpty());
        if (shown.questions().isEmpty()) {
          type(answer, example);
        } else {
          answer.withObject("/answers").put("a", options ? "1" : example);
        }
      }
      case TEXT, TABLE, CONFLICT, QUESTIONS, TARGET, FILE -> type(answer, example);
    }
  }

  Optional<Missing> missing(GateAnswer sent, Gate gate) {
    GateContent shown = gate.shown();
    Answer body = sent.body();
    return switch (this) {
      case NOTHING, EXECUTION, MERGE, PULL_REQUEST -> Optional.empty();
      case REASON -> unless(sent.text().isPresent() || gate.type() != GateType.REVIEW, sent, "");
      case HINT ->
          unless(!sent.words().isBlank() || gate.type() == GateType.WAVE_FAILURE, sent, "");
      case COMMANDS -> wrongNumbers(sent, gate);
      case FILE -> unless(!((Answer.Patch) body).file().isEmpty(), sent, "");
      case WORDS, FOCUS -> unless(!sent.words().isBlank(), sent, "");
      case ANSWERS -> unless(!sent.answers().isEmpty(), sent, "");
      case TEXT, RESOLUTION, TABLE, CONFLICT -> unless(sent.text().isPresent(), sent, "");
      case QUESTIONS -> unless(!((Answer.Ask) body).questions().isEmpty(), sent, "");
      case TARGET -> unless(!((Answer.Export) body).target().isEmpty(), sent, "");
      case APPROVAL, STRATEGY ->
          choosesAt(gate.type()) ? wrongChoice(sent, shown.options().size()) : Optional.empty();
      case AGENT -> {
        String agent = ((Answer.DropAgent) body).agent();
        String names = String.join(", ", shown.agents());
        yield agent.isEmpty() || shown.agents().contains(agent)
            ? unless(!agent.isEmpty(), sent, names)
            : refused("agent " + agent + " cannot be dropped; choose one of: " + names);
      }
      case BUDGET -> {
        BudgetLimits raise = ((Answer.Raise) body).budget().orElse(BudgetLimits.NONE);
        yield raises(raise)
            ? shown
                .needed()
                .map(raise::shortfall)
                .filter(lacking -> !lacking.isEmpty())
                .flatMap(
                    lacking -> refused("not enough for the next call; raise " + lacking.asLeast()))
            : unless(false, sent, "");
      }
    };
  }

  private Optional<Missing> unless(boolean brought, GateAnswer sent, String among) {
    String kind = Words.of(sent.kind());
    String refusal = needed.isEmpty() ? "" : kind + " needs " + needed.formatted(among);
    String asks = question.formatted(this == TEXT ? kind : among);
    return brought ? Optional.empty() : Optional.of(new Missing(refusal, asks));
  }

  private static Optional<Missing> refused(String sentence) {
    return Optional.of(new Missing(sentence, ""));
  }

  private Optional<Missing> wrongChoice(GateAnswer sent, int last) {
    if (this == APPROVAL && last == 0) {
      return refused("there is no solution to approve; use more-analysis or cancel");
    }
    Optional<Integer> number = sent.body().chosen();
    String range = last == 1 ? "1" : "1 to " + last;
    String what = this == APPROVAL ? "solution" : "strategy";
    return number.filter(chosen -> chosen < 1 || chosen > last).isPresent()
        ? refused("there is no %s %d; choose %s".formatted(what, number.get(), range))
        : unless(number.isPresent(), sent, range);
  }

  private static Optional<Missing> wrongNumbers(GateAnswer sent, Gate gate) {
    long last = gate.shown().notes().stream().filter(note -> note.is(NoteKind.COMMAND)).count();
    return ((Answer.Allow) sent.body())
        .numbers().stream()
            .filter(number -> number < 1 || number > last)
            .findFirst()
            .flatMap(
                number -> refused("there is no command " + number + "; the last one is " + last));
  }

  private static boolean raises(BudgetLimits raise) {
    return !raise.isEmpty()
        && raise.usd().filter(usd -> !(usd > 0 && usd < 1e9)).isEmpty()
        && raise.calls().filter(calls -> calls <= 0).isEmpty()
        && raise.tokens().filter(tokens -> tokens <= 0).isEmpty();
  }

  /** Whether a line has answers by letter, such as {@code a=per user; b=100 a minute}. */
  public static boolean isNumbered(String line) {
    return NUMBERED.matcher(line.strip()).lookingAt();
  }

  public static String letter(int number) {
    return number <= 10 ? String.valueOf((char) ('a' + number - 1)) : Integer.toString(number);
  }

  /** Returns the number of a question given by letter or number. */
  public static String number(String question) {
    return question.matches("[a-j]") ? Integer.toString(question.charAt(0) - 'a' + 1) : question;
  }

  public static Map<String, String> numbered(String line) {
    String text = line.strip();
    Map<String, String> answers = new TreeMap<>();
    Matcher next = NEXT.matcher(text);
    String number = "";
    int from = 0;
    while (next.find()) {
      answers.put(number, text.substring(from, next.start()).strip());
      number = number(Optional.ofNullable(next.group(1)).orElseGet(() -> next.group(2)));
      from = next.end();
    }
    answers.put(number, text.substring(from).strip());
    answers.remove("");
    return answers;
  }

  /** Stores the leading number and returns the text after it. */
  private static String afterNumber(ObjectNode answer, String field, String words) {
    Matcher number = NUMBER.matcher(words.strip());
    if (!number.matches() || answer.has(field)) {
      throw wrong(answer, "the number of a " + field + " first", words);
    }
    answer.put(field, Integer.parseInt(number.group(1)));
    return Optional.ofNullable(number.group(2)).orElse("").strip();
  }

  private static String requireNoCommand(String said) {
    if (COMMAND.matcher(said).matches()) {
      throw new IllegalArgumentException(
          "\"%s\" is not a constraint; describe what the plan must keep, or omit it."
              .formatted(said));
    }
    return said;
  }

  private static IllegalArgumentException wrong(ObjectNode answer, String expected, String given) {
    return new IllegalArgumentException(
        "%s takes %s, but got \"%s\"."
            .formatted(answer.path("kind").asText(), expected, given.strip()));
  }
}
