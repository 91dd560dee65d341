package dev.conclave.client.gate;

import dev.conclave.client.session.UsageException;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateAnswer.AnalysisMode;
import dev.conclave.workflows.gate.GateAnswer.CodeReview;
import dev.conclave.workflows.gate.GateAnswer.ExecutionMethod;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.text.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/**
 * An answer as a person words it, {@code KIND [TEXT] [options]}: the same on the command line and
 * at the prompt of a gate. {@link AnswerLines#arguments(GateAnswer)} writes what this reads. Not
 * thread-safe.
 */
public final class AnswerOptions {
  private static final Pattern NUMBERED =
      Pattern.compile("(\\d{1,3})\\s*=\\s*(.*)", Pattern.DOTALL);
  private static final Pattern BETWEEN =
      Pattern.compile("[;；]\\s*(?=\\d{1,3}\\s*=)|(?<!\\s)\\s+(?=\\d{1,3}=)");

  /** What is a command to whoever types it, and nothing that a plan could keep. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?i)(with|without|view|v)( (\\d+|all|plan|round))?|later|help|h|q|y|\\?|\\d+");

  private static final Pattern SOLUTION =
      Pattern.compile("(\\d{1,9})(?:\\s+(.*))?", Pattern.DOTALL);

  private static final Pattern CONSTANTS =
      Pattern.compile(
          "^Invalid value for option '([^\\s']+)'[^:]*+: expected one of \\[([^]]*+)] \\(case-insensitive\\) but was '(.*)'");

  private static final Pattern NO_NUMBER =
      Pattern.compile(
          "^Invalid value for option '([^\\s']+)'[^:]*+: '(.*)' is not an? (?:int|long|double)");

  @Parameters(
      index = "0",
      paramLabel = "SESSION",
      description =
          "A session id, a unique prefix of one, or last: the session that you started last.")
  private String session = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "[KIND [TEXT]]",
      hideParamSyntax = true,
      description = "The kind of answer and its text; - reads the text from standard input.")
  private List<String> words = List.of();

  @Option(
      names = "--solution",
      paramLabel = "N",
      description = "The number of the solution to approve; the same as `approve N`.")
  private Optional<Integer> solution = Optional.empty();

  @Option(
      names = "--execution",
      paramLabel = "METHOD",
      description =
          "With approve: who carries out the plan: agent, codex or auto (default: agent, the first"
              + " installed agent CLI, claude before others).")
  private Optional<ExecutionMethod> execution = Optional.empty();

  @Option(
      names = "--review",
      paramLabel = "REVIEWER",
      description =
          "With approve: who reviews the code: skip, gemini, codex or agent (default: skip).")
  private Optional<CodeReview> review = Optional.empty();

  @Option(
      names = "--constraint",
      paramLabel = "TEXT",
      description =
          "With approve: your own words, or performance, maintainability, minimal-changes,"
              + " full-refactor-ok; may be repeated. The same as `approve N TEXT`.")
  private List<String> constraints = new ArrayList<>();

  @Option(
      names = "--include",
      paramLabel = "TEXT",
      description = "With approve: what is in scope; may be repeated.")
  private List<String> included = new ArrayList<>();

  @Option(
      names = "--exclude",
      paramLabel = "TEXT",
      description = "With approve: what is out of scope; may be repeated.")
  private List<String> excluded = new ArrayList<>();

  @Option(
      names = "--accept-drift",
      description =
          "Approve even if files that the solution cites have changed, or execute even if the"
              + " plan no longer fits.")
  boolean acceptDrift;

  @Option(
      names = "--answer",
      paramLabel = "N=TEXT",
      description =
          "Answer question N along with any answer that continues the session; may be repeated.")
  private Map<String, String> answers = new TreeMap<>();

  @Option(names = "--budget-usd", paramLabel = "N", description = "With raise: the new limit.")
  private Optional<Double> budgetUsd = Optional.empty();

  @Option(names = "--budget-calls", paramLabel = "N", description = "With raise: the new limit.")
  private Optional<Integer> budgetCalls = Optional.empty();

  @Option(names = "--budget-tokens", paramLabel = "N", description = "With raise: the new limit.")
  private Optional<Long> budgetTokens = Optional.empty();

  @Option(names = "--agent", paramLabel = "NAME", description = "With drop-agent: its name.")
  Optional<String> agent = Optional.empty();

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "With the approval of a configuration: quick, standard, deep.")
  private Optional<AnalysisMode> mode = Optional.empty();

  @Option(
      names = "--question",
      paramLabel = "TEXT",
      description = "With ask, what is to be looked into; may be repeated.")
  private List<String> questions = new ArrayList<>();

  @Option(
      names = "--strategy",
      paramLabel = "N",
      description = "The number of the strategy to choose; the same as `choose N`.")
  private Optional<Integer> strategy = Optional.empty();

  private Optional<String> target = Optional.empty();
  private AnswerKind kind = AnswerKind.CANCEL;
  private Optional<String> text = Optional.empty();

  /**
   * An answer of arguments behind the session.
   *
   * @throws UsageException naming the fix
   */
  static AnswerOptions of(AnswerKind kind, List<String> rest) {
    AnswerOptions parsed = new AnswerOptions();
    List<String> arguments = new ArrayList<>(List.of("last", Words.of(kind)));
    arguments.addAll(rest);
    try {
      new CommandLine(parsed)
          .setCaseInsensitiveEnumValuesAllowed(true)
          .parseArgs(arguments.toArray(String[]::new));
    } catch (ParameterException e) {
      throw new UsageException(reason(e), e);
    }
    parsed.read(kind, true, Optional::of);
    return parsed;
  }

  /** In our words what picocli says of a word that an option does not take, and of no number. */
  public static String reason(ParameterException e) {
    String said = String.valueOf(e.getMessage()).strip();
    String wrong = CONSTANTS.matcher(said).replaceFirst(AnswerOptions::unknown);
    return NO_NUMBER
        .matcher(wrong)
        .replaceFirst("$1 takes a number, not \"$2\"")
        .replaceFirst("\\.?$", ".");
  }

  private static String unknown(MatchResult refused) {
    String known = refused.group(2).toLowerCase(Locale.ROOT).replace('_', '-');
    return Matcher.quoteReplacement(
        "%s: \"%s\" is unknown; known are %s".formatted(refused.group(1), refused.group(3), known));
  }

  /** The first word behind the session; empty when there is none. */
  public String firstWord() {
    return words.stream().findFirst().orElse("");
  }

  /**
   * Reads the words of an answer.
   *
   * @throws UsageException naming the fix
   */
  public void read(AnswerKind of, boolean named, Function<String, Optional<String>> source) {
    kind = of;
    source
        .apply(String.join(" ", words.subList(named ? 1 : 0, words.size())))
        .filter(given -> !given.isBlank())
        .ifPresent(this::take);
    requireFitting();
  }

  /**
   * Takes what was worded for the usual answer of one gate for that of another, which takes the
   * same words.
   *
   * @throws UsageException when it has options that the other does not take
   */
  public void become(AnswerKind other) {
    kind = other;
    if (other == AnswerKind.CHOOSE) {
      strategy = strategy.or(() -> solution);
      solution = Optional.empty();
      text = text.or(() -> constraints.stream().reduce((one, more) -> one + "; " + more));
      constraints = new ArrayList<>();
    } else if (other == AnswerKind.REPLY) {
      text.ifPresent(this::take);
      text = Optional.empty();
    }
    requireFitting();
  }

  private void requireFitting() {
    boolean approves =
        solution.isPresent()
            || execution.isPresent()
            || review.isPresent()
            || !(constraints.isEmpty() && included.isEmpty() && excluded.isEmpty());
    if (kind != AnswerKind.APPROVE && (approves || (acceptDrift && kind != AnswerKind.EXECUTE))) {
      throw new UsageException(
          "--solution, --execution, --review, --constraint, --include, --exclude and --accept-drift"
              + " go with approve, not with "
              + Words.of(kind)
              + ".");
    }
  }

  /** Takes the words after the kind, or refuses them. */
  private void take(String given) {
    String stripped = given.strip();
    switch (kind) {
      case APPROVE -> {
        Matcher number = SOLUTION.matcher(stripped);
        if (!number.matches() || solution.isPresent()) {
          throw wrongWords("the number of a solution first", stripped);
        }
        solution = Optional.of(Integer.parseInt(number.group(1)));
        Optional.ofNullable(number.group(2)).map(String::strip).ifPresent(this::constrain);
      }
      case CHOOSE -> {
        text = Optional.of(stripped);
        if (strategy.isEmpty()) {
          Matcher number = SOLUTION.matcher(stripped);
          if (!number.matches()) {
            throw wrongWords("the number of a strategy first", stripped);
          }
          strategy = Optional.of(Integer.parseInt(number.group(1)));
          text = Optional.ofNullable(number.group(2));
        }
        text.ifPresent(this::requireNoCommand);
      }
      case REPLY -> answers.putAll(isNumbered(stripped) ? numbered(stripped) : Map.of("1", given));
      case DROP_AGENT -> agent = Optional.of(stripped);
      case ASK -> given.lines().forEach(questions::add);
      case EXPORT -> target = Optional.of(stripped);
      case CLARIFY,
          CHANGE_DIRECTION,
          DIFFERENT_DIRECTION,
          MORE_ANALYSIS,
          MODIFY,
          ADJUST,
          EDIT,
          CUSTOM -> {
        if (asksForWords() && isNumbered(stripped)) {
          answers.putAll(numbered(stripped));
        } else {
          text = Optional.of(given);
        }
      }
      default -> throw wrongWords("no words", stripped);
    }
  }

  /** What follows the number of a solution: answers to questions, or a constraint in words. */
  private void constrain(String said) {
    if (isNumbered(said)) {
      answers.putAll(numbered(said));
    } else {
      requireNoCommand(said);
      constraints.add(said);
    }
  }

  private void requireNoCommand(String said) {
    if (COMMAND.matcher(said).matches()) {
      throw new UsageException(
          "\"%s\" is no constraint; say in words what the plan has to keep, or leave it out."
              .formatted(said));
    }
  }

  private boolean asksForWords() {
    return kind == AnswerKind.CLARIFY || kind == AnswerKind.MORE_ANALYSIS;
  }

  private UsageException wrongWords(String expected, String given) {
    return new UsageException(
        "%s takes %s, not \"%s\".".formatted(Words.of(kind), expected, given));
  }

  /** Whether a line is {@code 1=per user; 2=100 a minute}: answers by the numbers of questions. */
  static boolean isNumbered(String line) {
    return NUMBERED.matcher(line).matches();
  }

  static Map<String, String> numbered(String line) {
    Map<String, String> answers = new TreeMap<>();
    BETWEEN
        .splitAsStream(line)
        .map(NUMBERED::matcher)
        .filter(Matcher::matches)
        .forEach(one -> answers.put(one.group(1), one.group(2).strip()));
    return answers;
  }

  public String session() {
    return session;
  }

  public AnswerKind kind() {
    return kind;
  }

  public Optional<String> text() {
    return text;
  }

  public void text(String words) {
    if (kind == AnswerKind.REPLY) {
      take(words);
    } else {
      text = Optional.of(words).filter(said -> !said.isBlank());
    }
  }

  /** Answers to the gate's questions, by number; may be added to. */
  public Map<String, String> answers() {
    return answers;
  }

  /** Changes every text that a person wrote. */
  public void reword(UnaryOperator<String> change) {
    text = text.map(change);
    answers.replaceAll((number, answer) -> change.apply(answer));
    List.of(constraints, included, excluded, questions).forEach(list -> list.replaceAll(change));
  }

  /** Makes the place of an export absolute, as a person in this folder means it. */
  public void exportFrom(Path directory) {
    target = target.map(place -> directory.resolve(place).normalize().toString());
  }

  public GateAnswer to(String gate, Optional<String> digest, String by) {
    return new GateAnswer(
        gate,
        kind,
        Optional.empty(),
        digest,
        Optional.of(by),
        solution,
        execution,
        review,
        constraints,
        Optional.of(new Scope(included, excluded))
            .filter(s -> !s.included().isEmpty() || !s.excluded().isEmpty()),
        text,
        answers,
        acceptDrift ? Optional.of(true) : Optional.empty(),
        Optional.of(new BudgetLimits(budgetUsd, budgetCalls, budgetTokens))
            .filter(raise -> !raise.isEmpty()),
        agent,
        strategy,
        mode,
        questions,
        target,
        Optional.empty());
  }
}
