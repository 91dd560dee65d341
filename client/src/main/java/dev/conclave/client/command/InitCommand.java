package dev.conclave.client.command;

import dev.conclave.client.session.UsageException;
import dev.conclave.client.terminal.Console;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Prompt.PromptAbandoned;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.terminal.Table;
import dev.conclave.client.view.Tone;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.host.HostServices;
import dev.conclave.workflows.host.HostServices.FoundAgent;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.text.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;

/** {@code conclave init}. */
@Command(
    name = "init",
    description = "Find agents, test them, and write your configuration.",
    footer = {
      "",
      "It asks for analysts, moderator and fallbacks, and writes",
      "~/.config/conclave/config.yaml with comments. An agent is called only if you",
      "select it for a test, once, with a one-word reply.",
      "",
      "Example:",
      "  conclave init",
      "",
      "Exit codes: 0 written, 2 refused."
    })
final class InitCommand implements Callable<Integer> {
  private static final String FILE =
      """
      # Written by `conclave init`. All keys: docs/configuration.md. To check: `conclave doctor`.

      # The analysts, in order. No other agent is called, except `fallback` below and
      # direct, the built-in analyst without a model.
      tools: [%s]

      # The moderator finds matching and conflicting statements.
      %s

      # The fallbacks for an analyst that fails, in order.
      fallback: [%s]

      # Stop and ask when a session reaches this cost.
      # budget: {usd: 5}
      """;

  private final CommandContext context;

  InitCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    Path file = Configuration.file(context.environment(), context.home());
    Console console =
        context
            .console()
            .map(Supplier::get)
            .orElseThrow(
                () ->
                    new UsageException(
                        "init needs a terminal: run it in one, or write %s yourself; see docs/configuration.md."
                            .formatted(file)));
    HostServices host =
        context
            .host()
            .orElseThrow(
                () ->
                    new UsageException(
                        "Only the client is installed here, and init needs the worker."));
    try {
      if (Files.exists(file) && !agreed(console, file + " exists. Overwrite it?", false)) {
        return ExitCodes.DONE;
      }
      List<FoundAgent> found =
          host.agents(context.environment(), context.dataFolder(), Configuration.defaults());
      List<String> usable = usable(console, host, found);
      if (usable.isEmpty()) {
        throw new UsageException(
            "No agent is installed here: install one as shown above, log in, then try again.");
      }
      List<String> tools =
          chosen(
              console,
              "Which agents analyze, in this order?",
              usable,
              usable.subList(0, Math.min(2, usable.size())));
      List<String> moderator =
          chosen(console, "Which agent moderates? Best one of another vendor.", usable, List.of());
      List<String> rest = new ArrayList<>(usable);
      rest.removeAll(tools);
      List<String> standIns = new ArrayList<>();
      if (!rest.isEmpty()
          && agreed(
              console, "Use %s as fallback for agents that fail?".formatted(joined(rest)), true)) {
        standIns.addAll(rest);
      }
      standIns.add(AgentStatus.DIRECT);
      Files.createDirectories(file.getParent());
      if (Files.exists(file)) {
        context.say("The previous file is kept as " + keep(file) + ".");
      }
      Files.writeString(
          file,
          FILE.formatted(
              joined(tools),
              moderator.isEmpty() ? "# moderator: gemini" : "moderator: " + moderator.get(0),
              joined(standIns)));
      context.say("Written: " + file + ". Start with: conclave plan \"…\"");
      return ExitCodes.DONE;
    } catch (PromptAbandoned e) {
      context.say("Nothing was written.");
      return e.interrupted() ? ExitCodes.INTERRUPTED : ExitCodes.DONE;
    }
  }

  /** Copies a file beside itself, under a name that is free. */
  private static Path keep(Path file) throws IOException {
    for (int number = 1; ; number++) {
      Path kept =
          file.resolveSibling(file.getFileName() + (number == 1 ? ".bak" : ".bak" + number));
      if (!Files.exists(kept)) {
        return Files.copy(file, kept);
      }
    }
  }

  /** Offers the setup once, when a user starts a session without a configuration. */
  static void offer(CommandContext context) {
    Path asked = context.dataFolder().root().resolve("init-offered");
    boolean offers =
        context.console().isPresent()
            && context.host().isPresent()
            && !Files.exists(Configuration.file(context.environment(), context.home()))
            && !Files.exists(asked);
    if (!offers) {
      return;
    }
    try {
      Files.createDirectories(asked.getParent());
      Files.createFile(asked);
      Console console = context.console().orElseThrow().get();
      String question = "There is no configuration yet. Choose your agents now (conclave init)?";
      InitCommand init = new InitCommand(context);
      if (init.agreed(console, question, true)) {
        init.call();
      }
    } catch (PromptAbandoned | IOException e) {
      context.say("Later: conclave init");
    }
  }

  /** Shows the installed agents and tests the selected ones; agents that fail are dropped. */
  private List<String> usable(Console console, HostServices host, List<FoundAgent> found)
      throws PromptAbandoned {
    Screen screen = context.output().progressScreen();
    Table table = new Table("#", "Agent", "Found").right(0);
    List<String> usable = new ArrayList<>();
    for (FoundAgent one : found) {
      if (one.runs()) {
        usable.add(one.agent());
      }
      String number = one.runs() ? String.valueOf(usable.size()) : "";
      table.row(
          one.runs() ? Tone.PLAIN : Tone.FAINT, number, one.agent(), screen.console(one.about()));
    }
    console.show(new Page(screen).table(table));
    if (usable.isEmpty()) {
      return usable;
    }
    List<String> ticked =
        chosen(
            console, "Which agents to test with one cheap call? Numbers, or -.", usable, List.of());
    for (String agent : ticked) {
      context.say("Testing " + agent + " …");
      String why =
          host.tryAgent(
              context.environment(), context.dataFolder(), Configuration.defaults(), agent);
      context.say(agent + (why.isEmpty() ? ": answered" : ": failed, " + why));
      if (!why.isEmpty()) {
        usable.remove(agent);
      }
    }
    return usable;
  }

  private List<String> chosen(
      Console console, String question, List<String> among, List<String> otherwise)
      throws PromptAbandoned {
    List<String> numbered = new ArrayList<>();
    among.forEach(agent -> numbered.add(numbered.size() + 1 + " " + agent));
    String nothing = otherwise.isEmpty() ? "none" : joined(otherwise);
    while (true) {
      String said =
          console.ask(
              context.ours("%s %s (Enter: %s)".formatted(question, joined(numbered), nothing)));
      Set<String> chosen = new LinkedHashSet<>();
      boolean known = true;
      for (String word : said.equals("-") ? new String[0] : said.strip().split("[,\\s]+")) {
        if (word.matches("[1-9]\\d?") && Integer.parseInt(word) <= among.size()) {
          chosen.add(among.get(Integer.parseInt(word) - 1));
        } else if (among.contains(word)) {
          chosen.add(word);
        } else {
          known &= word.isEmpty();
        }
      }
      if (known) {
        return chosen.isEmpty() ? otherwise : List.copyOf(chosen);
      }
      context.say("Enter numbers or names, such as 1,2.");
    }
  }

  private boolean agreed(Console console, String question, boolean otherwise)
      throws PromptAbandoned {
    String said =
        console
            .ask(context.ours(question + (otherwise ? " (Y/n)" : " (y/N)")))
            .strip()
            .toLowerCase(Locale.ROOT);
    return said.isEmpty() ? otherwise : said.startsWith("y");
  }

  private static String joined(List<String> names) {
    return String.join(", ", names);
  }
}
