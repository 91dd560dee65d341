package dev.conclave.client.session;

import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.config.ConfigurationException;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.LocalStackProvider;
import dev.conclave.workflows.temporal.ServerException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Starts again, while a session is followed, what this host had running for it and what has ended
 * without being asked to. Thread-safe.
 */
public final class Revival implements AutoCloseable {
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** In looks: who stops a worker in order takes its note away right after its end. */
  private static final int SURE = 3;

  private static final int ATTEMPTS = 3;

  /** After it was started again, until a look at the session has come back. */
  private static final Duration SETTLING = Duration.ofSeconds(15);

  private final Surroundings around;
  private final LocalStackProvider provider;
  private final ConnectionSettings settings;
  private final List<String> remarks = new ArrayList<>();
  private final Thread thread;
  private boolean falling;
  private boolean raising;
  private long raisedAt;

  private Revival(Surroundings around, LocalStackProvider provider, ConnectionSettings settings) {
    this.around = around;
    this.provider = provider;
    this.settings = settings;
    this.thread = new Thread(this::run, "revival");
    thread.setDaemon(true);
  }

  /** Begins to look after what runs for the server at an address. */
  static Revival of(Surroundings around, LocalStackProvider provider, ConnectionSettings settings) {
    Revival revival = new Revival(around, provider, settings);
    revival.thread.start();
    return revival;
  }

  /** What was found and done so far, in lines. */
  public synchronized List<String> remarks() {
    return List.copyOf(remarks);
  }

  /** Whether something has ended, and is being or was just started again. */
  public synchronized boolean atWork() {
    return falling
        || raising
        || (raisedAt != 0 && System.nanoTime() - raisedAt < SETTLING.toNanos());
  }

  private void run() {
    try {
      for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
        raise(awaitFall(), attempt == ATTEMPTS);
      }
    } catch (InterruptedException e) {
      // Nobody follows the session any more.
    }
  }

  private String awaitFall() throws InterruptedException {
    int seen = 0;
    Optional<String> fallen = Optional.empty();
    while (seen < SURE) {
      Thread.sleep(LOOK.toMillis());
      fallen = provider.fallen(around.dataFolder(), settings);
      seen = fallen.isPresent() ? seen + 1 : 0;
      falling(seen > 0);
    }
    return fallen.orElseThrow();
  }

  private void raise(String fallen, boolean last) {
    remark(fallen + " has ended without being asked to: starting it again …");
    raising(true, false);
    boolean raised = false;
    try {
      provider.raise(
          around.environment(), around.dataFolder(), around.configuration(), this::remark);
      raised = true;
      remark(fallen + " had ended; it is started again, and the session goes on.");
    } catch (ServerException | ConfigurationException | UncheckedIOException e) {
      remark(e.getMessage() + (last ? " Start it with `conclave up --detach`." : ""));
    } finally {
      raising(false, raised);
    }
  }

  private synchronized void falling(boolean now) {
    falling = now;
  }

  private synchronized void raising(boolean now, boolean raised) {
    falling = false;
    raising = now;
    raisedAt = raised ? System.nanoTime() : 0;
  }

  private synchronized void remark(String line) {
    remarks.add(line);
  }

  /** Lets go: what is being started goes on without us. */
  @Override
  public void close() {
    thread.interrupt();
  }
}
