package dev.conclave.client.command;

import dev.conclave.client.page.ListPage;
import dev.conclave.client.session.SessionLine;
import dev.conclave.client.session.Sessions;
import dev.conclave.client.session.WaitReason;
import dev.conclave.client.terminal.Page;
import dev.conclave.workflows.temporal.ExitCodes;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code conclave list}. */
@Command(
    name = "list",
    description = "List the sessions that are under way, the newest first.",
    footer = {
      "",
      "In a pipe every session is one line that begins with its id.",
      "",
      "Examples:",
      "  conclave list --awaiting",
      "  conclave list --all --json"
    })
final class ListCommand implements Callable<Integer> {
  /** Without search attributes every session is asked itself; more would take too long. */
  private static final int MOST_ASKED = 50;

  private final CommandContext context;

  @Option(names = "--awaiting", description = "List only those that await a human.")
  private boolean awaiting;

  @Option(names = "--all", description = "List those that are over, too.")
  private boolean all;

  @Mixin private SharedOptions.Json json = new SharedOptions.Json();

  ListCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    try (Backend backend = Backend.existing(context)) {
      Sessions sessions = backend.sessions();
      List<SessionLine> found =
          awaiting
              ? awaiting(sessions)
              : WaitReason.named(
                  all ? sessions.all() : sessions.running(), sessions, backend.workers());
      if (json.wanted) {
        context.output().json(found);
      } else if (found.isEmpty()) {
        context.say(awaiting ? "No session awaits you." : none());
      } else {
        Page page = context.output().resultPage();
        ListPage.write(page, found, context.clock().instant());
        context.output().result(page);
        backend
            .pages()
            .ifPresent(pages -> context.say("Those that await you: " + pages.awaiting()));
      }
      return ExitCodes.DONE;
    }
  }

  private List<SessionLine> awaiting(Sessions sessions) {
    return sessions
        .awaiting()
        .orElseGet(
            () -> {
              context.say(
                  "Search attributes are not registered (`conclave doctor --fix` does it), so the"
                      + " newest sessions are asked one by one.");
              return sessions.running().stream()
                  .limit(MOST_ASKED)
                  .filter(line -> sessions.get(line.id()).state().gate().isPresent())
                  .toList();
            });
  }

  private String none() {
    return all ? "There is no session yet." : "No session is under way; --all lists the others.";
  }
}
