package dev.conclave.client.command;

import dev.conclave.client.gate.AnswerOptions;
import dev.conclave.client.gate.GateHelp;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.UsageException;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerForm;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.AnswerReply.AnswerOutcome;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.text.ExitCodes;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.Words;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code conclave answer}, and its short forms for some types of gate. */
@Command(
    name = "answer",
    description = "Answer the open gate of a session.",
    footer = {
      "",
      "At a terminal, a missing TEXT opens your $VISUAL or $EDITOR.",
      "",
      "Examples:",
      "  conclave answer last approve 2 --constraint minimal-changes --watch",
      "  conclave answer last more-analysis \"Look at the Redis client too\"",
      "  conclave answer last modify -f wishes.md",
      "  conclave answer last raise --budget-usd 5",
      "",
      "Exit codes: 0 accepted, 2 refused, 3 no server or worker, 10 the gate opened",
      "again because the workspace has changed; with --watch as for `conclave plan`."
    })
final class AnswerCommand implements Callable<Integer> {
  /** A live worker accepts answers immediately; its workspace check takes up to 10 s. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Start column of the answers in the table of gates, and the help width. */
  private static final int COLUMN = 17;

  private static final int WIDTH = 80;

  private final CommandContext context;
  private final TextInput input;

  /** All types of gate, or those of a short form. */
  private final List<GateType> gates;

  /** Whether no kind was given, so that the open gate's default applies. */
  private boolean usual;

  @Mixin private AnswerOptions answer = new AnswerOptions();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "Read the text from a UTF-8 file.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--watch",
      description = "Afterwards follow the session to its next gate or its end.")
  private boolean watch;

  @Option(
      names = "--gate",
      paramLabel = "ID",
      description = "The gate to answer (default: the open one).")
  private Optional<String> gateId = Optional.empty();

  @Option(
      names = "--digest",
      paramLabel = "D",
      description = "The digest of what you saw; the answer is refused if the gate has changed.")
  private Optional<String> digest = Optional.empty();

  @Option(names = "--as", paramLabel = "NAME", description = "Who answers (default: your login).")
  private Optional<String> by = Optional.empty();

  @Mixin private JsonOption json = new JsonOption();

  private AnswerCommand(CommandContext context, List<GateType> gates) {
    this.context = context;
    this.input = new TextInput(context);
    this.gates = gates;
  }

  static List<CommandSpec> all(CommandContext context) {
    CommandSpec whole = spec(context, List.of(GateType.values()));
    List<String> footer = new ArrayList<>(List.of("", "What each gate takes:"));
    gateTable().forEach(footer::add);
    footer.addAll(List.of(whole.usageMessage().footer()));
    whole.usageMessage().footer(footer.toArray(String[]::new));
    return List.of(
        whole,
        shortForm(
            context,
            "decide",
            List.of(GateType.DECISION, GateType.CONFLICT),
            "decide last 1",
            "decide last 2 --execution codex --review agent --watch",
            "decide last different-direction \"Use the gateway instead\""),
        shortForm(
            context,
            "clarify",
            List.of(GateType.CLARIFICATION, GateType.QUESTIONS, GateType.CONFLICT_QUESTIONS),
            "clarify last \"Limit by API key, 100 requests a minute\"",
            "clarify last --answer a=\"per user\" --answer b=\"100 a minute\"",
            "clarify last proceed"),
        shortForm(
            context,
            "confirm",
            List.of(GateType.CONFIRMATION),
            "confirm last",
            "confirm last modify \"Split the second task\" --watch",
            "confirm last save"));
  }

  private static CommandSpec spec(CommandContext context, List<GateType> gates) {
    AnswerCommand command = new AnswerCommand(context, gates);
    return command.answer.addTo(CommandSpec.forAnnotatedObject(command));
  }

  private static List<String> gateTable() {
    String indent = " ".repeat(COLUMN);
    List<String> lines = new ArrayList<>();
    for (GateType gate : GateType.values()) {
      StringBuilder line = new StringBuilder("  " + Words.of(gate));
      String separator = "";
      for (AnswerKind kind : gate.kinds()) {
        String taken = (Words.of(kind) + " " + kind.form().usage(gate)).strip();
        if (separator.isEmpty()) {
          if (line.length() > COLUMN - 2) {
            lines.add(line.toString());
            line = new StringBuilder();
          }
          line.append(indent.substring(line.length()));
        } else if (line.length() + separator.length() + taken.length() >= WIDTH) {
          lines.add(line + ",");
          line = new StringBuilder(indent);
          separator = "";
        }
        line.append(separator).append(taken);
        separator = ", ";
      }
      lines.add(line.toString());
    }
    return lines;
  }

  private static CommandSpec shortForm(
      CommandContext context, String name, List<GateType> gates, String... examples) {
    CommandSpec spec = spec(context, gates).name(name);
    List<String> footer = new ArrayList<>(List.of("", "Examples:"));
    List.of(examples).forEach(line -> footer.add("  conclave " + line));
    footer.addAll(List.of("", "Exit codes: as for `conclave answer`."));
    spec.usageMessage()
        .description(
            "Answer a %s gate; KIND defaults to %s."
                .formatted(
                    joined(gates, Words::of), joined(gates, type -> Words.of(type.kinds().get(0)))))
        .footer(footer.toArray(String[]::new));
    return spec;
  }

  private static String joined(List<GateType> gates, Function<GateType, String> words) {
    return gates.stream().map(words).distinct().collect(Collectors.joining(" or "));
  }

  @Override
  public Integer call() {
    List<AnswerKind> kinds =
        gates.stream().flatMap(type -> type.kinds().stream()).distinct().toList();
    Optional<AnswerKind> named =
        Words.parse(AnswerKind.class, answer.firstWord()).filter(kinds::contains);
    usual = named.isEmpty() && gates.size() < GateType.values().length;
    boolean byGate = named.isEmpty() && !usual;
    if (!byGate) {
      read(named.orElse(kinds.get(0)), named.isPresent());
    }
    try (Backend backend = byGate ? reached(kinds) : Backend.existing(context)) {
      Session session = backend.find(answer.session());
      Session asking = session.answerTarget();
      Optional<Gate> gate =
          gateId.isPresent() && !byGate ? Optional.empty() : Optional.of(open(asking));
      if (byGate) {
        read(asking, gate.orElseThrow());
      }
      gate.ifPresent(shown -> complete(shown, asking.state().folder()));
      Instant before = asking.state().updatedAt();
      AnswerReply reply =
          input.sendOrKeep(
              () ->
                  send(
                      context,
                      asking,
                      answer,
                      gateId.orElseGet(() -> gate.orElseThrow().id()),
                      digest.or(() -> gate.map(Gate::digest)),
                      by.orElse(context.user())));
      boolean reopened = reply.outcome() == AnswerOutcome.REOPENED;
      // After this answer the session ends within moments and reports where the plan is.
      boolean handsOver =
          answer.kind() == AnswerKind.ACCEPT
              && reply.gate().endsWith(Words.of(GateType.CONFIRMATION))
              && !json.wanted;
      if (watch || handsOver) {
        context.say(sentence(session, reply, Optional.empty()));
        return new SessionFollower(context, backend, json.wanted)
            .follow(session.continuation(), before);
      }
      Optional<String> why =
          reopened && !json.wanted
              ? asking.state().gate().flatMap(Gate::drifted)
              : Optional.empty();
      context.print(json.wanted, reply, sentence(session, reply, why));
      return reopened ? ExitCodes.AWAITING_HUMAN : ExitCodes.DONE;
    }
  }

  static AnswerReply send(
      CommandContext context,
      Session session,
      AnswerOptions answer,
      String gate,
      Optional<String> digest,
      String by) {
    answer.reword(words -> context.withoutSecrets("the answer", words));
    answer.resolveTarget(context.directory());
    return session.answer(answer.to(gate, digest, by), context.approverKey(), PATIENCE);
  }

  /** Describes the reply. {@code reopened} is the reason; empty if the gate is shown next. */
  static String sentence(Session session, AnswerReply reply, Optional<String> reopened) {
    String gate = "gate " + reply.gate();
    String outcome =
        switch (reply.outcome()) {
          case ACCEPTED -> "Accepted at " + gate + ".";
          case PENDING ->
              "Received at %s. Its host must still check the workspace; until then only cancel is accepted. To follow: conclave watch %s"
                  .formatted(gate, session.handle());
          case REOPENED -> "Not accepted" + reopened.map(": "::concat).orElse("") + ".";
          case REPEATED ->
              "Already sent: %s recorded it as %s."
                  .formatted(gate, reply.first().map(Words::of).orElse("accepted"));
        };
    return outcome + reply.nextGate().map(next -> " Open now: gate " + next + ".").orElse("");
  }

  /** Connects to the server; without one, refuses a first word that is not a kind. */
  private Backend reached(List<AnswerKind> kinds) {
    try {
      return Backend.existing(context);
    } catch (ServerException e) {
      String word = answer.firstWord();
      if (word.matches("\\d{1,9}") || AnswerForm.isNumbered(word)) {
        throw e;
      }
      List<String> known = kinds.stream().map(Words::of).toList();
      throw new UsageException(wrong(word, known) + " Kinds: " + String.join(", ", known) + ".", e);
    }
  }

  private static String wrong(String word, List<String> known) {
    return word.isEmpty()
        ? "Specify the kind of answer."
        : "\"%s\" is not a kind of answer here.%s"
            .formatted(word, UsageException.didYouMean(word, known));
  }

  private void read(AnswerKind kind, boolean named) {
    answer.read(
        kind,
        named,
        rest -> {
          Optional<String> words = Optional.of(rest).filter(any -> !any.isEmpty());
          // edit takes a file name, not the table itself.
          Optional<String> table = words.or(() -> file.map(Path::toString));
          return kind == AnswerKind.EDIT && table.filter(any -> !any.equals("-")).isPresent()
              ? Optional.of(input.table(table, Optional.empty()))
              : input.read(words, file);
        });
  }

  /** Reads words that depend on the open gate, such as an option's number. */
  private void read(Session session, Gate gate) {
    GateHelp help = new GateHelp(gate);
    String word = answer.firstWord();
    AnswerKind kind =
        help.answerKind(word)
            .orElseThrow(
                () -> {
                  List<String> known = Stream.of(AnswerKind.values()).map(Words::of).toList();
                  Language language = context.output().progressScreen().language();
                  String takes =
                      "Gate %s of session %s takes:".formatted(gate.id(), session.handle());
                  return new UsageException(
                      "%s%n%s%s"
                          .formatted(
                              language.sentence(wrong(word, known)),
                              language.sentence(takes),
                              help.commands(session.handle(), language)));
                });
    read(kind, !word.matches("\\d{1,9}") && !AnswerForm.isNumbered(word));
  }

  private static Gate open(Session session) {
    SessionView view = session.state();
    return view.gate()
        .orElseThrow(
            () ->
                new UsageException(
                    "Session %s is not waiting for an answer (%s). See `conclave show %s`."
                        .formatted(session.handle(), view.phase(), session.handle())));
  }

  /** Checks the gate's type and, at a terminal, opens the editor for missing text. */
  private void complete(Gate gate, Optional<String> folder) {
    if (!gates.contains(gate.type())) {
      throw new UsageException(
          "The open gate %s is of type %s: use `conclave answer` with %s."
              .formatted(
                  gate.id(),
                  Words.of(gate.type()),
                  gate.kinds().stream().map(Words::of).collect(Collectors.joining(", "))));
    }
    if (usual && (gate.type() != gates.get(0) || !gate.kinds().contains(answer.kind()))) {
      answer.convertTo(gate.kinds().get(0));
    }
    AnswerKind kind = answer.kind();
    if (kind == AnswerKind.EDIT && answer.text().isEmpty()) {
      answer.text(input.table(Optional.empty(), folder));
    }
    boolean worded =
        gate.kinds().contains(kind)
            && (kind.form() == AnswerForm.TEXT || kind.form().answersQuestions());
    if (!worded || answer.text().isPresent() || !answer.answers().isEmpty()) {
      return;
    }
    StringBuilder question = new StringBuilder();
    String above = "Write your text for %s above.".formatted(Words.of(kind));
    question.append(context.ours(above)).append("\n\n");
    question.append(context.ours(gate.shown().title())).append('\n');
    int number = 1;
    for (Question asked : gate.shown().questions()) {
      question.append("%s. %s%n".formatted(AnswerForm.letter(number++), asked.line()));
    }
    Optional<String> words = json.wanted ? Optional.empty() : input.openEditor(question.toString());
    boolean replies = kind.form().answersQuestions();
    answer.type(
        words.orElseThrow(
            () ->
                new UsageException(
                    "%s needs text: quote it, use -f FILE, or - for standard input%s."
                        .formatted(Words.of(kind), replies ? "; or --answer a=\"…\"" : ""))));
  }
}
