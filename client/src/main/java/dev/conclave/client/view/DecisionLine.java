package dev.conclave.client.view;

import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.gate.Answer;
import dev.conclave.workflows.gate.Answer.Approve;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** An accepted answer. */
public record DecisionLine(Instant at, String gate, String by, String what) {
  private static final int LONGEST = 300;
  private static final int QUESTION = 120;

  /**
   * Returns a decision with the questions that it answers in the first of these languages, in which
   * an automatic one says so.
   */
  public static DecisionLine of(Decision decision, List<String> languages) {
    String by = decision.by();
    return new DecisionLine(
        decision.at(),
        decision.gate(),
        by.startsWith("automatic (") ? Language.of(languages).console(by) : by,
        what(decision.in(languages)));
  }

  /**
   * Returns a decision as a sentence for other recipients of the gate, such as {@code Gate
   * 1-decision was answered by Ada: approve solution 1 (Token bucket)}.
   */
  public static String sentence(Decision decision) {
    String option = decision.kind() == AnswerKind.CHOOSE ? " strategy " : " solution ";
    String first =
        Words.of(decision.kind())
            + decision.answer().body().chosen().map(number -> option + number).orElse("")
            + named(decision).map(name -> " (" + name + ")").orElse("");
    return "Gate %s was answered by %s: %s"
        .formatted(
            decision.gate(),
            decision.by(),
            Cut.shorten(what(first, decision, one -> one.id() + ": " + one.words()), LONGEST));
  }

  private static String what(Decision decision) {
    String first = Words.of(decision.kind()) + named(decision).map(name -> ": " + name).orElse("");
    return what(
        first, decision, one -> Cut.shorten(one.question(), QUESTION) + " — " + one.words());
  }

  /** Returns the name of the chosen option, or the allowed commands. */
  private static Optional<String> named(Decision decision) {
    return decision
        .solution()
        .or(() -> Optional.of(String.join(", ", decision.commands())))
        .filter(name -> !name.isEmpty());
  }

  private static String what(
      String first, Decision decision, Function<HumanAnswer, String> answered) {
    GateAnswer answer = decision.answer();
    List<String> parts = new ArrayList<>();
    parts.add(first);
    parts.addAll(told(answer.body()));
    answer
        .text()
        .map(said -> decision.kind() == AnswerKind.EDIT ? "edited table" : said)
        .ifPresent(parts::add);
    if (!answer.answers().isEmpty()) {
      decision.answers().forEach(one -> parts.add(answered.apply(one)));
    }
    return String.join("; ", parts);
  }

  private static List<String> told(Answer answer) {
    if (answer instanceof Approve approval) {
      Scope scope = approval.scope().orElse(Scope.NONE);
      return Stream.of(
              approval.executionMethod().stream().map(how -> "execution: " + Words.of(how)),
              approval.codeReview().stream().map(review -> "review: " + Words.of(review)),
              approval.mode().stream().map(mode -> "mode " + Words.of(mode)),
              approval.constraints().stream(),
              scope.included().stream().map("included: "::concat),
              scope.excluded().stream().map("excluded: "::concat))
          .flatMap(clauses -> clauses)
          .toList();
    }
    return answer instanceof Answer.Ask ask
        ? ask.questions()
        : answer instanceof Answer.Export export
            ? List.of(export.target())
            : answer instanceof Answer.DropAgent drop
                ? List.of("agent: " + drop.agent())
                : executed(answer);
  }

  private static List<String> executed(Answer answer) {
    List<String> parts = new ArrayList<>();
    if (answer instanceof Answer.Patch patch) {
      parts.add(patch.file());
    } else if (answer instanceof Answer.Merge merge && merge.squash()) {
      parts.add("as one commit");
    } else if (answer instanceof Answer.PullRequest pull && pull.draft()) {
      parts.add("as a draft");
    }
    return parts;
  }
}
