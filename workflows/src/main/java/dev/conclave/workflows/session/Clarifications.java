package dev.conclave.workflows.session;

import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.Decision.Clarification;
import dev.conclave.workflows.text.Bounds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The human's statements and answers since the last change of direction. Pure. */
public final class Clarifications {
  /** Limit per question to an agent, in bytes of JSON; the newest are kept. */
  static final int BYTES = 16 << 10;

  /** Limit per request to the rules, in bytes of JSON; the newest are kept. */
  static final int ANSWERS_BYTES = 100 << 10;

  private Clarifications() {}

  /** Returns all clarifications since the newest direction began, oldest first. */
  public static List<Clarification> of(List<Decision> decisions) {
    return ofDirection(decisions).stream().flatMap(d -> d.clarifications().stream()).toList();
  }

  /** Returns the newest answer to each ledger entry, up to {@link #ANSWERS_BYTES}. */
  public static List<HumanAnswer> answers(List<Decision> decisions) {
    Map<String, HumanAnswer> newest = new LinkedHashMap<>();
    for (Decision decision : ofDirection(decisions)) {
      for (HumanAnswer answer : decision.answers()) {
        newest.remove(answer.id());
        newest.put(answer.id(), answer);
      }
    }
    return fitting(List.copyOf(newest.values()), ANSWERS_BYTES);
  }

  /** Returns the last round's unanswered questions, in the session's language. */
  public static List<Question> unanswered(
      List<Decision> decisions, Optional<Synthesis> last, List<String> languages) {
    Set<String> answered =
        answers(decisions).stream().map(HumanAnswer::id).collect(Collectors.toSet());
    return last.map(Synthesis::questions).orElse(List.of()).stream()
        .filter(question -> !answered.contains(question.id()))
        .map(question -> question.in(languages))
        .toList();
  }

  public static List<String> decided(List<Decision> decisions) {
    return fitting(answers(decisions), BYTES).stream()
        .map(answer -> answer.id() + ". " + answer.question() + " — " + answer.words())
        .map(line -> line.replaceAll("\\s+", " "))
        .toList();
  }

  /**
   * Returns the human's own words, except those that requested this round: they are its feedback.
   */
  public static List<String> earlierWords(List<Decision> decisions, boolean asked) {
    List<Decision> said = new ArrayList<>(decisions);
    if (asked) {
      newestAsking(said).ifPresent(asking -> said.set(said.indexOf(asking), asking.withoutWords()));
    }
    return newest(of(said).stream().filter(one -> one.question().isEmpty()).toList());
  }

  /** Returns the changes requested for this direction's plans, the newest that fit. */
  public static List<String> wishes(List<Decision> decisions) {
    return fitting(
        ofDirection(decisions).stream()
            .filter(decision -> decision.kind() == AnswerKind.MODIFY)
            .flatMap(decision -> decision.answer().text().stream())
            .distinct()
            .toList(),
        BYTES);
  }

  /** Returns the answer of this direction that requested the newest round. */
  public static Optional<Decision> newestAsking(List<Decision> decisions) {
    return ofDirection(decisions).stream()
        .filter(decision -> decision.kind().asksForRound())
        .reduce((older, newer) -> newer);
  }

  public static List<String> newest(List<Clarification> clarifications) {
    return fitting(clarifications, BYTES).stream().map(Clarification::words).toList();
  }

  private static <T> List<T> fitting(List<T> said, int most) {
    int from = said.size();
    int bytes = 0;
    while (from > 0) {
      bytes += Bounds.bytes(said.get(from - 1)) + 1;
      if (bytes > most) {
        break;
      }
      from--;
    }
    return said.subList(from, said.size());
  }

  private static List<Decision> ofDirection(List<Decision> decisions) {
    int from = decisions.size() - 1;
    while (from > 0 && !decisions.get(from).kind().changesDirection()) {
      from--;
    }
    return decisions.subList(Math.max(0, from), decisions.size());
  }
}
