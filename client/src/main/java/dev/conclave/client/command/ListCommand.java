package dev.conclave.client.command;

import dev.conclave.client.page.ListPage;
import dev.conclave.client.session.SessionLine;
import dev.conclave.client.session.Sessions;
import dev.conclave.client.session.Sessions.Listing;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.session.Watch;
import dev.conclave.workflows.host.PageAddress;
import dev.conclave.workflows.text.ExitCodes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code conclave list}. */
@Command(
    name = "list",
    description = "List running sessions, newest first.",
    footer = {
      "",
      "In a pipe each session is one line that starts with its handle.",
      "",
      "Examples:",
      "  conclave list --awaiting",
      "  conclave list --all --json"
    })
final class ListCommand implements Callable<Integer> {
  /** Sessions to query if the server cannot list those that wait. */
  private static final int MOST_ASKED = 50;

  /** Concurrent describe calls, and the time limit for all of them. */
  private static final int SIDE_BY_SIDE = 16;

  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final CommandContext context;

  @Option(names = "--awaiting", description = "List only sessions that wait for your input.")
  private boolean awaiting;

  @Option(names = "--all", description = "Also list sessions that have ended.")
  private boolean all;

  @Option(
      names = "--page",
      paramLabel = "N",
      description = "Page N of the list; a page has 1000 sessions (default: 1).")
  private int page = 1;

  @Mixin private JsonOption json = new JsonOption();

  ListCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (page < 1) {
      throw new UsageException("--page takes 1 or more, not " + page + ".");
    }
    try (Backend backend = Backend.existing(context)) {
      Listing listing = awaiting ? awaiting(backend) : sessions(backend);
      List<SessionLine> found = hindered(backend, listing.lines());
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
                    context.say(
                        "Sessions that are waiting for your input: "
                            + context.withSignInToken(pages.awaiting())));
        PageAddress.find(context.dataFolder())
            .ifPresent(there -> context.say("Page: " + there.link()));
      } else if (awaiting) {
        context.say("No session is waiting for your input.");
      } else {
        context.say(
            all
                ? "No sessions yet."
                : "No session is running; --all also lists sessions that have ended.");
      }
      if (listing.more()) {
        context.say(
            "Showing %,d sessions; --page %d lists more.".formatted(Sessions.MOST, page + 1));
      }
      return ExitCodes.DONE;
    }
  }

  private Listing sessions(Backend backend) {
    return all ? backend.sessions().all(page) : backend.sessions().running(page);
  }

  private Listing awaiting(Backend backend) {
    Sessions sessions = backend.sessions();
    return sessions
        .awaiting(page)
        .orElseGet(
            () -> {
              context.say(
                  "Search attributes are not registered, so each of the newest sessions is queried: run `conclave doctor --fix`.");
              List<SessionLine> open =
                  sessions.running(1).lines().stream()
                      .limit(MOST_ASKED)
                      .filter(line -> sessions.get(line.id()).state().gate().isPresent())
                      .toList();
              return new Listing(open, false);
            });
  }

  /** Adds what blocks running sessions, such as a worker that cannot replay one. */
  private static List<SessionLine> hindered(Backend backend, List<SessionLine> lines)
      throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(SIDE_BY_SIDE, ListCommand::thread);
    try {
      List<Callable<SessionLine>> looks =
          lines.stream().<Callable<SessionLine>>map(line -> () -> look(backend, line)).toList();
      List<Future<SessionLine>> looked =
          threads.invokeAll(looks, LONGEST.toSeconds(), TimeUnit.SECONDS);
      List<SessionLine> hindered = new ArrayList<>();
      for (int i = 0; i < lines.size(); i++) {
        Future<SessionLine> one = looked.get(i);
        hindered.add(one.isCancelled() ? lines.get(i) : one.get());
      }
      return hindered;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private static SessionLine look(Backend backend, SessionLine line) {
    return line.running()
        ? line.withHindrance(
            new Watch(backend.sessions().get(line.id()), backend.workers())
                .hindrance()
                .orElse(null))
        : line;
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "list");
    thread.setDaemon(true);
    return thread;
  }
}
