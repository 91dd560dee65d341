package dev.conclave.workflows.gate;

import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.Answer.Approve;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.gate.GateState.TakenAnswer;
import dev.conclave.workflows.gate.Note.NoteKind;
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
 * The record of an accepted answer.
 *
 * @param solution the name of the chosen solution or strategy
 * @param commands the allowed commands, at most 20, truncated
 * @param answer texts over 2 KiB are truncated, with their digest
 * @param questions that it answers, in the order of its answers; all questions shown if it answers
 *     them in one text; truncated
 */
public record Decision(
    Instant at,
    String gate,
    String digest,
    String by,
    AnswerKind kind,
    Optional<String> solution,
    List<String> commands,
    GateAnswer answer,
    int round,
    List<Question> questions) {
  private static final int WORDS = 400;
  private static final int COMMAND = 160;
  private static final int MOST_COMMANDS = 20;
  private static final int DECISIONS_BYTES = 256 << 10;

  /** Kinds whose text clarifies the task, unlike a new direction or a change to a plan. */
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
        commands(answer, gate),
        answer.shortened(),
        round,
        answered.map(Question::shortened).toList());
  }

  /** Returns the commands that an answer allows: those of its numbers, or all without numbers. */
  private static List<String> commands(GateAnswer answer, Gate gate) {
    List<Integer> numbers = answer.body().numbers();
    return gate.shown().notes().stream()
        .filter(note -> answer.kind() == AnswerKind.ALLOW && note.is(NoteKind.COMMAND))
        .filter(note -> numbers.isEmpty() || numbers.contains(Integer.valueOf(note.ref())))
        .map(note -> Cut.shorten(note.text(), COMMAND))
        .limit(MOST_COMMANDS)
        .toList();
  }

  /** Returns the decision with its questions in the first of these languages that they have. */
  public Decision in(List<String> languages) {
    List<Question> asked = questions.stream().map(one -> one.in(languages)).toList();
    return new Decision(at, gate, digest, by, kind, solution, commands, answer, round, asked);
  }

  /** Limits decisions to {@link #DECISIONS_BYTES} by dropping the oldest texts first. */
  public static List<Decision> fitted(List<Decision> decisions) {
    List<Decision> fitted = new ArrayList<>(decisions);
    for (int i = 0; i < fitted.size() && Bounds.bytes(fitted) > DECISIONS_BYTES; i++) {
      fitted.set(i, fitted.get(i).withoutWords());
    }
    return fitted;
  }

  public static Optional<Approve> approved(List<Decision> decisions) {
    return approval(decisions).flatMap(decision -> decision.answer().as(Approve.class));
  }

  public static Optional<Decision> approval(List<Decision> decisions) {
    return decisions.stream()
        .filter(d -> d.kind() == AnswerKind.APPROVE)
        .reduce((older, newer) -> newer);
  }

  /** Returns the answers to questions and the text about the task. */
  public List<Clarification> clarifications() {
    List<Clarification> said = new ArrayList<>();
    boolean alone = answer.answers().isEmpty() && questions.size() == 1;
    ownText().filter(text -> !alone).ifPresent(text -> said.add(new Clarification(by, "", text)));
    if (alone || !answer.answers().isEmpty()) {
      answers().forEach(one -> said.add(new Clarification(by, one.question(), one.words())));
    }
    return List.copyOf(said);
  }

  /** Returns the answers with the ids of the ledger entries. */
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
            .orElseGet(() -> Cut.shorten(text, WORDS)),
        by);
  }

  private Optional<String> ownText() {
    return answer.text().filter(text -> CLARIFYING.contains(kind));
  }

  public String words() {
    return clarifications().stream().map(Clarification::words).collect(Collectors.joining("\n"));
  }

  /**
   * Returns the text (except a table), then the numbered answers with the texts of their options.
   */
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

  /** Returns the text and the answers that are not option numbers. */
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
        at, gate, digest, Bounds.topic(by), kind, solution, commands, wordless, round, List.of());
  }

  /**
   * A human's statement on a question, valid for the rest of a direction.
   *
   * @param answer the text of the chosen option, or free text
   */
  public record Clarification(String by, String question, String answer) {
    public String words() {
      return question.isEmpty() ? answer : question + " — " + answer;
    }
  }
}
