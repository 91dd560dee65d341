package dev.conclave.client.cli;

import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Session;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerOutcome;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.BudgetRaise;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.host.ExitCodes;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.wire.Words;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Sends one answer for {@code answer} and its short forms. */
final class Answering {
  private static final Set<AnswerKind> NEED_TEXT =
      Set.of(
          AnswerKind.CLARIFY,
          AnswerKind.CHANGE_DIRECTION,
          AnswerKind.DIFFERENT_DIRECTION,
          AnswerKind.MODIFY);

  private final Surroundings around;
  private final Optional<GateType> only;
  private final Optional<AnswerKind> usual;

  /**
   * A sender.
   *
   * @param only the one type of gate that this command answers
   * @param usual the kind when none is named
   */
  Answering(Surroundings around, Optional<GateType> only, Optional<AnswerKind> usual) {
    this.around = around;
    this.only = only;
    this.usual = usual;
  }

  int send(AnswerOptions options) {
    Wording wording = wording(options);
    try (Backend backend = Backend.existing(around)) {
      Session session = backend.sessions().find(options.session.name);
      Optional<Gate> gate =
          options.gate.isPresent() ? Optional.empty() : Optional.of(open(session));
      gate.ifPresent(this::check);
      AnswerDraft draft = draft(options, wording);
      if (NEED_TEXT.contains(draft.kind) && draft.text.isEmpty() && draft.answers.isEmpty()) {
        draft.text = written(options, gate);
      }
      GateAnswer answer =
          draft.to(
              options.gate.orElseGet(() -> gate.orElseThrow().id()),
              options.digest.or(() -> gate.map(Gate::digest)),
              options.by.orElse(around.user()));
      AnswerReply reply = session.answer(answer, AnswerOptions.PATIENCE);
      return told(session, reply, options, backend);
    }
  }

  private int told(Session session, AnswerReply reply, AnswerOptions options, Backend backend) {
    String sentence = Replies.sentence(session.id(), reply);
    if (options.watch) {
      around.output().say(sentence);
      return new Attendance(around, backend, options.json.wanted, options.bell.rings(around))
          .attend(session);
    }
    if (options.json.wanted) {
      around.output().json(reply);
    } else {
      around.output().result(sentence);
    }
    return reply.outcome() == AnswerOutcome.REOPENED ? ExitCodes.AWAITING_HUMAN : ExitCodes.DONE;
  }

  private static Gate open(Session session) {
    SessionView view = session.state();
    return view.gate()
        .orElseThrow(
            () ->
                new Refusal(
                    "Session %s awaits no answer now; it is %s. See `conclave show %s`."
                        .formatted(session.id(), Words.of(view.phase()), session.id())));
  }

  private void check(Gate gate) {
    if (only.isPresent() && only.get() != gate.type()) {
      throw new Refusal(
          "The open gate is %s, a %s: answer it with `conclave answer`. It takes %s."
              .formatted(
                  gate.id(),
                  Words.of(gate.type()),
                  gate.kinds().stream().map(Words::of).collect(Collectors.joining(", "))));
    }
  }

  private record Wording(AnswerKind kind, Optional<String> text) {}

  private Wording wording(AnswerOptions options) {
    List<String> words = options.words;
    Optional<AnswerKind> named = words.isEmpty() ? Optional.empty() : kind(words.get(0));
    List<String> rest = named.isPresent() ? words.subList(1, words.size()) : words;
    if (named.isEmpty() && usual.isEmpty()) {
      throw new Refusal(
          (words.isEmpty() ? "Name the kind of answer" : "\"" + words.get(0) + "\" is no answer")
              + ": one of "
              + Arrays.stream(AnswerKind.values()).map(Words::of).collect(Collectors.joining(", "))
              + ".");
    }
    if (rest.size() > 1) {
      throw new Refusal(
          "Put the words of the answer in quotes: \"" + String.join(" ", rest) + "\"");
    }
    Optional<String> argument = rest.stream().findFirst();
    return new Wording(
        named.or(() -> usual).orElseThrow(), new Texts(around).read(argument, options.file));
  }

  private Optional<AnswerKind> kind(String word) {
    return Words.parse(AnswerKind.class, word)
        .filter(kind -> only.isEmpty() || only.get().kinds().contains(kind));
  }

  private static AnswerDraft draft(AnswerOptions options, Wording wording) {
    AnswerDraft draft = new AnswerDraft(wording.kind());
    Optional<Integer> number =
        wording.kind() == AnswerKind.APPROVE
            ? wording.text().flatMap(Numbers::whole)
            : Optional.empty();
    draft.solution = options.solution.or(() -> number);
    draft.agent =
        wording.kind() == AnswerKind.DROP_AGENT ? options.agent.or(wording::text) : options.agent;
    draft.text = number.isPresent() ? Optional.empty() : wording.text();
    draft.execution = options.execution;
    draft.review = options.review;
    draft.constraints.addAll(options.constraints);
    draft.included.addAll(options.included);
    draft.excluded.addAll(options.excluded);
    draft.answers.putAll(options.answers);
    draft.acceptDrift = options.acceptDrift;
    if (options.budgetUsd.isPresent()
        || options.budgetCalls.isPresent()
        || options.budgetTokens.isPresent()) {
      draft.budget =
          Optional.of(
              new BudgetRaise(options.budgetUsd, options.budgetCalls, options.budgetTokens));
    }
    return draft;
  }

  /** In a terminal, the user's editor stands in for a text that was not given. */
  private Optional<String> written(AnswerOptions options, Optional<Gate> gate) {
    if (around.console().isEmpty() || options.json.wanted) {
      return Optional.empty();
    }
    String question =
        gate.map(
                open -> open.shown().title() + "\n\n" + String.join("\n", open.shown().questions()))
            .orElse("");
    return Editor.command(around)
        .map(command -> Editor.write(command, question))
        .filter(text -> !text.isBlank());
  }
}
