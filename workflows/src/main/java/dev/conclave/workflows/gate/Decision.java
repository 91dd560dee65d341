package dev.conclave.workflows.gate;

import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.Cut;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An accepted answer, for the record.
 *
 * @param gate id of the gate
 * @param digest of what the gate showed
 * @param by who answered
 * @param solution name of the approved solution
 * @param answer in full; texts over 2 KiB are shortened, with their digest
 * @param round the last round when it was given
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

  /** Kinds whose text is about the matter itself: neither a new direction nor a wish for a plan. */
  private static final Set<AnswerKind> CLARIFYING =
      EnumSet.of(
          AnswerKind.CLARIFY, AnswerKind.PROCEED, AnswerKind.APPROVE, AnswerKind.MORE_ANALYSIS);

  /**
   * What it says of the discussion: answers to questions, and words of the person's own. A new
   * direction is none, nor is a wish for a plan.
   */
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
    List<HumanAnswer> answers = new ArrayList<>();
    Iterator<Question> question = questions.iterator();
    answer.answers().values().stream()
        .limit(questions.size())
        .forEach(text -> answers.add(answered(question.next(), text)));
    return List.copyOf(answers);
  }

  private HumanAnswer answered(Question question, String text) {
    Optional<Integer> option =
        AnswerRules.option(text).filter(number -> number <= question.options().size());
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

  /** The clarifications in their words, one on a line. */
  public String words() {
    return clarifications().stream().map(Clarification::words).collect(Collectors.joining("\n"));
  }

  /** All that the person said: text, then the answers by number, each with its option's text. */
  public String said() {
    StringBuilder said = new StringBuilder(answer.text().orElse(""));
    Iterator<HumanAnswer> answers = answers().iterator();
    for (String number : answer.answers().keySet()) {
      if (answers.hasNext()) {
        said.append(said.isEmpty() ? "" : "\n")
            .append(number)
            .append(". ")
            .append(answers.next().words());
      }
    }
    return said.toString();
  }

  /** What the person wrote: text, and answers that are no numbers of options. */
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

  /** The same with nothing but what was decided: its words and the questions are left out. */
  public Decision withoutWords() {
    return new Decision(
        at,
        gate,
        digest,
        Bounds.topic(by),
        kind,
        solution,
        GateAnswer.of(gate, kind),
        round,
        List.of());
  }
}
