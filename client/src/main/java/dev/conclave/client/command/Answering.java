package dev.conclave.client.command;

import dev.conclave.client.gate.AnswerDraft;
import dev.conclave.client.gate.GateChoice;
import dev.conclave.client.gate.Replies;
import dev.conclave.client.session.Backend;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Session;
import dev.conclave.client.terminal.Editor;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Surroundings;
import dev.conclave.client.terminal.Unsent;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerOutcome;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.Words;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;

/** Sends one answer for {@code answer} and its short forms. */
final class Answering {
  private final Surroundings around;
  private final Optional<GateType> only;
  private final AnswerWords words;
  private final Unsent unsent;

  /**
   * A sender.
   *
   * @param only the one type of gate that this command answers
   * @param usual the kind when none is named
   */
  Answering(Surroundings around, Optional<GateType> only, Optional<AnswerKind> usual) {
    this.around = around;
    this.only = only;
    this.unsent = new Unsent(around);
    this.words = new AnswerWords(around, only, usual);
  }

  int send(AnswerOptions options) {
    return unsent.during(() -> sent(options));
  }

  private int sent(AnswerOptions options) {
    AnswerDraft draft = read(options);
    try (Backend backend = Backend.existing(around)) {
      Session session = backend.find(options.session.name);
      AnswerOptions.Seen seen = options.seen;
      Optional<Gate> gate = seen.gate.isPresent() ? Optional.empty() : Optional.of(open(session));
      gate.ifPresent(this::check);
      complete(draft, gate, options);
      draft.reword(around.withoutSecrets("the answer"));
      GateAnswer answer =
          draft.to(
              seen.gate.orElseGet(() -> gate.orElseThrow().id()),
              seen.digest.or(() -> gate.map(Gate::digest)),
              seen.by.orElse(around.user()));
      Instant before = options.watch ? session.state().updatedAt() : Instant.EPOCH;
      AnswerReply reply =
          Replies.awaited(around.output()::say, () -> session.answer(answer, Replies.PATIENCE));
      return told(new SentAnswer(session, draft, seen.by, reply), options, backend, before);
    }
  }

  /** Who names no kind, or none that is one, is told what the open gate takes. */
  private AnswerDraft read(AnswerOptions options) {
    try {
      return words.read(options);
    } catch (AnswerWords.NoKind e) {
      SessionView view = new GateGuide(around).open(options.session.name).orElseThrow(() -> e);
      Page page = new Page(around.output().progressScreen());
      GateGuide.write(page, view);
      String lead =
          options.words.isEmpty()
              ? "Name the kind of answer."
              : "\"" + options.words.get(0) + "\" is no answer to this gate.";
      throw new Refusal(lead + "\n" + page.toString().strip(), e);
    }
  }

  private int told(SentAnswer sent, AnswerOptions options, Backend backend, Instant before) {
    if (options.watch) {
      around.output().say(sent.sentence());
      return new Attendance(around, backend, options.json.wanted, options.bell.rings(around))
          .attend(sent.session(), before, sent.hindered());
    }
    if (options.json.wanted) {
      around.output().json(sent.reply());
    } else {
      around.output().result(sent.sentence());
      sent.writtenTo(around);
    }
    return sent.reply().outcome() == AnswerOutcome.REOPENED
        ? ExitCodes.AWAITING_HUMAN
        : ExitCodes.DONE;
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

  /** In a terminal, the user's editor stands in for words that were not given. */
  private void complete(AnswerDraft draft, Optional<Gate> gate, AnswerOptions options) {
    boolean optional = draft.kind == AnswerKind.MORE_ANALYSIS;
    boolean missing = draft.text.isEmpty() && draft.answers.isEmpty() && !optional;
    boolean taken = gate.map(open -> open.kinds().contains(draft.kind)).orElse(true);
    if (!missing || !taken || !GateChoice.TAKE_TEXT.contains(draft.kind)) {
      return;
    }
    draft.text =
        unsent.written(Editor.ask(around, options.json.wanted, question(draft.kind, gate)));
    if (draft.text.isEmpty()) {
      throw new Refusal(
          "%s needs words: in quotes, with -f FILE, or - for standard input%s."
              .formatted(
                  Words.of(draft.kind),
                  draft.kind == AnswerKind.CLARIFY ? "; or --answer 1=\"…\"" : ""));
    }
  }

  private static String question(AnswerKind kind, Optional<Gate> gate) {
    StringBuilder question = new StringBuilder();
    question.append("Write your words for ").append(Words.of(kind)).append(" above.\n\n");
    gate.ifPresent(
        open -> {
          question.append(open.shown().title()).append('\n');
          for (int i = 0; i < open.shown().questions().size(); i++) {
            question.append(i + 1).append(". ").append(open.shown().questions().get(i).line());
            question.append('\n');
          }
        });
    return question.toString();
  }
}
