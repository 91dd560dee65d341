package dev.conclave.client.command;

import dev.conclave.client.session.Backend;
import dev.conclave.client.session.SessionLine;
import dev.conclave.client.terminal.Printable;
import dev.conclave.client.terminal.Surroundings;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;

/**
 * What shell completion asks for: ids of sessions, newest first, one a line. It is quick or says
 * nothing, and never complains: a person who presses a key waits for it.
 */
@Command(name = SessionNamesCommand.NAME, hidden = true, description = "List ids for completion.")
public final class SessionNamesCommand implements Callable<Integer> {
  static final String NAME = "session-names";

  private static final long PATIENCE_MILLIS = 1500;
  private static final int MOST = 100;

  private final Surroundings around;

  public SessionNamesCommand(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() {
    CompletableFuture<List<String>> names = CompletableFuture.supplyAsync(this::names);
    try {
      names.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS).forEach(around.output()::result);
    } catch (TimeoutException | ExecutionException e) {
      return 0; // no server, or a slow one: nothing is offered
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }

  private List<String> names() {
    try (Backend backend = Backend.existing(around)) {
      return backend.sessions().all().stream()
          .map(SessionLine::id)
          .map(Printable::line)
          .distinct()
          .limit(MOST)
          .toList();
    }
  }
}
