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
 * How an answer is worded, described once: what is typed behind its kind, what is asked for at the
 * prompt, what a gate misses without, and what a line for copying has. What is typed goes into the
 * JSON of an answer, which {@link GateAnswer#read} reads.
 */
public enum AnswerForm {
  NOTHING(InWords.class, "", "", "", ""),
  /** What to do instead. */
  TEXT(
      InWords.class,
      "TEXT",
      "text that says what to do instead",
      "Your words for %s:",
      "what to do instead"),
  /** Answers to the gate's questions, or words. */
  WORDS(
      InWords.class,
      "TEXT",
      "text, or answers by the letters of the questions",
      "Your words:",
      "your words"),
  ANSWERS(InWords.class, "TEXT", "answers by the letters of the questions", "", "your words"),
  /** Words for another round, or none. */
  FOCUS(InWords.class, "[TEXT]", "", "What should the agents look at?", ""),
  /** Words for another attempt, or none. */
  HINT(InWords.class, "[TEXT]", "", "What should be done differently?", ""),
  /** Why something is taken as it is; a plan needs no reason. */
  REASON(InWords.class, "TEXT", "text that says why", "Why is it good enough?", "why"),
  COMMANDS(Answer.Allow.class, "[N …]", "numbers of commands, %s", "", ""),
  MERGE(Answer.Merge.class, "", "", "", ""),
  PULL_REQUEST(Answer.PullRequest.class, "", "", "", ""),
  FILE(Answer.Patch.class, "FILE", "a file: the patch to write", "To which file:", "FILE"),
  /** A resolution of one's own, in words or none. */
  RESOLUTION(
      InWords.class, "[TEXT]", "", "How is it to be resolved? - when you see to it yourself", ""),
  TABLE(
      InWords.class,
      "[FILE]",
      "the changed table: the text of tasks.csv",
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
  TARGET(
      Answer.Export.class, "DIR", "a target: the directory to write to", "To which folder:", "DIR");

  /**
   * A value as an option of the command.
   *
   * @param at its place in the JSON; that of a list ends with {@code -}
   * @param type of the value, or of each one in a list
   */
  public record Option(String name, String at, Class<?> type, String label, String help) {}

  /**
   * What an answer does not bring to a gate.
   *
   * @param refusal why the gate cannot take it, in a sentence; empty when it can
   * @param question asks a person at the prompt for it; empty when nothing does
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
              "With approve: who carries out the plan: agent, codex or auto (default: agent, the"
                  + " first installed agent CLI, claude before others)."),
          new Option(
              "--review",
              "/code_review",
              CodeReview.class,
              "REVIEWER",
              "With approve: who reviews the code: skip, gemini, codex or agent (default: agent,"
                  + " the analysts that did not write it)."),
          list(
              "--constraint",
              "/constraints/-",
              "With approve: your own words, or performance, maintainability, minimal-changes,"
                  + " full-refactor-ok; may be repeated. The same as `approve N TEXT`."),
          list("--include", "/scope/included/-", "With approve: what is in scope" + REPEATED),
          list("--exclude", "/scope/excluded/-", "With approve: what is out of scope" + REPEATED),
          option(
              "/accept_drift",
              Boolean.class,
              "",
              "Approve even if files that the solution cites have changed, or execute even if the"
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
          option("/agent", String.class, "NAME", "With drop-agent: its name."),
          option(
              "/mode",
              AnalysisMode.class,
              "MODE",
              "With the approval of a configuration: quick, standard, deep."),
          list("--question", "/questions/-", "With ask, what is to be looked into" + REPEATED),
          option("/strategy", Integer.class, "N", number("strategy to choose", "choose")),
          new Option(
              "--command",
              "/numbers/-",
              Integer.class,
              "N",
              "With allow: the number of a command that may run; the same as `allow N`. All of them"
                  + " when none is named."),
          option("/squash", Boolean.class, "", "With merge: as one commit."),
          option("/draft", Boolean.class, "", "With pr: as a draft."));

  private static Option option(String at, Class<?> type, String label, String help) {
    return new Option("--" + at.substring(1).replace('_', '-'), at, type, label, help);
  }

  private static Option list(String name, String at, String help) {
    return new Option(name, at, String.class, "TEXT", help);
  }

  private static String number(String of, String kind) {
    return "The number of the %s; the same as `%s N`.".formatted(of, kind);
  }

  /** A number, and what is typed behind it. */
  private static final Pattern NUMBER = Pattern.compile("(\\d{1,9})(?:\\s+(.*))?", Pattern.DOTALL);

  private static final Pattern NUMBERED = Pattern.compile("(?:\\d{1,3}|[a-j])\\s*=");

  /** Where the next answer by number begins. */
  private static final Pattern NEXT =
      Pattern.compile("(?:^|[;；])\\s*(\\d{1,3}|[a-j])\\s*=|\\s+(\\d{1,3}|[a-j])=");

  /** What is a command to whoever types it, and nothing that a plan could keep. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?i)(with|without|view|v)( (\\d+|all|plan|round))?|later|help|h|q|y|\\?|\\d+");

  private final Class<? extends Answer> carries;
  private final String usage;
  private final String needed;
  private final String question;
  private final String example;

  AnswerForm(
      Class<? extends Answer> carries,
      String usage,
      String needed,
      String question,
      String example) {
    this.carries = carries;
    this.usage = usage;
    this.needed = needed;
    this.question = question;
    this.example = example;
  }

  Class<? extends Answer> carries() {
    return carries;
  }

  /** The options that say what it carries, at a gate. */
  public List<Option> options(GateType gate) {
    if (this == APPROVAL && !choosesAt(gate)) {
      return List.of();
    }
    Set<String> carried =
        Stream.of(carries.getRecordComponents())
            .map(part -> part.getName().toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    return OPTIONS.stream()
        .filter(option -> carried.contains(option.at().split("/")[1].replace("_", "")))
        .filter(option -> option.type() != AnalysisMode.class)
        .toList();
  }

  /** What is typed behind its kind: {@code N [TEXT]}. */
  public String usage(GateType gate) {
    return switch (this) {
      case APPROVAL ->
          choosesAt(gate) ? usage : gate == GateType.CONFIGURATION ? "[--mode MODE]" : "";
      case HINT -> gate == GateType.WAVE_FAILURE ? "" : usage;
      case REASON -> gate == GateType.REVIEW ? usage : "";
      default -> usage;
    };
  }

  /** Whether it is the choice among the options that the gate shows. */
  public boolean choosesAt(GateType gate) {
    return this == STRATEGY || (this == APPROVAL && gate == GateType.DECISION);
  }

  /** Whether it answers the gate's questions before all. */
  public boolean answersQuestions() {
    return this == WORDS || this == ANSWERS;
  }

  /** What it means that nothing is said to the question that asks for it. */
  public Optional<String> unasked() {
    return switch (this) {
      case FOCUS -> Optional.of("up to them");
      case HINT -> Optional.of("nothing in particular");
      default -> Optional.empty();
    };
  }

  /**
   * Takes words that were typed behind its kind.
   *
   * @throws IllegalArgumentException with what it takes, in a sentence
   */
  public void type(ObjectNode answer, String words) {
    switch (this) {
      case NOTHING, EXECUTION, BUDGET, MERGE, PULL_REQUEST ->
          throw wrong(answer, "no words", words);
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

  /** Adds what a line for copying has. */
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

  /** What an answer lacks at a gate. */
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
            : refused("agent " + agent + " cannot be dropped; name one of: " + names);
      }
      case BUDGET -> {
        BudgetLimits raise = ((Answer.Raise) body).budget().orElse(BudgetLimits.NONE);
        yield raises(raise)
            ? shown
                .needed()
                .map(raise::lacking)
                .filter(lacking -> !lacking.isEmpty())
                .flatMap(
                    lacking ->
                        refused("that is not enough for the next call; raise " + lacking.asLeast()))
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
      return refused("there is no solution to approve; ask for more-analysis, or cancel");
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
            .flatMap(number -> refused("there is no command " + number + "; the last is " + last));
  }

  private static boolean raises(BudgetLimits raise) {
    return !raise.isEmpty()
        && raise.usd().filter(usd -> !(usd > 0 && usd < 1e9)).isEmpty()
        && raise.calls().filter(calls -> calls <= 0).isEmpty()
        && raise.tokens().filter(tokens -> tokens <= 0).isEmpty();
  }

  /** Whether a line is {@code a=per user; b=100 a minute}: answers by the letters of questions. */
  public static boolean isNumbered(String line) {
    return NUMBERED.matcher(line.strip()).lookingAt();
  }

  /** The letter by which a person answers a question; {@code 1} is the first. */
  public static String letter(int number) {
    return number <= 10 ? String.valueOf((char) ('a' + number - 1)) : Integer.toString(number);
  }

  /** The number of a question that a person names by its letter or its number. */
  public static String number(String question) {
    return question.matches("[a-j]") ? Integer.toString(question.charAt(0) - 'a' + 1) : question;
  }

  /** Those answers, by the numbers of the questions. */
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

  /** Takes the number that words begin with, and returns what follows it. */
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
          "\"%s\" is no constraint; say in words what the plan has to keep, or leave it out."
              .formatted(said));
    }
    return said;
  }

  private static IllegalArgumentException wrong(ObjectNode answer, String expected, String given) {
    return new IllegalArgumentException(
        "%s takes %s, not \"%s\"."
            .formatted(answer.path("kind").asText(), expected, given.strip()));
  }
}
