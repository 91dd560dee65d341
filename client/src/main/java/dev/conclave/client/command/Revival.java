package dev.conclave.client.command;

import dev.conclave.workflows.config.ConfigurationException;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.LocalStackProvider;
import dev.conclave.workflows.temporal.ServerException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Starts again, while a session is followed, what this host had running for it and what has ended
 * without being asked to. Thread-safe.
 */
final class Revival implements AutoCloseable {
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** In looks: who stops a worker in order takes its note away right after its end. */
  private static final int SURE = 3;

  private static final int ATTEMPTS = 3;

  /** After it was started again, until a look at the session has come back. */
  private static final Duration SETTLING = Duration.ofSeconds(15);

  private final CommandContext context;
  private final LocalStackProvider provider;
  private final ConnectionSettings settings;
  private final List<String> remarks = new CopyOnWriteArrayList<>();
  private final Thread thread = new Thread(this::run, "revival");
  private volatile Instant busyUntil = Instant.MIN;

  /** Begins to look after what runs for the server at an address. */
  Revival(CommandContext context, LocalStackProvider provider, ConnectionSettings settings) {
    this.context = context;
    this.provider = provider;
    this.settings = settings;
    thread.setDaemon(true);
    thread.start();
  }

  /** What was found and done so far, in lines. */
  List<String> remarks() {
    return List.copyOf(remarks);
  }

  /** Whether something has ended, and is being or was just started again. */
  boolean atWork() {
    return Instant.now().isBefore(busyUntil);
  }

  private void run() {
    try {
      for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
        String fallen = awaitFall();
        remarks.add(fallen + " has ended without being asked to: starting it again …");
        busyUntil = Instant.MAX;
        try {
          provider.raise(
              context.environment(), context.dataFolder(), context.configuration(), remarks::add);
          busyUntil = Instant.now().plus(SETTLING);
          remarks.add(fallen + " had ended; it is started again, and the session goes on.");
        } catch (ServerException | ConfigurationException | UncheckedIOException e) {
          busyUntil = Instant.MIN;
          remarks.add(
              e.getMessage()
                  + (attempt == ATTEMPTS ? " Start it with `conclave up --detach`." : ""));
        }
      }
    } catch (InterruptedException e) {
      // Nobody follows the session any more.
    }
  }

  private String awaitFall() throws InterruptedException {
    Optional<String> fallen = Optional.empty();
    for (int seen = 0; seen < SURE; ) {
      Thread.sleep(LOOK.toMillis());
      fallen = provider.fallen(context.dataFolder(), settings);
      seen = fallen.isPresent() ? seen + 1 : 0;
      if (seen > 0) {
        busyUntil = Instant.now().plus(SETTLING);
      }
    }
    return fallen.orElseThrow();
  }

  /** Lets go: what is being started goes on without us. */
  @Override
  public void close() {
    thread.interrupt();
  }
}
