package dev.conclave.client.web;

import dev.conclave.client.view.DecisionLine;
import dev.conclave.client.view.ExecutionOffer;
import dev.conclave.client.view.GateView;
import dev.conclave.client.view.Line;
import dev.conclave.client.view.NextStep;
import dev.conclave.client.view.SessionSummary;
import dev.conclave.client.view.Tone;
import dev.conclave.client.web.Sections.Section;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.ConstraintPreset;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateForm;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.Roster;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.session.SessionView.PlanLine;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The open gate of a session, with a form for each kind of answer. */
final class GatePanel {
  /** Values of choices are at most this long; longer values are typed text. */
  private static final int LONGEST_WORD = 20;

  /** With more lines than this, details are collapsed. */
  private static final int FEW = 9;

  private GatePanel() {}

  /**
   * Input that was refused.
   *
   * @param gate the gate that it was meant for
   * @param kind of answer
   * @param refusal the reason, as a sentence
   */
  record Draft(String gate, AnswerKind kind, Map<String, List<String>> sent, String refusal) {
    boolean fits(Gate open) {
      return open.id().equals(gate) && open.kinds().contains(kind);
    }

    /** Returns typed text, so that it is not lost when its gate has closed. */
    List<String> words() {
      return sent.entrySet().stream()
          .filter(field -> field.getKey().startsWith("/"))
          .flatMap(field -> field.getValue().stream())
          .filter(words -> words.strip().length() > LONGEST_WORD)
          .toList();
    }
  }

  /** A form as displayed. */
  record Form(AnswerKind kind, String word, String label, boolean open, List<Input> inputs) {
    /** Whether its main purpose is to answer questions. */
    public boolean isAsks() {
      return kind.form().answersQuestions();
    }

    /** Returns the inputs that are always visible. */
    public List<Input> asked() {
      return inputs.stream().filter(input -> !isMore(input)).toList();
    }

    /** Returns optional inputs to collapse; none unless another input is required. */
    public List<Input> more() {
      return inputs.stream().filter(this::isMore).toList();
    }

    private boolean isMore(Input input) {
      return !input.field.required()
          && !input.field.help().isEmpty()
          && input.field.control() != GateForm.Control.ANSWER
          && inputs.stream().anyMatch(one -> one.field.required());
    }

    /** Whether a collapsed input has a value. */
    public boolean isMoreFilledIn() {
      return more().stream().anyMatch(input -> !input.values.isEmpty());
    }

    /** Whether the user must confirm the execution of a degraded or faulty plan. */
    public boolean isDoubtful(Optional<PlanLine> plan) {
      return kind == AnswerKind.EXECUTE
          && plan.filter(line -> line.degraded() || !line.errors().isEmpty()).isPresent();
    }
  }

  /**
   * A field as displayed.
   *
   * @param id unique on the page
   */
  record Input(GateForm.Field field, String id, List<String> values) {
    public String control() {
      return Words.of(field.control());
    }

    /** Returns the key of its label in the messages. */
    public String key() {
      return "field"
          + field.at().replaceFirst("/-$", "").replaceFirst("/\\d+$", "").replace('/', '.');
    }

    /** Returns the typed text or the initial value, never the number of a choice. */
    public String text() {
      return values.stream()
          .filter(value -> field.choices().stream().noneMatch(one -> one.value().equals(value)))
          .reduce((first, second) -> second)
          .orElse(field.initial());
    }

    public boolean has(String choice) {
      return values.contains(choice);
    }
  }

  /**
   * Returns the section of the gate; without an open gate, it shows the last answer.
   *
   * @param table the table of tasks, for gates that allow editing it
   */
  static Section section(
      SessionView view,
      SessionState<?> state,
      @Nullable Draft draft,
      Supplier<String> table,
      String formToken) {
    List<Decision> decisions = state.decisions();
    Map<String, Object> model = new HashMap<>();
    model.put("view", view);
    model.put("token", formToken);
    boolean fits = draft != null && view.gate().filter(draft::fits).isPresent();
    model.put("refusal", draft == null ? "" : draft.refusal);
    model.put("kept", draft == null || fits ? List.of() : draft.words());
    // The refusal already names who answered first.
    boolean told = decisions.isEmpty() || (draft != null && !fits);
    model.put("answered", told ? "" : DecisionLine.sentence(decisions.get(decisions.size() - 1)));
    model.put("open", view.gate());
    model.put("next", view.gate().isPresent() ? List.of() : NextStep.of(view));
    model.put("repository", state.request().workspace().named());
    model.put(Section.LISTED, view.gate().isPresent());
    view.gate()
        .ifPresent(
            gate -> {
              model.put("gate", gate);
              GateView shown = GateView.ofForm(gate);
              model.put("shown", shown);
              List<Form> forms = forms(gate, fits ? draft : null, table, state.roster());
              model.put("forms", forms);
              List<Line> lines =
                  Stream.concat(shown.lines().stream(), ExecutionOffer.of(state, gate).stream())
                      .filter(line -> !asks(forms, line))
                      .toList();
              // The results of an analysis have a section of their own.
              boolean results = gate.type() == GateType.COMPLETION;
              Predicate<Line> first =
                  line ->
                      lines.size() <= FEW
                          || (stands(line, lines.get(0))
                              && !(results && line.mark().equals("Recommended")));
              model.put("lines", lines.stream().filter(first).toList());
              model.put("basis", lines.stream().filter(first.negate()).toList());
              model.put(
                  "deadline",
                  view.deadlineAt().map(at -> SessionSummary.deadline(view, at)).orElse(""));
            });
    return new Section("gate", model);
  }

  /**
   * Whether to show a line even if there are many: the first, warnings, and open items with votes.
   */
  private static boolean stands(Line line, Line first) {
    return line.tone() != Tone.PLAIN
        || !line.mark().isEmpty()
        || line.isUnder()
        || line.equals(first);
  }

  /** Whether a form already shows the line. */
  private static boolean asks(List<Form> forms, Line line) {
    return line.mark().endsWith("=")
        || line.text().equals(ConstraintPreset.line())
        || forms.stream()
            .flatMap(form -> form.inputs.stream())
            .flatMap(input -> input.field.choices().stream())
            .anyMatch(choice -> choice.text().equals(line.text()));
  }

  private static List<Form> forms(
      Gate gate, @Nullable Draft draft, Supplier<String> table, Roster roster) {
    AnswerKind open = draft == null ? gate.kinds().get(0) : draft.kind;
    return GateForm.of(gate).stream()
        .map(form -> form(form, gate, form.kind() == open, draft, table, roster))
        .toList();
  }

  private static Form form(
      GateForm form,
      Gate gate,
      boolean open,
      @Nullable Draft draft,
      Supplier<String> table,
      Roster roster) {
    String word = Words.of(form.kind());
    List<Input> inputs = new ArrayList<>();
    for (GateForm.Field any : form.fields()) {
      // An executor or reviewer may be an agent CLI that cannot be asked in this session.
      GateForm.Field field =
          any.choosing(
              choice ->
                  !any.at().matches("/execution_method|/code_review")
                      || AgentProgram.find(choice.value()).isEmpty()
                      || roster.mayBeAsked(choice.value()));
      List<String> values =
          draft != null && draft.kind == form.kind()
              ? draft.sent.getOrDefault(field.at(), List.of())
              : switch (field.control()) {
                case TABLE -> List.of(table.get());
                case CHOICES -> field.choices().stream().map(GateForm.Choice::value).toList();
                default -> List.of();
              };
      inputs.add(new Input(field, word + field.at().replace('/', '-'), values));
    }
    return new Form(form.kind(), word, form.kind().label(gate.type()), open, inputs);
  }
}
