package dev.conclave.workflows.gate;

import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.Answer.Approve;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.gate.GateState.TakenAnswer;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Cut;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An accepted answer, for the record.
 *
 * @param solution the name of the chosen solution or strategy
 * @param answer in full; texts over 2 KiB are shortened, with their digest
 * @param questions those that it answers, in the order of its answers; all that were shown when it
 *     answers them in one text; shortened
 */
public record Decision(
    Instant at,
    String gate,
    String digest,
    String by,
    AnswerKind kind,
    Optional<String> solution,
    GateAnswer answer,
    int round,
    List<Question> questions) {
  private static final int WORDS = 400;
  private static final int DECISIONS_BYTES = 256 << 10;

  /** Kinds whose text is about the task: neither a new direction nor a wish for a plan. */
  private static final Set<AnswerKind> CLARIFYING =
      EnumSet.of(
          AnswerKind.CLARIFY, AnswerKind.PROCEED, AnswerKind.APPROVE, AnswerKind.MORE_ANALYSIS);

  public static Decision of(TakenAnswer taken, Instant at, int round) {
    Gate gate = taken.gate();
    GateAnswer answer = taken.answer();
    List<Option> options = gate.shown().options();
    List<Question> asked = gate.shown().questions();
    Stream<Question> answered =
        answer.kind() == AnswerKind.CLARIFY && answer.answers().isEmpty()
            ? asked.stream()
            : answer.answers().keySet().stream()
                .map(number -> asked.get(Integer.parseInt(number) - 1));
    return new Decision(
        at,
        gate.id(),
        gate.digest(),
        taken.by().name(),
        answer.kind(),
        answer
            .body()
            .chosen()
            .filter(number -> number >= 1 && number <= options.size())
            .map(number -> options.get(number - 1).name()),
        answer.shortened(),
        round,
        answered.map(Question::shortened).toList());
  }

  /** Decisions in at most {@link #DECISIONS_BYTES}: the words of the oldest are left out first. */
  public static List<Decision> fitted(List<Decision> decisions) {
    List<Decision> fitted = new ArrayList<>(decisions);
    for (int i = 0; i < fitted.size() && Bounds.bytes(fitted) > DECISIONS_BYTES; i++) {
      fitted.set(i, fitted.get(i).withoutWords());
    }
    return fitted;
  }

  /** What was approved last, in full. */
  public static Optional<Approve> approved(List<Decision> decisions) {
    return approval(decisions).flatMap(decision -> decision.answer().as(Approve.class));
  }

  public static Optional<Decision> approval(List<Decision> decisions) {
    return decisions.stream()
        .filter(d -> d.kind() == AnswerKind.APPROVE)
        .reduce((older, newer) -> newer);
  }

  /** Answers to questions, and words about the task. */
  public List<Clarification> clarifications() {
    List<Clarification> said = new ArrayList<>();
    boolean alone = answer.answers().isEmpty() && questions.size() == 1;
    ownText().filter(text -> !alone).ifPresent(text -> said.add(new Clarification(by, "", text)));
    if (alone || !answer.answers().isEmpty()) {
      answers().forEach(one -> said.add(new Clarification(by, one.question(), one.words())));
    }
    return List.copyOf(said);
  }

  /** What it answers, by the ids of the ledger's entries. */
  public List<HumanAnswer> answers() {
    if (answer.answers().isEmpty()) {
      return questions.stream()
          .flatMap(question -> ownText().stream().map(text -> answered(question, text)))
          .toList();
    }
    Iterator<Question> question = questions.iterator();
    return answer.answers().values().stream()
        .limit(questions.size())
        .map(text -> answered(question.next(), text))
        .toList();
  }

  private HumanAnswer answered(Question question, String text) {
    Optional<Integer> option =
        Gate.option(text).filter(number -> number <= question.options().size());
    return new HumanAnswer(
        question.id(),
        question.question().en(),
        option,
        option
            .map(number -> question.options().get(number - 1).en())
            .orElseGet(() -> Cut.shown(text, WORDS)),
        by);
  }

  private Optional<String> ownText() {
    return answer.text().filter(text -> CLARIFYING.contains(kind));
  }

  public String words() {
    return clarifications().stream().map(Clarification::words).collect(Collectors.joining("\n"));
  }

  /** Text but for a table's, then the answers by number, each with its option's text. */
  public String said() {
    List<String> said = new ArrayList<>();
    answer.text().filter(text -> kind != AnswerKind.EDIT).ifPresent(said::add);
    Iterator<HumanAnswer> answers = answers().iterator();
    for (String number : answer.answers().keySet()) {
      if (answers.hasNext()) {
        said.add(number + ". " + answers.next().words());
      }
    }
    return String.join("\n", said);
  }

  /** Text, and answers that are no option numbers. */
  public String ownWords() {
    List<String> words = new ArrayList<>(ownText().stream().toList());
    if (!answer.answers().isEmpty()) {
      answers().stream()
          .filter(one -> one.option().isEmpty())
          .map(HumanAnswer::words)
          .forEach(words::add);
    }
    return String.join("\n", words);
  }

  public Decision withoutWords() {
    GateAnswer wordless = GateAnswer.of(gate, kind);
    return new Decision(
        at, gate, digest, Bounds.topic(by), kind, solution, wordless, round, List.of());
  }

  /**
   * What a person said of a point, once and for the rest of a direction.
   *
   * @param answer the text of the chosen option, or the person's own words
   */
  public record Clarification(String by, String question, String answer) {
    /** The question, if there is one, and the answer behind it. */
    public String words() {
      return question.isEmpty() ? answer : question + " — " + answer;
    }
  }
}
