package dev.conclave.workflows.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.Answer.AnalysisMode;
import dev.conclave.workflows.gate.AnswerForm.Option;
import dev.conclave.workflows.gate.Note.NoteKind;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The form for one kind of answer at a gate. Derived from {@link AnswerForm}, so that new kinds of
 * answers need no change in code that shows forms.
 */
public record GateForm(AnswerKind kind, List<Field> fields) {
  public enum Control {
    CHOICE,
    NUMBER,
    /** Text with any number of lines. */
    TEXT,
    /** Texts, one per line; the choices are suggestions. */
    LIST,
    /** At least one of the choices; at first all. */
    CHOICES,
    /** The number of a choice, or text. */
    ANSWER,
    TABLE,
    /** Yes, or nothing. */
    FLAG
  }

  public record Choice(String value, String text) {}

  /**
   * A value of an answer.
   *
   * @param at JSON pointer in an answer; ends with {@code -} for a list
   * @param initial initial value; empty for none
   * @param label the gate's question; else empty
   * @param help text of its command-line option, or why the gate asks its question; may be empty
   */
  public record Field(
      String at,
      Control control,
      boolean required,
      List<Choice> choices,
      String initial,
      String label,
      String help) {
    private Field(String at, Control control, boolean required) {
      this(at, control, required, List.of(), "", "", "");
    }

    /** Returns this field with only some of its choices. */
    public Field choosing(Predicate<Choice> which) {
      List<Choice> some = choices.stream().filter(which).toList();
      return new Field(at, control, required, some, initial, label, help);
    }
  }

  /** Returns a form for each kind of answer that the gate takes, most common first. */
  public static List<GateForm> of(Gate gate) {
    return gate.kinds().stream().map(kind -> of(kind, gate)).toList();
  }

  /** Returns the form of one kind, even if the gate does not take it. */
  public static GateForm of(AnswerKind kind, Gate gate) {
    Stream<Option> options =
        kind == AnswerKind.APPROVE && gate.type() == GateType.CONFIGURATION
            ? AnswerForm.OPTIONS.stream().filter(option -> option.type() == AnalysisMode.class)
            : kind.form().options(gate.type()).stream();
    Stream<Field> carried =
        options
            .filter(
                option -> !option.at().equals("/accept_drift") || !gate.shown().drift().isEmpty())
            .map(option -> field(option, kind, gate));
    List<Question> questions = kind == AnswerKind.CANCEL ? List.of() : gate.shown().questions();
    Stream<Field> answers =
        IntStream.range(0, questions.size()).mapToObj(at -> field(at + 1, questions.get(at)));
    Stream<Field> typed = typed(kind.form(), gate.type(), !questions.isEmpty()).stream();
    Stream<Stream<Field>> parts =
        kind.form().answersQuestions()
            ? Stream.of(answers, typed, carried)
            : Stream.of(carried, typed, answers);
    return new GateForm(kind, parts.flatMap(fields -> fields).toList());
  }

  /** Returns the field for the positional argument after the kind. */
  private static Optional<Field> typed(AnswerForm form, GateType gate, boolean asked) {
    return Optional.ofNullable(
        switch (form) {
          case NOTHING,
              EXECUTION,
              APPROVAL,
              BUDGET,
              AGENT,
              QUESTIONS,
              ANSWERS,
              COMMANDS,
              MERGE,
              PULL_REQUEST ->
              null;
          case TEXT, CONFLICT -> new Field("/text", Control.TEXT, true);
          case WORDS -> new Field("/text", Control.TEXT, !asked);
          case FOCUS, RESOLUTION, STRATEGY -> new Field("/text", Control.TEXT, false);
          case HINT ->
              gate == GateType.WAVE_FAILURE ? null : new Field("/text", Control.TEXT, false);
          case REASON -> gate == GateType.REVIEW ? new Field("/text", Control.TEXT, true) : null;
          case FILE -> new Field("/file", Control.TEXT, true);
          case TABLE -> new Field("/text", Control.TABLE, true);
          case TARGET -> new Field("/target", Control.TEXT, true);
        });
  }

  private static Field field(Option option, AnswerKind kind, Gate gate) {
    GateContent shown = gate.shown();
    boolean list = option.at().endsWith("/-");
    boolean chosen = option.at().equals("/solution") || option.at().equals("/strategy");
    List<Choice> choices =
        chosen
            ? shown.options().stream()
                .map(one -> new Choice(String.valueOf(one.number()), one.name()))
                .toList()
            : option.at().equals("/agent")
                ? shown.agents().stream().map(name -> new Choice(name, name)).toList()
                : option.at().equals("/numbers/-")
                    ? shown.notes().stream()
                        .filter(note -> note.is(NoteKind.COMMAND))
                        .map(note -> new Choice(note.ref(), note.text()))
                        .toList()
                    : option.at().equals("/constraints/-")
                        ? words(ConstraintPreset.class)
                        : option.type().isEnum() ? words(option.type()) : List.of();
    Control control =
        list
            ? option.type() == Integer.class ? Control.CHOICES : Control.LIST
            : !choices.isEmpty() || chosen
                ? Control.CHOICE
                : option.type() == Boolean.class
                    ? Control.FLAG
                    : Number.class.isAssignableFrom(option.type()) ? Control.NUMBER : Control.TEXT;
    boolean required =
        chosen
            || control == Control.CHOICES
            || kind.form() == AnswerForm.AGENT
            || kind == AnswerKind.ASK;
    String initial =
        shown
            .enough()
            .<JsonNode>map(enough -> WireMapper.get().valueToTree(Map.of("budget", enough)))
            .map(enough -> enough.at(option.at()).asText())
            .orElse("");
    return new Field(option.at(), control, required, choices, initial, "", option.help());
  }

  private static List<Choice> words(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(one -> Words.of((Enum<?>) one))
        .map(word -> new Choice(word, word))
        .toList();
  }

  private static Field field(int number, Question question) {
    List<String> options = question.optionLines();
    List<Choice> choices =
        IntStream.range(0, options.size())
            .mapToObj(at -> new Choice(String.valueOf(at + 1), options.get(at)))
            .toList();
    return new Field(
        "/answers/" + number,
        Control.ANSWER,
        false,
        choices,
        "",
        AnswerForm.letter(number) + ". " + question.question().en(),
        question.why());
  }

  /**
   * Reads an answer from a submitted form.
   *
   * @param sent values by JSON pointer; a list has several, an answer a number and text
   * @throws IllegalArgumentException with a sentence for the sender
   */
  public GateAnswer read(String gate, String digest, String by, Map<String, List<String>> sent) {
    ObjectNode answer = WireMapper.get().createObjectNode();
    answer.put("gate", gate).put("digest", digest).put("by", by).put("kind", Words.of(kind));
    for (Field field : fields) {
      List<String> values =
          sent.getOrDefault(field.at(), List.of()).stream()
              .map(value -> value.replace("\r\n", "\n"))
              .filter(value -> !value.isBlank())
              .toList();
      if (!values.isEmpty()) {
        put(answer, field, values);
      } else if (field.control() == Control.CHOICES) {
        throw new IllegalArgumentException(
            "%s needs at least one selection".formatted(Words.of(kind)));
      }
    }
    return GateAnswer.read(answer);
  }

  private static void put(ObjectNode answer, Field field, List<String> values) {
    String at = field.at().replace("/-", "");
    int end = at.lastIndexOf('/');
    ObjectNode parent = end == 0 ? answer : answer.withObject(at.substring(0, end));
    String name = at.substring(end + 1);
    String last = values.get(values.size() - 1);
    switch (field.control()) {
      case LIST, CHOICES -> {
        ArrayNode list = parent.putArray(name);
        values.stream().flatMap(String::lines).filter(one -> !one.isBlank()).forEach(list::add);
      }
      case FLAG -> parent.put(name, true);
      case NUMBER -> number(parent, name, last.strip());
      case CHOICE -> {
        if (field.choices().stream().allMatch(one -> one.value().matches("\\d+"))) {
          number(parent, name, last.strip());
        } else {
          parent.put(name, last);
        }
      }
      case TEXT, TABLE, ANSWER -> parent.put(name, last);
    }
  }

  /** Keeps invalid numbers as text, so that a later check refuses them with their value. */
  private static void number(ObjectNode parent, String name, String typed) {
    try {
      BigDecimal number = new BigDecimal(typed);
      if (typed.length() < 20 && number.stripTrailingZeros().scale() <= 0) {
        parent.put(name, number.longValueExact());
      } else {
        parent.put(name, number.doubleValue());
      }
    } catch (ArithmeticException | NumberFormatException e) {
      parent.put(name, typed);
    }
  }
}
