package dev.conclave.client.backend;

import dev.conclave.client.surroundings.Surroundings;
import dev.conclave.workflows.config.ConfigurationException;
import dev.conclave.workflows.host.ConnectionSettings;
import dev.conclave.workflows.host.LocalStackProvider;
import dev.conclave.workflows.host.ServerException;
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

  private final Surroundings around;
  private final LocalStackProvider provider;
  private final ConnectionSettings settings;
  private final List<String> remarks = new ArrayList<>();
  private final Thread thread;

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
    }
    return fallen.orElseThrow();
  }

  private void raise(String fallen, boolean last) {
    remark(fallen + " has ended without being asked to: starting it again …");
    try {
      provider.raise(
          around.environment(), around.dataFolder(), around.configuration(), this::remark);
      remark(fallen + " had ended; it is started again, and the session goes on.");
    } catch (ServerException | ConfigurationException e) {
      remark(e.getMessage() + (last ? " Start it with `conclave up --detach`." : ""));
    }
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
