package dev.conclave.client.command;

import dev.conclave.client.gate.AnswerOptions;
import dev.conclave.client.page.SessionPage;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Session;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.AnswerReply.AnswerOutcome;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.GateType.Need;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.Words;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code conclave answer}, and its short forms for one type of gate. */
@Command(
    name = "answer",
    description = "Answer the open gate of a session.",
    footer = {
      "",
      "What each gate takes:",
      "  clarification  clarify TEXT, proceed, change-direction TEXT, cancel",
      "  decision       approve N, more-analysis [TEXT], different-direction TEXT,",
      "                 cancel",
      "  confirmation   execute, modify TEXT, back, save, cancel",
      "  budget         raise, drop-agent NAME, decide, cancel",
      "",
      "At a terminal a missing TEXT is written in your $VISUAL or $EDITOR.",
      "",
      "Examples:",
      "  conclave answer last approve 2 --constraint minimal-changes --watch",
      "  conclave answer last more-analysis \"Look at the Redis client too\"",
      "  conclave answer last modify -f wishes.md",
      "  conclave answer last raise --budget-usd 5",
      "",
      "Exit codes: 0 taken, 2 refused, 3 no server or worker, 10 the gate opened anew",
      "because the workspace has changed; with --watch as of `conclave plan`."
    })
class AnswerCommand implements Callable<Integer> {
  private static final int LOOKS = 20;

  private final CommandContext context;
  private final TextInput input;
  private final Optional<GateType> only;
  private final Optional<AnswerKind> usual;

  @Mixin private AnswerOptions answer = new AnswerOptions();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "Read the words from a file, in UTF-8.")
  private Optional<Path> file = Optional.empty();

  @Option(names = "--watch", description = "Go on with the session until its next gate or end.")
  private boolean watch;

  @Mixin private SharedOptions.Json json = new SharedOptions.Json();
  @Mixin private SharedOptions.Bell bell = new SharedOptions.Bell();

  @ArgGroup(validate = false, order = 3, heading = "%nWhat was seen, and by whom:%n")
  private Seen seen = new Seen();

  /** The proof of what the person saw. */
  static final class Seen {
    @Option(
        names = "--gate",
        paramLabel = "ID",
        description = "The gate that you saw (default: the open one).")
    Optional<String> gate = Optional.empty();

    @Option(
        names = "--digest",
        paramLabel = "D",
        description = "The digest of what it showed; an answer to anything else is refused.")
    Optional<String> digest = Optional.empty();

    @Option(names = "--as", paramLabel = "NAME", description = "Who answers (default: your login).")
    Optional<String> by = Optional.empty();
  }

  /** {@code conclave decide}. */
  @Command(
      name = "decide",
      description = "Answer a decision gate; approve when no KIND is named.",
      footer = {
        "",
        "Examples:",
        "  conclave decide last 1",
        "  conclave decide last 2 --execution codex --review agent --watch",
        "  conclave decide last different-direction \"Use the gateway instead\"",
        "",
        "Exit codes: as of `conclave answer`."
      })
  static final class Decide extends AnswerCommand {
    Decide(CommandContext context) {
      super(context, Optional.of(GateType.DECISION), Optional.of(AnswerKind.APPROVE));
    }
  }

  /** {@code conclave clarify}. */
  @Command(
      name = "clarify",
      description = "Answer a clarification gate; clarify when no KIND is named.",
      footer = {
        "",
        "Examples:",
        "  conclave clarify last \"Limit by API key, 100 requests a minute\"",
        "  conclave clarify last --answer 1=\"per user\" --answer 2=\"100 a minute\"",
        "  conclave clarify last proceed",
        "",
        "Exit codes: as of `conclave answer`."
      })
  static final class Clarify extends AnswerCommand {
    Clarify(CommandContext context) {
      super(context, Optional.of(GateType.CLARIFICATION), Optional.of(AnswerKind.CLARIFY));
    }
  }

  /** {@code conclave confirm}. */
  @Command(
      name = "confirm",
      description = "Answer a confirmation gate; execute when no KIND is named.",
      footer = {
        "",
        "Examples:",
        "  conclave confirm last",
        "  conclave confirm last modify \"Split the second task\" --watch",
        "  conclave confirm last save",
        "",
        "Exit codes: as of `conclave answer`."
      })
  static final class Confirm extends AnswerCommand {
    Confirm(CommandContext context) {
      super(context, Optional.of(GateType.CONFIRMATION), Optional.of(AnswerKind.EXECUTE));
    }
  }

  AnswerCommand(CommandContext context) {
    this(context, Optional.empty(), Optional.empty());
  }

  /**
   * One for a type of gate.
   *
   * @param usual the kind when none is named
   */
  private AnswerCommand(
      CommandContext context, Optional<GateType> only, Optional<AnswerKind> usual) {
    this.context = context;
    this.input = new TextInput(context);
    this.only = only;
    this.usual = usual;
  }

  @Override
  public Integer call() {
    return input.keeping(this::send);
  }

  private int send() {
    read();
    try (Backend backend = Backend.existing(context)) {
      Session session = backend.find(answer.session());
      Optional<Gate> gate = seen.gate.isPresent() ? Optional.empty() : Optional.of(open(session));
      gate.ifPresent(this::complete);
      Instant before = watch ? session.state().updatedAt() : Instant.EPOCH;
      AnswerSender sender = new AnswerSender(context, session);
      AnswerReply reply =
          sender.send(
              answer,
              seen.gate.orElseGet(() -> gate.orElseThrow().id()),
              seen.digest.or(() -> gate.map(Gate::digest)),
              seen.by.orElse(context.user()));
      boolean reopened = reply.outcome() == AnswerOutcome.REOPENED;
      String sentence = sender.sentence(reply) + (reopened ? again(session) : "");
      if (watch) {
        context.say(sentence);
        return new Attendance(context, backend, json.wanted, bell.rings(context))
            .attend(
                session,
                before,
                Optional.of(answer)
                    .filter(a -> reopened || reply.outcome() == AnswerOutcome.PENDING));
      }
      if (json.wanted) {
        context.output().json(reply);
      } else {
        context.output().result(sentence);
        if (answer.kind() == AnswerKind.EXECUTE && !reopened) {
          written(session);
        }
      }
      return reopened ? ExitCodes.AWAITING_HUMAN : ExitCodes.DONE;
    }
  }

  /** Who names no kind, or none that is one, is told what the open gate takes. */
  private void read() {
    List<AnswerKind> kinds =
        only.map(GateType::kinds).orElseGet(() -> List.of(AnswerKind.values()));
    try {
      answer.read(
          kinds,
          usual,
          rest -> input.read(Optional.of(rest).filter(words -> !words.isEmpty()), file));
    } catch (AnswerOptions.NoKind e) {
      Page page = new Page(context.output().progressScreen());
      try (Backend backend = Backend.existing(context)) {
        SessionView view = backend.sessions().find(answer.session()).state();
        Gate gate = view.gate().orElseThrow(() -> e);
        page.text(Ink.STRONG, 0, "Gate " + gate.id() + " of session " + view.session() + " takes:");
        AnswerLines.arguments(gate)
            .forEach(line -> page.verbatim(2, "conclave answer " + view.session() + " " + line));
      } catch (ServerException | Refusal nobodyTells) {
        throw e;
      }
      throw new Refusal(
          String.valueOf(e.getMessage())
                  .replaceFirst(" The kinds are.*", "")
                  .replaceFirst("answer: .*", "answer.")
              + "\n"
              + page.toString().strip(),
          e);
    }
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

  /** At a terminal, the user's editor stands in for words that were not given. */
  private void complete(Gate gate) {
    if (only.isPresent() && only.get() != gate.type()) {
      throw new Refusal(
          "The open gate is %s, a %s: answer it with `conclave answer`. It takes %s."
              .formatted(
                  gate.id(),
                  Words.of(gate.type()),
                  gate.kinds().stream().map(Words::of).collect(Collectors.joining(", "))));
    }
    AnswerKind kind = answer.kind();
    boolean worded =
        gate.kinds().contains(kind)
            && EnumSet.of(Need.TEXT, Need.WORDS).contains(gate.type().need(kind));
    if (!worded || answer.text().isPresent() || !answer.answers().isEmpty()) {
      return;
    }
    StringBuilder question = new StringBuilder();
    question.append("Write your words for ").append(Words.of(kind)).append(" above.\n\n");
    question.append(gate.shown().title()).append('\n');
    int number = 1;
    for (Question asked : gate.shown().questions()) {
      question.append(number++).append(". ").append(asked.line()).append('\n');
    }
    answer.text(json.wanted ? Optional.empty() : input.edited(question.toString()));
    if (answer.text().isEmpty()) {
      throw new Refusal(
          "%s needs words: in quotes, with -f FILE, or - for standard input%s."
              .formatted(
                  Words.of(kind), kind == AnswerKind.CLARIFY ? "; or --answer 1=\"…\"" : ""));
    }
  }

  /** The whole line that sends an answer again that was not carried out. */
  private String again(Session session) {
    return session
        .state()
        .gate()
        .filter(answer::fitsAgain)
        .map(
            gate ->
                "\nThe same once more, as the workspace is now:\n  conclave answer %s %s%s --gate %s --digest %s"
                    .formatted(
                        session.id(),
                        AnswerLines.arguments(
                            answer.acceptDrift().to(gate.id(), Optional.empty(), "")),
                        seen.by.map(by -> " --as " + Words.shell(by)).orElse(""),
                        gate.id(),
                        gate.digest()))
        .orElse("");
  }

  /** Who hands a plan over is told where it is, if it is written within a moment. */
  private void written(Session session) {
    SessionView view = session.state();
    for (int look = 0; look < LOOKS && !view.phase().closed(); look++) {
      try {
        Thread.sleep(context.pace().toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      view = session.state();
    }
    if (view.gate().isPresent()) {
      return; // it was refused when it was sent first: nothing is being written
    }
    Page page = context.output().resultPage();
    view.folder().ifPresent(folder -> page.field("Folder", folder));
    if (view.phase().closed()) {
      SessionPage.handOff(page, view);
    } else {
      page.text("The plan is being written; see `conclave show " + session.id() + "`.");
    }
    context.output().result(page);
  }
}
