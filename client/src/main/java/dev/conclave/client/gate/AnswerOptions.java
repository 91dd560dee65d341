package dev.conclave.client.gate;

import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Spelling;
import dev.conclave.workflows.config.BudgetLimits;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateAnswer.AnalysisMode;
import dev.conclave.workflows.gate.GateAnswer.CodeReview;
import dev.conclave.workflows.gate.GateAnswer.ExecutionMethod;
import dev.conclave.workflows.temporal.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
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
      Pattern.compile("[;；]\\s*(?=\\d{1,3}\\s*=)|\\s+(?=\\d{1,3}=)");

  /** Where answers by number begin behind other words. */
  private static final Pattern ANSWERS =
      Pattern.compile("^(?=\\d{1,3}\\s*=)|(?:[;；]\\s*|\\s)(?=\\d{1,3}=)");

  private static final Pattern SOLUTION =
      Pattern.compile("(\\d{1,9})(?:\\s+(.*))?", Pattern.DOTALL);

  @Parameters(
      index = "0",
      paramLabel = "SESSION",
      description = "An id, the unique beginning of one, or last: the one started last.")
  private String session = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "[KIND [TEXT]]",
      hideParamSyntax = true,
      completionCandidates = Kinds.class,
      description = "What the answer is, and its words; - reads them from standard input.")
  List<String> words = List.of();

  @ArgGroup(validate = false, order = 1, heading = "%nTo approve a solution:%n")
  Approval approval = new Approval();

  @ArgGroup(validate = false, order = 2, heading = "%nTo answer otherwise:%n")
  Details details = new Details();

  private AnswerKind kind = AnswerKind.CANCEL;
  private Optional<String> text = Optional.empty();

  /** With approve. */
  static final class Approval {
    @Option(
        names = "--solution",
        paramLabel = "N",
        description = "Its number, from 1; `approve N` is the same.")
    Optional<Integer> solution = Optional.empty();

    @Option(
        names = "--execution",
        paramLabel = "METHOD",
        converter = Methods.class,
        completionCandidates = Methods.class,
        description =
            "Who carries the plan out: ${COMPLETION-CANDIDATES} (default: agent, the"
                + " first installed agent CLI, claude before others).")
    Optional<ExecutionMethod> execution = Optional.empty();

    @Option(
        names = "--review",
        paramLabel = "REVIEWER",
        converter = Reviews.class,
        completionCandidates = Reviews.class,
        description = "Who reviews the code: ${COMPLETION-CANDIDATES} (default: skip).")
    Optional<CodeReview> review = Optional.empty();

    @Option(
        names = "--constraint",
        paramLabel = "TEXT",
        description =
            "Your own words, or performance, maintainability, minimal-changes, full-refactor-ok;"
                + " may be repeated. `approve N TEXT` is the same.")
    List<String> constraints = new ArrayList<>();

    @Option(
        names = "--include",
        paramLabel = "TEXT",
        description = "What belongs to the scope; may be repeated.")
    List<String> included = new ArrayList<>();

    @Option(
        names = "--exclude",
        paramLabel = "TEXT",
        description = "What does not belong to it; may be repeated.")
    List<String> excluded = new ArrayList<>();

    @Option(
        names = "--accept-drift",
        description =
            "Approve although files that the solution cites have changed; execute although the"
                + " plan no longer fits.")
    boolean acceptDrift;

    /** Whether none was given but what an execution may carry as well. */
    private boolean nothingButDrift() {
      return solution.isEmpty()
          && execution.isEmpty()
          && review.isEmpty()
          && constraints.isEmpty()
          && included.isEmpty()
          && excluded.isEmpty();
    }
  }

  /** With the other kinds. */
  static final class Details {
    @Option(
        names = "--answer",
        paramLabel = "N=TEXT",
        description = "Answer question N, with any kind that goes on; may be repeated.")
    Map<String, String> answers = new TreeMap<>();

    @Option(names = "--budget-usd", paramLabel = "N", description = "The new limit, with raise.")
    Optional<Double> budgetUsd = Optional.empty();

    @Option(names = "--budget-calls", paramLabel = "N", description = "The new limit, with raise.")
    Optional<Integer> budgetCalls = Optional.empty();

    @Option(names = "--budget-tokens", paramLabel = "N", description = "The new limit, with raise.")
    Optional<Long> budgetTokens = Optional.empty();

    @Option(names = "--agent", paramLabel = "NAME", description = "Whom to drop, with drop-agent.")
    Optional<String> agent = Optional.empty();

    @Option(
        names = "--strategy",
        paramLabel = "N",
        description = "Its number, from 1, with choose; `choose N` is the same.")
    Optional<Integer> strategy = Optional.empty();

    @Option(
        names = "--mode",
        paramLabel = "MODE",
        converter = Modes.class,
        completionCandidates = Modes.class,
        description =
            "How deep to go, with the approval of a configuration: ${COMPLETION-CANDIDATES}.")
    Optional<AnalysisMode> mode = Optional.empty();

    @Option(
        names = "--question",
        paramLabel = "TEXT",
        description = "What to look into, with ask; may be repeated.")
    List<String> questions = new ArrayList<>();

    @Option(
        names = "--target",
        paramLabel = "DIR",
        description = "Where to write to, with export; `export DIR` is the same.")
    Optional<String> target = Optional.empty();
  }

  static final class Kinds extends WordChoice<AnswerKind> {
    Kinds() {
      super(AnswerKind.class);
    }
  }

  static final class Methods extends WordChoice<ExecutionMethod> {
    Methods() {
      super(ExecutionMethod.class);
    }
  }

  static final class Reviews extends WordChoice<CodeReview> {
    Reviews() {
      super(CodeReview.class);
    }
  }

  static final class Modes extends WordChoice<AnalysisMode> {
    Modes() {
      super(AnalysisMode.class);
    }
  }

  /** No kind was named that is one; which there are depends on the open gate. */
  public static final class NoKind extends Refusal {
    private static final long serialVersionUID = 1L;

    NoKind(String message) {
      super(message);
    }
  }

  /**
   * An answer of arguments behind the session.
   *
   * @throws Refusal naming the fix
   */
  static AnswerOptions of(AnswerKind kind, List<String> rest) {
    AnswerOptions parsed = new AnswerOptions();
    List<String> arguments = new ArrayList<>(List.of("last", Words.of(kind)));
    arguments.addAll(rest);
    try {
      new CommandLine(parsed).parseArgs(arguments.toArray(String[]::new));
    } catch (ParameterException e) {
      throw new Refusal(e.getMessage() + ".", e);
    }
    parsed.read(List.of(kind), Optional.empty(), Optional::of);
    return parsed;
  }

  /**
   * Makes out the kind and its words.
   *
   * @param kinds that can be meant
   * @param usual the kind when none is named
   * @param source where the words come from: as they stand, a file, or standard input
   * @throws Refusal naming the fix
   */
  public void read(
      List<AnswerKind> kinds,
      Optional<AnswerKind> usual,
      Function<String, Optional<String>> source) {
    Optional<AnswerKind> named =
        words.stream()
            .findFirst()
            .flatMap(word -> Words.parse(AnswerKind.class, word))
            .filter(kinds::contains);
    kind = named.or(() -> usual).orElseThrow(() -> noKind(kinds));
    String rest = String.join(" ", named.isPresent() ? words.subList(1, words.size()) : words);
    source.apply(rest).filter(given -> !given.isBlank()).ifPresent(given -> take(given, kinds));
    boolean approval = kind == AnswerKind.APPROVE;
    if (!approval && (!this.approval.nothingButDrift() || strayDrift())) {
      throw new Refusal(
          "--solution, --execution, --review, --constraint, --include, --exclude and --accept-drift"
              + " go with approve, not with "
              + Words.of(kind)
              + ".");
    }
  }

  private boolean strayDrift() {
    return approval.acceptDrift && kind != AnswerKind.EXECUTE;
  }

  private NoKind noKind(List<AnswerKind> kinds) {
    List<String> names = kinds.stream().map(Words::of).toList();
    String all = String.join(", ", names);
    return words.isEmpty()
        ? new NoKind("Name the kind of answer: " + all + ".")
        : new NoKind(
            "\"%s\" is no answer.%s The kinds are %s."
                .formatted(words.get(0), Spelling.question(words.get(0), names), all));
  }

  /** The words behind the kind; none is lost without a word. */
  private void take(String given, List<AnswerKind> kinds) {
    String stripped = given.strip();
    if (GateMenu.carriesAnswers(kind) && NUMBERED.matcher(stripped).matches()) {
      details.answers.putAll(numbered(stripped));
      return;
    }
    Matcher number = SOLUTION.matcher(stripped);
    boolean numbered = number.matches();
    switch (kind) {
      case APPROVE -> {
        if (!numbered || approval.solution.isPresent()) {
          throw wrongWords("the number of a solution first", stripped, kinds);
        }
        approval.solution = Optional.of(Integer.parseInt(number.group(1)));
        Optional<String> constraint = Optional.ofNullable(number.group(2));
        constraint.ifPresent(
            words -> {
              Matcher answers = ANSWERS.matcher(words);
              boolean answered = answers.find();
              String own = answered ? words.substring(0, answers.start()) : words;
              if (!own.isBlank()) {
                approval.constraints.add(own.strip());
              }
              if (answered) {
                details.answers.putAll(numbered(words.substring(answers.end())));
              }
            });
      }
      case CHOOSE -> {
        if (!numbered || number.group(2) != null) {
          throw wrongWords("the number of a strategy", stripped, kinds);
        }
        details.strategy = Optional.of(Integer.parseInt(number.group(1)));
      }
      case DROP_AGENT -> details.agent = Optional.of(stripped);
      case ASK -> details.questions.add(stripped);
      case EXPORT -> details.target = Optional.of(stripped);
      case CLARIFY, CHANGE_DIRECTION, DIFFERENT_DIRECTION, MORE_ANALYSIS, MODIFY, ADJUST ->
          text = Optional.of(given);
      default -> throw wrongWords("no words", stripped, kinds);
    }
  }

  private Refusal wrongWords(String expected, String given, List<AnswerKind> kinds) {
    return new Refusal(
        "%s takes %s, not \"%s\".%s"
            .formatted(
                Words.of(kind),
                expected,
                given,
                Spelling.question(given, kinds.stream().map(Words::of).toList())));
  }

  /** Whether a line is {@code 1=per user; 2=100 a minute}: answers by the numbers of questions. */
  static boolean isNumbered(String line) {
    return NUMBERED.matcher(line).matches();
  }

  /** Such answers, by the numbers of their questions. */
  static Map<String, String> numbered(String line) {
    Map<String, String> answers = new TreeMap<>();
    for (String part : BETWEEN.splitAsStream(line).toList()) {
      Matcher each = NUMBERED.matcher(part);
      if (each.matches()) {
        answers.put(String.valueOf(Integer.parseInt(each.group(1))), each.group(2).strip());
      }
    }
    return answers;
  }

  /** The session as a person names it. */
  public String session() {
    return session;
  }

  public AnswerKind kind() {
    return kind;
  }

  public Optional<String> text() {
    return text;
  }

  public void text(Optional<String> words) {
    text = words;
  }

  /** Answers to the gate's questions, by number; may be added to. */
  public Map<String, String> answers() {
    return details.answers;
  }

  /**
   * Whether it can be given again at a gate that opened because what it was held against changed.
   */
  public boolean fitsAgain(Gate gate) {
    return !gate.shown().drift().isEmpty()
        && gate.kinds().contains(kind)
        && approval.solution.orElse(0) <= gate.shown().options().size();
  }

  /** Changes every text that a person wrote. */
  public void reword(UnaryOperator<String> words) {
    text = text.map(words);
    details.answers.replaceAll((number, answer) -> words.apply(answer));
    List.of(approval.constraints, approval.included, approval.excluded, details.questions)
        .forEach(list -> list.replaceAll(words));
  }

  /** Gives it although the workspace has changed. */
  public AnswerOptions acceptDrift() {
    approval.acceptDrift = true;
    return this;
  }

  /**
   * The answer.
   *
   * @param digest of what the person saw, or fetched
   */
  public GateAnswer to(String gate, Optional<String> digest, String by) {
    Scope scope = new Scope(approval.included, approval.excluded);
    BudgetLimits raise =
        new BudgetLimits(details.budgetUsd, details.budgetCalls, details.budgetTokens);
    return new GateAnswer(
        gate,
        kind,
        Optional.empty(),
        digest,
        Optional.of(by),
        approval.solution,
        approval.execution,
        approval.review,
        approval.constraints,
        Optional.of(scope).filter(s -> !s.included().isEmpty() || !s.excluded().isEmpty()),
        text,
        details.answers,
        approval.acceptDrift ? Optional.of(true) : Optional.empty(),
        Optional.of(raise).filter(budget -> !budget.isEmpty()),
        details.agent,
        details.strategy,
        details.mode,
        details.questions,
        details.target);
  }
}
