package dev.conclave.client.view;

import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.gate.AnswerForm;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.gate.Note.NoteKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The content of an open gate.
 *
 * @param subject notes that describe a conflict
 * @param options solutions, or strategies of a conflict
 * @param verdict recommendation and score
 * @param asked the questions that the gate asks
 */
public record GateView(
    String title,
    List<Note> subject,
    List<Option> options,
    List<Field> verdict,
    List<Asked> asked,
    List<Line> lines) {

  /** A question with its options, of which one may be marked as recommended, and its reason. */
  public record Asked(String letter, String question, List<String> options, String why) {}

  public static GateView of(Gate gate) {
    return of(gate, gate.drifted());
  }

  /** Returns the view for a form, which names fields in place of options. */
  public static GateView ofForm(Gate gate) {
    return of(gate, gate.driftedOnForm());
  }

  private static GateView of(Gate gate, Optional<String> drifted) {
    GateContent shown = gate.shown();
    boolean discusses = gate.type() == GateType.DECISION || gate.type() == GateType.CLARIFICATION;
    List<Note> notes = new ArrayList<>(shown.notes());
    if (gate.type() == GateType.CONFIRMATION) {
      take(notes, NoteKind.WISH); // shown in full from the decisions
    }
    List<Note> subject =
        gate.type() == GateType.CONFLICT
            ? take(notes, NoteKind.SUBJECT, NoteKind.CONFLICT)
            : List.of();
    List<Field> verdict = new ArrayList<>();
    if (discusses) {
      take(notes, NoteKind.RECOMMENDED)
          .forEach(note -> verdict.add(new Field("Recommended", note.text())));
      take(notes, NoteKind.SUBJECT).forEach(note -> verdict.add(new Field("Score", note.text())));
    }
    boolean asks =
        gate.type() == GateType.CLARIFICATION
            || gate.type() == GateType.QUESTIONS
            || gate.type() == GateType.CONFLICT_QUESTIONS;
    Stream<Line> questions =
        asks
            ? Stream.empty()
            : IntStream.range(0, shown.questions().size())
                .mapToObj(at -> beside(at + 1, shown.questions().get(at)));
    return new GateView(
        "%s (gate %s)".formatted(shown.title(), gate.id()),
        subject,
        shown.options(),
        verdict,
        asks ? asked(shown.questions()) : List.of(),
        Stream.of(
                questions, drifted.stream().map(Line::warning), notes.stream().map(GateView::line))
            .flatMap(lines -> lines)
            .toList());
  }

  /** Removes and returns the notes of some kinds. */
  private static List<Note> take(List<Note> notes, NoteKind... kinds) {
    List<Note> taken = notes.stream().filter(note -> Set.of(kinds).contains(note.kind())).toList();
    notes.removeAll(taken);
    return taken;
  }

  /** Returns a note as a line; only fields and warnings have a mark. */
  public static Line line(Note note) {
    return switch (note.kind()) {
      case RECOMMENDED -> new Line(Tone.PLAIN, "Recommended", note.text());
      case OPEN -> new Line(Tone.PLAIN, "Open", note.text());
      default -> note.warns() ? Line.warning(note.line()) : new Line(Tone.PLAIN, "", note.line());
    };
  }

  /** Returns a question that can be answered along with another answer. */
  private static Line beside(int number, Ledger.Question asked) {
    String id = asked.id().equals("Q" + number) ? "" : asked.id() + ": ";
    return new Line(Tone.NAME, AnswerForm.letter(number) + "=", id + asked.line());
  }

  private static List<Asked> asked(List<Ledger.Question> questions) {
    return IntStream.range(0, questions.size())
        .mapToObj(at -> asked(AnswerForm.letter(at + 1), questions.get(at)))
        .toList();
  }

  private static Asked asked(String letter, Ledger.Question question) {
    return new Asked(letter, question.question().en(), question.optionLines(), question.why());
  }
}
