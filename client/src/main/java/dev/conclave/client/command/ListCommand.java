package dev.conclave.client.command;

import dev.conclave.client.page.ListPage;
import dev.conclave.client.session.SessionLine;
import dev.conclave.client.session.Sessions;
import dev.conclave.client.session.Watch;
import dev.conclave.workflows.text.ExitCodes;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code conclave list}. */
@Command(
    name = "list",
    description = "List the running sessions, newest first.",
    footer = {
      "",
      "In a pipe every session is one line that begins with its id.",
      "",
      "Examples:",
      "  conclave list --awaiting",
      "  conclave list --all --json"
    })
final class ListCommand implements Callable<Integer> {
  /** Sessions that are asked one by one; more would take too long. */
  private static final int MOST_ASKED = 50;

  private final CommandContext context;

  @Option(names = "--awaiting", description = "List only sessions that wait for a human.")
  private boolean awaiting;

  @Option(names = "--all", description = "Also list sessions that have ended.")
  private boolean all;

  @Mixin private JsonOption json = new JsonOption();

  ListCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    try (Backend backend = Backend.existing(context)) {
      List<SessionLine> found = hindered(backend, awaiting ? awaiting(backend) : sessions(backend));
      if (json.wanted) {
        context.output().json(found);
      } else if (!found.isEmpty()) {
        Instant now = context.clock().instant();
        context.print(false, found, page -> ListPage.write(page, found, now));
        backend
            .pages()
            .filter(any -> found.stream().anyMatch(line -> line.status().equals("awaiting")))
            .ifPresent(
                pages ->
                    context.say("Sessions that await you: " + context.signedIn(pages.awaiting())));
      } else if (awaiting) {
        context.say("No session awaits you.");
      } else {
        context.say(
            all
                ? "There are no sessions yet."
                : "No session is running; --all lists those that have ended.");
      }
      return ExitCodes.DONE;
    }
  }

  private List<SessionLine> sessions(Backend backend) {
    return all ? backend.sessions().all() : backend.sessions().running();
  }

  private List<SessionLine> awaiting(Backend backend) {
    Sessions sessions = backend.sessions();
    return sessions
        .awaiting()
        .orElseGet(
            () -> {
              context.say(
                  "Search attributes are not registered (`conclave doctor --fix` does it), so each of"
                      + " the newest sessions is asked in turn.");
              return sessions.running().stream()
                  .limit(MOST_ASKED)
                  .filter(line -> sessions.get(line.id()).state().gate().isPresent())
                  .toList();
            });
  }

  /** Adds to the newest running sessions what blocks them. */
  private static List<SessionLine> hindered(Backend backend, List<SessionLine> lines) {
    AtomicInteger asked = new AtomicInteger();
    return lines.stream()
        .map(
            line ->
                line.running() && asked.incrementAndGet() <= MOST_ASKED
                    ? line.hinderedBy(
                        new Watch(backend.sessions().get(line.id()), backend.workers()).hindrance())
                    : line)
        .toList();
  }
}
