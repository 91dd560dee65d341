package dev.conclave.client.command;

import dev.conclave.client.session.Backend;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.config.ConfigurationException;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.temporal.ServerException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ParseResult;

/** What the open gate of a session takes, with a command line for each answer. */
public final class GateGuide {
  private static final List<String> COMMANDS = List.of("answer", "decide", "clarify", "confirm");

  private final Surroundings around;

  public GateGuide(Surroundings around) {
    this.around = around;
  }

  /**
   * Prints it for those who ask how to answer a session that they name; false when they did not, or
   * it has no open gate that can be read now.
   */
  public boolean printed(ParseResult line) {
    if (!line.hasSubcommand()) {
      return false;
    }
    ParseResult command = line.subcommand();
    if (!command.isUsageHelpRequested()
        || !COMMANDS.contains(command.commandSpec().name())
        || !command.hasMatchedPositional(0)) {
      return false;
    }
    Optional<SessionView> view = open(String.valueOf(command.matchedPositionalValue(0, "")));
    view.ifPresent(
        session -> {
          Page page = around.output().resultPage();
          write(page, session);
          page.gap().text("All options: `conclave help " + command.commandSpec().name() + "`.");
          around.output().result(page);
        });
    return view.isPresent();
  }

  /** The session when a gate of it is open, and can be read. */
  Optional<SessionView> open(String name) {
    try (Backend backend = Backend.existing(around)) {
      SessionView view = backend.sessions().find(name).state();
      return view.gate().isPresent() ? Optional.of(view) : Optional.empty();
    } catch (ServerException | Refusal | ConfigurationException e) {
      return Optional.empty(); // what holds for every gate is told instead
    }
  }

  /** Writes a line for each answer, and one for copying. */
  static void write(Page page, SessionView view) {
    Gate gate = view.gate().orElseThrow();
    page.text(Ink.STRONG, 0, "Gate " + gate.id() + " of session " + view.session() + " takes:");
    AnswerLines.arguments(gate)
        .forEach(line -> page.verbatim(2, "conclave answer " + view.session() + " " + line));
    if (gate.kinds().contains(AnswerKind.APPROVE) && !gate.shown().options().isEmpty()) {
      page.gap()
          .text(
              "With approve may go --execution agent, codex or auto; --review skip, gemini, codex or"
                  + " agent; --constraint, --include and --exclude, each with words and as often as"
                  + " needed.");
    }
  }
}
